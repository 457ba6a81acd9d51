import { existsSync } from 'node:fs';
import { NEWER_SCHEMA_ADVICE, openToInspect } from './sqlite.ts';

/** A finding about stored data, with advice for the operator. */
export type Condition = { readonly message: string } & (
  | { readonly level: 'ok' }
  | { readonly level: 'note' | 'problem'; readonly advice: string }
);

type Expected = {
  // Newest supported schema version.
  readonly version: number;
  readonly ifAbsent: { readonly message: string; readonly advice: string };
  readonly ifDamaged: string;
};

/** Checks the schema version and the structure of a SQLite database, without changes. */
export function inspectDatabase(file: string, { version: known, ifAbsent, ifDamaged }: Expected): Condition {
  if (!existsSync(file)) return { level: 'note', ...ifAbsent };
  const problem = (what: string, advice: string): Condition => ({
    level: 'problem',
    message: `${file} ${what}`,
    advice,
  });
  try {
    const { version, faults } = checkStructure(file);
    if (faults !== 'ok') return problem(`is damaged: ${faults}`, ifDamaged);
    if (version > known) {
      return problem(`has schema version ${version}; this program knows ${known}`, NEWER_SCHEMA_ADVICE);
    }
    return { level: 'ok', message: `${file} is sound, schema version ${version}` };
  } catch (error) {
    return problem(`cannot be read: ${(error as Error).message}`, ifDamaged);
  }
}

function checkStructure(file: string) {
  using db = openToInspect(file);
  const version = Number(db.pragma('user_version', { simple: true }));
  return { version, faults: db.prepare<[], string>('PRAGMA quick_check(3)').pluck().all().join('; ') };
}
