import { PATHS } from '../../shared/public-paths.ts';
import { WELL_KNOWN_FOLDER, type WellKnownFile } from '../../shared/well-known-files.ts';
import { fixFor } from './fixes.ts';
import { ok, problem, type Finding } from './finding.ts';
import { askPublic, type PublicAnswer } from './public-answer.ts';

/** The owner's files for `/.well-known/`, by their names. */
export type WellKnownFiles = ReadonlyMap<string, WellKnownFile>;

const PUBLISHED: ReadonlySet<unknown> = new Set(Object.values(PATHS));

/** Judges the folder: which of its files are published. Nothing where there are none. */
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

/** Checks that each file of the owner arrives outside as it is. */
export async function examineWellKnownFiles(
  origin: string,
  files: WellKnownFiles,
  signal: AbortSignal,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [name, file] of files) {
    const path = `${PATHS.wellKnown}/${name}`;
    if (!('body' in file) || PUBLISHED.has(path)) continue;
    findings.push(judgeArrival(path, file.body.toString(), await askPublic(`${origin}${path}`, {}, signal)));
  }
  return findings;
}

function judgeArrival(path: string, text: string, answer: PublicAnswer | Error): Finding {
  const check = `public.address.${path}`;
  if (!(answer instanceof Error) && answer.status === 200 && answer.text === text) {
    return ok(check, `${path} is the file of DATA_DIR`);
  }
  const got = answer instanceof Error ? answer.message : `${answer.status}`;
  return problem(check, `${path} is not the file of DATA_DIR (${got})`, fixFor('own_file', path));
}
