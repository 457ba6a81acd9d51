import { PATHS } from '../../shared/public-paths.ts';
import { WELL_KNOWN_FOLDER, type WellKnownFile } from '../../shared/well-known-files.ts';
import { fixFor } from './fixes.ts';
import { ok, problem, type Finding } from './finding.ts';
import { failed, passed, type Result } from './checks.ts';
import type { Send } from './public-addresses.ts';

/** The owner's files for `/.well-known/`, by name. */
export type WellKnownFiles = ReadonlyMap<string, WellKnownFile>;

const PUBLISHED: ReadonlySet<unknown> = new Set(Object.values(PATHS));

/** Checks which files of the folder are published; returns no findings without files. */
export function judgeWellKnownFiles(files: WellKnownFiles): Finding[] {
  return [...files].map(([name, file]): Finding => {
    const check = `well_known.${name}`;
    if ('refused' in file) {
      return problem(
        check,
        `${WELL_KNOWN_FOLDER}/${name} is not published: ${file.refused}`,
        'put a plain file of at most 256 KiB there',
      );
    }
    if (PUBLISHED.has(`${PATHS.wellKnown}/${name}`)) {
      return problem(
        check,
        `${WELL_KNOWN_FOLDER}/${name} is not published: the service has a document of that name`,
        'remove it',
      );
    }
    return ok(check, `${WELL_KNOWN_FOLDER}/${name} is published as ${PATHS.wellKnown}/${name}`);
  });
}

/** Checks that a request from outside returns each of the owner's files unchanged. */
export async function examineWellKnownFiles(files: WellKnownFiles, ask: Send): Promise<Result[]> {
  const results: Result[] = [];
  for (const [name, file] of files) {
    const path = `${PATHS.wellKnown}/${name}`;
    if (!('body' in file) || PUBLISHED.has(path)) continue;
    const [check, answer] = [`public.address.${path}`, await ask(path)];
    const isThere = !(answer instanceof Error) && answer.status === 200 && answer.text === file.body.toString();
    const got = answer instanceof Error ? answer.message : `${answer.status}`;
    const message = `${path} is not the file of DATA_DIR (${got})`;
    const result = isThere
      ? passed(`${path} is the file of DATA_DIR`)
      : failed(message, { advice: fixFor('own_file', path) });
    results.push({ ...result, check });
  }
  return results;
}
