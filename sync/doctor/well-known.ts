import { PATHS } from '../../shared/public-paths.ts';
import { WELL_KNOWN_FOLDER, type WellKnownFile } from '../../shared/well-known-files.ts';
import { fixFor } from './fixes.ts';
import { found, type Finding, type Result } from './finding.ts';
import type { Send } from './public-addresses.ts';
import { gotOf } from './public-answer.ts';

/** The owner's files for `/.well-known/`, by name. */
export type WellKnownFiles = ReadonlyMap<string, WellKnownFile>;

const PUBLISHED: ReadonlySet<unknown> = new Set(Object.values(PATHS));

/** Checks which files of the folder are published; returns no findings without files. */
export function judgeWellKnownFiles(files: WellKnownFiles): Finding[] {
  return [...files].map(([name, file]): Finding => {
    const path = `${PATHS.wellKnown}/${name}`;
    const values = { file: `${WELL_KNOWN_FOLDER}/${name}`, path, reason: 'refused' in file ? file.refused : '' };
    const outcome = 'refused' in file ? 'refused' : PUBLISHED.has(path) ? 'taken' : 'published';
    return found('well_known', outcome, values, { check: `well_known.${name}` });
  });
}

/** Checks that a request from outside returns each of the owner's files unchanged. */
export async function examineWellKnownFiles(files: WellKnownFiles, ask: Send): Promise<Result[]> {
  const results: Result[] = [];
  for (const [name, file] of files) {
    const path = `${PATHS.wellKnown}/${name}`;
    if (!('body' in file) || PUBLISHED.has(path)) continue;
    const [check, answer] = [`public.address.${path}`, await ask(path)];
    const isThere = answer.status === 200 && answer.text === file.body.toString();
    const values = { path, got: gotOf(answer) };
    const more = isThere ? { check } : { check, advice: fixFor('own_file', path) };
    results.push(found('public.address', isThere ? 'file' : 'fileDiffers', values, more));
  }
  return results;
}
