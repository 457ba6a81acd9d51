import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * A token of TypeScript in which `//` or `/*` may stand, or a comment: a comment with its line, a comment behind code, a
 * string, a template literal, a regular expression (which, formatted, is no division: that has blanks around it).
 */
const TOKENS =
  /^[ \t]*(?:\/\/.*|\/\*[^]*?\*\/)[ \t]*\n|[ \t]*\/\/.*|[ \t]*\/\*[^]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[^])*`|\/(?![*/ ])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//gm;

/** A source text without its comments: they do not change what a program does. */
export function withoutComments(source: string): string {
  return source.replaceAll(TOKENS, (token) => (/^[ \t]*\/[/*]/.test(token) ? '' : token));
}

/** Imports that are there at run time, and files that are read beside a module. */
const REFERENCES =
  /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'|\b(?:import(?:\.meta\.resolve)?|require)\('([^']+)'\)|\bnew URL\('([^']+)', import\.meta\.url\)/gm;

type PackageManifest = {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
};

/**
 * The files and packages that modules are made of, by name: the text of each file without comments, the version of each
 * package. Followed from import to import, so that a new file or package cannot be forgotten.
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

/** SHA-256 of all that some modules are made of, and of versions of what is no source, in hexadecimal; the same on every machine. */
export function sourceDigest(root: string, entries: readonly string[], versions: readonly string[] = []): string {
  const hash = createHash('sha256');
  for (const version of versions) hash.update(JSON.stringify(version));
  const sources = [...sourcesOf(root, entries)];
  for (const source of sources.toSorted(([a], [b]) => (a < b ? -1 : 1))) hash.update(JSON.stringify(source));
  return hash.digest('hex');
}
