/** Real pages judged by Chromium: visible text that the Markdown lacks, and invisible text that it has (test/data/pages/README.md). */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, resolve, sep } from 'node:path';
import { compare, type Difference } from '../sync/doctor/browser/differences.ts';
import { openRenderer } from '../sync/doctor/browser/renderer.ts';

const PAGES = join(import.meta.dirname, '../test/data/pages');
const HOST = 'https://pages.example';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.htm': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
};

type Options = {
  /** Folder of HTML files with their style sheets and scripts; a site's root is the nearest folder with `wp-content`. */
  readonly dir?: string;
  /** Only the files that this text file lists, one a line. */
  readonly list?: string;
};

/** Renders every page of a folder at two widths and reports the differences, per page and cause. */
export async function run({ dir = PAGES, list }: Options): Promise<Readonly<Record<string, number | string>>> {
  const root = resolve(dir);
  const names = list === undefined ? htmlFilesIn(root) : readFileSync(list, 'utf8').trim().split('\n');
  await using renderer = await openRenderer((url) => fileOf(root, url));
  if (!renderer)
    throw new Error('Install playwright-core and a Chromium (apt-get install chromium) to run this benchmark');
  const [causes, furniture] = [new Map<string, number>(), new Map<string, number>()];
  let [visible, kept, visibleImages, keptImages, pagesWithLoss, pagesWithLostContact] = [0, 0, 0, 0, 0, 0];
  for (const name of names) {
    const address = `${HOST}/${name.split(sep).map(encodeURIComponent).join('/')}`;
    const { html, shown } = await renderer.render(address).catch((error: unknown) => {
      console.log(`${name}: ${String(error).slice(0, 120)}`);
      return { html: '', shown: [] };
    });
    const compared = compare(html, address, shown);
    const { differences } = compared;
    for (const [reason, words] of compared.furniture) furniture.set(reason, (furniture.get(reason) ?? 0) + words);
    visible += compared.visibleWords;
    kept += compared.keptWords;
    visibleImages += compared.visibleImages;
    keptImages += compared.keptImages;
    const lost = differences.filter(({ kind }) => kind === 'lost');
    pagesWithLoss += Number(lost.length > 0);
    pagesWithLostContact += Number(lost.some(({ isContact }) => isContact));
    for (const one of differences) causes.set(causeOf(one), (causes.get(causeOf(one)) ?? 0) + 1);
    if (differences.length > 0) console.log(`\n${name}`);
    for (const one of differences.slice(0, MOST_LINES))
      console.log(
        `  ${causeOf(one)}${one.isContact ? ' [contact]' : ''}: ${one.text.replaceAll(/\s+/g, ' ').slice(0, 90)}`,
      );
  }
  const share = visible === 0 ? '–' : `${((100 * kept) / visible).toFixed(2)} %`;
  console.log(
    `\n${names.length} pages; ${share} of ${visible} visible words kept, ${keptImages} of ${visibleImages} images; ${pagesWithLoss} pages lose text, ${pagesWithLostContact} a contact or price`,
  );
  for (const [cause, count] of [...causes].toSorted((a, b) => b[1] - a[1])) console.log(`  ${count} ${cause}`);
  console.log('Words of page furniture that the Markdown omits:');
  for (const [reason, count] of [...furniture].toSorted((a, b) => b[1] - a[1])) console.log(`  ${count} ${reason}`);
  return {
    pages: names.length,
    visible,
    kept,
    visibleImages,
    keptImages,
    pagesWithLoss,
    pagesWithLostContact,
    ...Object.fromEntries(causes),
  };
}

/** Lines a page. */
const MOST_LINES = 20;

const causeOf = ({ kind, cause }: Difference) => `${kind}: ${cause}`;

function htmlFilesIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.html?$/.test(name))
    .toSorted();
}

/** Drawing in place of an image without a file; only its size counts. */
const DRAWING = {
  body: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"/>'),
  type: 'image/svg+xml',
};

/** The file of an address: below the page's own folder for addresses of the site, wherever that was. */
function fileOf(root: string, { pathname }: URL) {
  if (/\.(?:jpe?g|png|webp|avif|gif|svg)$/i.test(pathname)) return DRAWING;
  const path = decodeURIComponent(pathname).replace(/\/$/, '/index.html');
  const direct = resolve(root, `.${path}`);
  const asset = path.slice(path.search(/\/wp-(?:content|includes)\//));
  const candidates = [
    direct,
    ...(asset.startsWith('/wp-') ? readdirSync(root).map((site) => resolve(root, site, `.${asset}`)) : []),
  ];
  const file = candidates.find(
    (one) => !relative(root, one).startsWith('..') && existsSync(one) && statSync(one).isFile(),
  );
  const type = file === undefined ? undefined : TYPES[extname(file)];
  return file === undefined || type === undefined ? undefined : { body: readFileSync(file), type };
}
