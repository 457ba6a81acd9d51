import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { createHash } from 'node:crypto';
import { findPackageJSON } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const CodeDigests = z.object({
  /** Code that converts a response of WordPress to pages; after a change every page is read again. */
  converter: z.string().regex(/^[0-9a-f]{64}$/),
  /** Code that builds and searches an index; after a change a new index is built. */
  indexer: z.string().regex(/^[0-9a-f]{64}$/),
  /** Code that derives company data and vocabulary from pages; after a change both are derived again. */
  composer: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Code digests behind pages and index, to detect results of a different version. */
export type CodeDigests = z.infer<typeof CodeDigests>;

/** Entry modules of each digest. Transport code such as the connection does not affect pages. */
export const ENTRIES: Record<keyof CodeDigests, readonly string[]> = {
  converter: [
    'sync/markdown/convert-worker.ts',
    'sync/run/read/read-site.ts',
    'sync/wordpress/rows.ts',
    'sync/wordpress/html.ts',
    'sync/wordpress/visitor.ts',
  ],
  indexer: ['db/index/builder.ts', 'db/index/delta.ts', 'db/index/verify.ts'],
  composer: ['sync/run/publish/compose.ts'],
};

// Data folders of vocabularies and place names.
const WORD_FILES = ['vocabulary', 'places'];
// Words for reading company data.
const COMPANY_WORDS = 'sync/company/words';

const RECORD = 'code-digests.json';

/**
 * Computes the digests from the sources. A build without sources contains the result in `code-digests.json`; sources take precedence,
 * so that the record cannot be outdated.
 */
export function readCodeDigests(
  root: string = join(import.meta.dirname, '../../..'),
  icu: string = process.versions['icu'] ?? '',
): CodeDigests {
  const isHere = (entry: string) => existsSync(join(root, entry));
  if (!Object.values(ENTRIES).flat().every(isHere)) {
    return CodeDigests.parse(JSON.parse(readFileSync(join(root, RECORD), 'utf8')));
  }
  return {
    converter: sourceDigest(root, [...ENTRIES.converter, ...filesIn(root, COMPANY_WORDS)]),
    // ICU segments scripts without spaces, and its version depends on Node.
    indexer: sourceDigest(root, ENTRIES.indexer, [icu]),
    composer: sourceDigest(root, [
      ...ENTRIES.composer,
      ...[...WORD_FILES, COMPANY_WORDS].flatMap((folder) => filesIn(root, folder)),
    ]),
  };
}

const filesIn = (root: string, folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join(folder, name));

// TypeScript tokens that may contain comment markers, and comments: whole-line comments, trailing comments, string literals,
// template literals and regular expressions. In formatted code a division has spaces around it.
const TOKENS =
  /^[ \t]*(?:\/\/.*|\/\*[^]*?\*\/)[ \t]*\n|[ \t]*\/\/.*|[ \t]*\/\*[^]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[^])*`|\/(?![*/ ])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//gm;

/** Returns a source text without its comments, which do not affect a program. */
export function withoutComments(source: string): string {
  return source.replaceAll(TOKENS, (token) => (/^[ \t]*\/[/*]/.test(token) ? '' : token));
}

// Imports at run time, and files that are read by URL.
const REFERENCES =
  /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'|\b(?:import(?:\.meta\.resolve)?|require)\('([^']+)'\)|\bnew URL\('([^']+)', import\.meta\.url\)/gm;

type PackageManifest = {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
};

/**
 * Returns the files and packages of modules by name: file texts without comments, and package versions. Follows imports, so that
 * new files and packages are included.
 */
export function sourcesOf(root: string, entries: readonly string[]): ReadonlyMap<string, string> {
  const sources = new Map<string, string>();

  function addFile(url: URL): void {
    const name = relative(root, fileURLToPath(url));
    if (sources.has(name)) return;
    const text = readFileSync(url, 'utf8');
    const isModule = name.endsWith('.ts');
    const code = isModule ? withoutComments(text) : text;
    sources.set(name, code);
    if (!isModule) return;
    for (const [, imported, loaded, beside] of code.matchAll(REFERENCES)) {
      const reference = imported ?? loaded ?? beside ?? '';
      if (beside !== undefined || reference.startsWith('.')) addFile(new URL(reference, url));
      else if (!reference.startsWith('node:')) addPackage(reference, url);
    }
  }

  function addPackage(reference: string, from: URL): void {
    const file = findPackageJSON(reference, from);
    if (file === undefined) throw new Error(`${reference} is imported by ${from.pathname} and not installed`);
    const { name, version, dependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as PackageManifest;
    const key = `${name}@${version}`;
    if (sources.has(key)) return;
    sources.set(key, version);
    for (const dependency of Object.keys(dependencies)) addPackage(dependency, pathToFileURL(file));
  }

  for (const entry of entries) addFile(pathToFileURL(join(root, entry)));
  return sources;
}

/** Returns the SHA-256 of the sources of modules and of further versions, in hexadecimal; equal on every machine. */
export function sourceDigest(root: string, entries: readonly string[], versions: readonly string[] = []): string {
  const hash = createHash('sha256');
  for (const version of versions) hash.update(JSON.stringify(version));
  const sources = [...sourcesOf(root, entries)];
  for (const source of sources.toSorted(([a], [b]) => (a < b ? -1 : 1))) hash.update(JSON.stringify(source));
  return hash.digest('hex');
}
