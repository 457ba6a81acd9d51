import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Values of one engine, one for each label of the chart. */
type Series = { readonly name: string; readonly values: readonly (number | undefined)[] };

type Chart = {
  readonly file: string;
  readonly title: string;
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  /** Bars grow with the order of magnitude, for values that are far apart. */
  readonly logarithmic?: boolean;
};

const COLOURS = [
  '#0b6e4f',
  '#5aa9a3',
  '#c8553d',
  '#e0a458',
  '#7d5ba6',
  '#3d5a80',
  '#98c1d9',
  '#8d99ae',
  '#bc4b51',
  '#5b5f97',
];
const BAR = 14;
const LEFT = 220;
const WIDTH = 460;

/** Draws groups of horizontal bars as an SVG file beside the figures. */
export async function writeChart({ file, title, labels, series, logarithmic = false }: Chart): Promise<void> {
  const values = series.flatMap((one) => one.values.filter((value) => value !== undefined && value > 0)) as number[];
  const most = Math.max(...values, 1e-9);
  const least = Math.min(...values, most);
  const length = (value: number) =>
    logarithmic ? (WIDTH * (1 + Math.log10(value / least))) / (1 + Math.log10(most / least)) : (WIDTH * value) / most;

  const rows: string[] = [];
  let y = 40;
  for (const [group, label] of labels.entries()) {
    rows.push(`<text x="10" y="${y + 11}" font-weight="bold">${escape(label)}</text>`);
    y += BAR + 4;
    for (const [at, { name, values: own }] of series.entries()) {
      const value = own[group];
      if (value === undefined) continue;
      const width = value > 0 ? length(value).toFixed(1) : '0';
      rows.push(
        `<text x="${LEFT - 8}" y="${y + 11}" text-anchor="end">${escape(name)}</text>`,
        `<rect x="${LEFT}" y="${y}" width="${width}" height="${BAR - 2}" fill="${COLOURS[at % COLOURS.length] ?? '#000'}"/>`,
        `<text x="${LEFT + Number(width) + 6}" y="${y + 11}">${value < 10 ? value.toFixed(3) : value.toFixed(1)}</text>`,
      );
      y += BAR + 2;
    }
    y += 10;
  }
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${LEFT + WIDTH + 80}" height="${y}" font-family="sans-serif" font-size="12">` +
    `<rect width="100%" height="100%" fill="#fff"/><text x="10" y="22" font-size="16">${escape(title)}</text>${rows.join('')}</svg>\n`;
  const directory = join(import.meta.dirname, 'results');
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, file), svg);
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
