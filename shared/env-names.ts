import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { nearestWord } from './nearest-word.ts';
import { ConfigurationError, settingMeanings } from './settings.ts';

/** A name in `.env` that no setting has, and the one that was meant, if that can be told. */
export type MisnamedSetting = { readonly name: string; readonly nearest: string | undefined };

const KNOWN = settingMeanings.flatMap(({ name }) => [name, `${name}_FILE`]);

/** Prefix of names that are certainly meant for us. */
const OURS = 'SYNC_';

/**
 * Names in the text of a `.env` that are near one of ours, or begin as only ours do. Others are of other programs; and one beside the
 * setting that it resembles is kept there on purpose.
 */
export function misnamedIn(text: string): readonly MisnamedSetting[] {
  const names = Object.keys(parseEnv(text));
  return names.flatMap((name) => {
    if (KNOWN.includes(name)) return [];
    const isOurs = name.startsWith(OURS);
    const furthest = Math.max(1, Math.floor(name.length / (isOurs ? 3 : 4)));
    const nearest = nearestWord(name.toUpperCase(), KNOWN, furthest);
    if (nearest === undefined ? !isOurs : names.includes(nearest)) return [];
    return [{ name, nearest }];
  });
}

/** The same of the `.env` in this folder; none where it cannot be read. */
export function misnamedSettings(): readonly MisnamedSetting[] {
  try {
    return misnamedIn(readFileSync('.env', 'utf8'));
  } catch {
    return [];
  }
}

/** Tells what a misnamed setting is taken for. */
export const misnamedText = ({ name, nearest }: MisnamedSetting): string =>
  `.env: ${name} is no setting${nearest === undefined ? '' : `, the nearest one is ${nearest}`}`;

/** Throws a ConfigurationError for names in `.env` that set nothing: a misspelt SITE_URL must not start the demo. */
export function refuseMisnamedSettings(): void {
  const misnamed = misnamedSettings();
  if (misnamed.length > 0) throw new ConfigurationError(misnamed.map(misnamedText));
}
