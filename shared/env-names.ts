import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { nearestWord } from './nearest-word.ts';
import { ConfigurationError, SETTING_NAMES } from './settings.ts';

/** An unknown name in `.env`, and the nearest variable. */
export type MisnamedSetting = { readonly name: string; readonly nearest: string | undefined };

const KNOWN = SETTING_NAMES.flatMap((name) => [name, `${name}_FILE`]);

/** Prefix of names that only this project uses. */
const OURS = 'SYNC_';

/**
 * Returns unknown names in a `.env` file that are near a variable, or begin with our prefix. Names of further programs
 * are ignored, and so is a misspelt name beside its correct variable.
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

/** Reads misspelt names from `.env` in the current folder. Returns an empty array if the file cannot be read. */
export function misnamedSettings(): readonly MisnamedSetting[] {
  try {
    return misnamedIn(readFileSync('.env', 'utf8'));
  } catch {
    return [];
  }
}

export const misnamedText = ({ name, nearest }: MisnamedSetting): string =>
  `.env: ${name} is no setting${nearest === undefined ? '' : `, the nearest one is ${nearest}`}`;

/** Throws a ConfigurationError for misspelt names in `.env`: a misspelt SITE_URL must not start the demo. */
export function refuseMisnamedSettings(): void {
  const misnamed = misnamedSettings();
  if (misnamed.length > 0) throw new ConfigurationError(misnamed.map(misnamedText));
}
