/** `npm run bench [-- name …] [--quick] [--seconds N] [--large] [--pages N] [--sites N] [--xquad DIR] [--dir DIR] [--list FILE] [--confidence]`: each benchmark in a process of its own; figures as a table and as JSON. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

type Options = {
  readonly quick: boolean;
  /** Duration of `traffic`. */
  readonly seconds?: number;
  /** `publishing` of 300,000 pages as well. */
  readonly large?: boolean;
  /** Pages of the largest site of `large`, of the site of `freshness` and `publishing`, or of each of `sites`. */
  readonly pages?: number;
  /** Sites of `sites`. */
  readonly sites?: number;
  /** Directory of the files of XQuAD, for `relevance`. */
  readonly xquad?: string;
  /** Folder of the pages of `pages`, and a file that lists some of them. */
  readonly dir?: string;
  readonly list?: string;
  /** `train` fits the confidence only, and retains the ranking. */
  readonly confidence: boolean;
};
type Benchmark = { readonly run: (options: Options) => Promise<unknown> };

/** The benchmarks by name. Each module prints its figures for people and returns them for the file. */
const BENCHMARKS: Readonly<Record<string, () => Promise<Benchmark>>> = {
  search: () => import('./search.ts'),
  relevance: () => import('./relevance.ts'),
  train: () => import('./train.ts'),
  http: () => import('./http.ts'),
  parts: () => import('./parts.ts'),
  quota: () => import('./quota.ts'),
  sync: () => import('./sync.ts'),
  start: () => import('./start.ts'),
  publishing: () => import('./publishing.ts'),
  markdown: () => import('./markdown.ts'),
  pages: () => import('./pages.ts'),
  freshness: () => import('./freshness.ts'),
  traffic: () => import('./traffic.ts'),
  gateway: () => import('./gateway.ts'),
  servers: () => import('./servers.ts'),
  cluster: () => import('./cluster.ts'),
  large: () => import('./large.ts'),
  sites: () => import('./many-sites.ts'),
};

const RESULTS = join(import.meta.dirname, 'results');

async function runHere(name: string, options: Options): Promise<void> {
  const load = BENCHMARKS[name];
  if (!load) throw new Error(`There is no benchmark ${name}; there are ${Object.keys(BENCHMARKS).join(', ')}`);
  const figures = await (await load()).run(options);
  await mkdir(RESULTS, { recursive: true });
  const context = { node: process.version, cores: cpus().length, quick: options.quick };
  await writeFile(join(RESULTS, `${name}.json`), `${JSON.stringify({ ...context, figures }, null, 2)}\n`);
}

async function runAside(
  name: string,
  { quick, seconds, large, pages, sites, xquad, dir, list, confidence }: Options,
): Promise<void> {
  console.log(`\n# ${name}`);
  const args = [fileURLToPath(import.meta.url), '--here', name];
  if (quick) args.push('--quick');
  if (large === true) args.push('--large');
  if (seconds !== undefined) args.push('--seconds', String(seconds));
  if (pages !== undefined) args.push('--pages', String(pages));
  if (sites !== undefined) args.push('--sites', String(sites));
  if (xquad !== undefined) args.push('--xquad', xquad);
  if (dir !== undefined) args.push('--dir', dir);
  if (list !== undefined) args.push('--list', list);
  if (confidence) args.push('--confidence');
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
}

const USAGE = `npm run bench -- [NAME ...] [options]

Runs benchmarks, each in its own process, and writes bench/results/NAME.json.
Without a name it runs all of them.

  --quick       smaller inputs, fewer repetitions
  --seconds N   duration of traffic
  --pages N     pages of the largest site (large, freshness, publishing, sites)
  --sites N     number of sites (sites)
  --large       publishing with 300,000 pages too
  --xquad DIR   files of XQuAD (relevance)
  --dir DIR     folder of HTML pages (pages)
  --list FILE   list of the pages to use (pages)
  --confidence  fit the confidence only (train)
  --help        this text

Names: ${Object.keys(BENCHMARKS)
  .join(', ')
  .replaceAll(/(.{1,66})(?: |$)/g, '$1\n       ')
  .trim()}

Examples:
  npm run bench -- search --quick
  npm run bench -- traffic --seconds 60

Exit codes: 0 done, 1 a benchmark failed, 4 the command cannot be used.
`;

const { values, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    large: { type: 'boolean', default: false },
    pages: { type: 'string' },
    sites: { type: 'string' },
    xquad: { type: 'string' },
    dir: { type: 'string' },
    list: { type: 'string' },
    confidence: { type: 'boolean', default: false },
    here: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
  allowPositionals: true,
});
const options = {
  quick: values.quick,
  large: values.large,
  confidence: values.confidence,
  ...(values.seconds !== undefined && { seconds: Number(values.seconds) }),
  ...(values.pages !== undefined && { pages: Number(values.pages) }),
  ...(values.sites !== undefined && { sites: Number(values.sites) }),
  ...(values.xquad !== undefined && { xquad: values.xquad }),
  ...(values.dir !== undefined && { dir: values.dir }),
  ...(values.list !== undefined && { list: values.list }),
};
const unknown = positionals.find((name) => !Object.hasOwn(BENCHMARKS, name));
if (values.help) console.log(USAGE.trimEnd());
else if (unknown !== undefined) {
  console.error(`There is no benchmark ${unknown}; there are ${Object.keys(BENCHMARKS).join(', ')}`);
  process.exitCode = 4;
} else
  for (const name of positionals.length > 0 ? positionals : Object.keys(BENCHMARKS)) {
    await (values.here ? runHere : runAside)(name, options);
  }
