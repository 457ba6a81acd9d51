/** Parses a list of strings that was stored as JSON. One that a failing disk altered is empty, so that it costs no more than itself. */
export function parseStringList(json: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}
