/** Price of publishing one changed page, against a fresh build of the whole index, and what readers notice of it. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pointer } from '../db/index/generations.ts';
import { madeUpSite } from './made-up-site.ts';
import { median } from './program.ts';
import { measureReaders } from './publishing-readers.ts';

type Site = Awaited<ReturnType<typeof madeUpSite>>;
type Row = Readonly<Record<string, number | string>>;

/** Measures sites of growing size up to `pages`: what publishing costs, and what a server with requests notices of it. */
export async function run({
  quick,
  large = false,
  pages,
}: {
  readonly quick: boolean;
  readonly large?: boolean;
  readonly pages?: number;
}): Promise<unknown> {
  const sizes = quick ? [1000] : [3000, 30_000, ...(large ? [300_000] : [])];
  const costs: Row[] = [];
  const readers: Row[] = [];
  for (const size of pages === undefined ? sizes : [pages]) {
    await using site = await madeUpSite(size);
    costs.push(...(await measureCosts(site, size, quick ? 1 : 5)));
    readers.push(...(await measureReaders(site.dir, size, quick ? 2 : 30)));
  }
  console.table(costs);
  console.table(readers);
  return { costs, readers };
}

/** Cost of publishing a site of so many pages, whole and after each kind of edit, by processor time. */
async function measureCosts({ dir, publish, edits }: Site, pages: number, rounds: number): Promise<readonly Row[]> {
  const megabytes = async ({ file }: Pointer) => (await stat(join(dir, 'index', file))).size / 1e6;
  const fresh = await publish();
  const rowOf = async (published: string, pointer: Pointer, cpuSeconds: number): Promise<Row> => ({
    pages,
    published,
    'CPU s': round(cpuSeconds),
    'of fresh': round(cpuSeconds / fresh.cpuSeconds),
    'file MB': round(await megabytes(pointer)),
  });
  const rows = [await rowOf('the whole', fresh.pointer, fresh.cpuSeconds)];
  for (const [name, edit] of Object.entries(edits)) {
    const publications = [];
    for (let turn = 0; turn < rounds; turn++) {
      edit();
      publications.push(await publish());
    }
    const { pointer } = publications.at(-1) ?? fresh;
    if (!pointer.base) throw new Error(`The whole index was built for one page: ${name}`);
    rows.push(await rowOf(name, pointer, median(publications.map(({ cpuSeconds }) => cpuSeconds))));
  }
  return rows;
}

const round = (figure: number) => Number(figure.toPrecision(3));
