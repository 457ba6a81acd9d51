/** Assigns ordinals to strings in the order of their first occurrence. */
export function createOrdinals() {
  const ordinals = new Map<string, number>();
  return {
    ordinalOf(text: string): number {
      const known = ordinals.get(text);
      if (known !== undefined) return known;
      ordinals.set(text, ordinals.size);
      return ordinals.size - 1;
    },
    get list(): string[] {
      return [...ordinals.keys()];
    },
  };
}
