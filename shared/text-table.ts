/** Aligns a table as lines with two spaces between columns. Columns whose cells are all numbers are aligned to the right. */
export function textTable(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): readonly string[] {
  const lengthOf = (cell: string | number) => Array.from(String(cell)).length;
  const columns = header.map((name, at) => ({
    width: Math.max(lengthOf(name), ...rows.map((row) => lengthOf(row[at] ?? ''))),
    isNumber: rows.every((row) => typeof row[at] === 'number'),
  }));
  return [header, ...rows].map((row) => {
    const cells = columns.map(({ width, isNumber }, at) => {
      const cell = String(row[at] ?? '');
      const padding = ' '.repeat(width - lengthOf(cell));
      return isNumber ? padding + cell : cell + padding;
    });
    return cells.join('  ').trimEnd();
  });
}
