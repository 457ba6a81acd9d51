/** Names split at hyphens, underscores and capitals: a word in the midst of another one is no sign. */
export function partsOf(names: string): string[] {
  return names
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
}

/** A pattern of whole words, given with spaces between them; each may have a number behind it. */
export const word = (list: string) => new RegExp(`^(?:${list.trim().replace(/\s+/g, '|')})\\d*$`);
