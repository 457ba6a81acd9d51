/**
 * Parses an array of strings stored as JSON. An array damaged on disk is treated as empty, so that only its entry is
 * lost.
 */
export function parseStringList(json: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}
