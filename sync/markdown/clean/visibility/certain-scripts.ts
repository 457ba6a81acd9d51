/** What the scripts of a page do for certain: not what one of them shows again later, or only at times. */
import { memory } from '../../memory.ts';
import { readScript } from './script-rules.ts';
import type { Done } from './script-record.ts';

/** Scripts of a page that are followed, and the sum of their characters. */
const [MOST_SCRIPTS, MOST_CHARACTERS] = [100, 100_000];

/** What scripts call or write to show what was hidden. */
export const SHOWING =
  /\b(?:(?:show|toggle\w*|slide(?:Down|Toggle)|fade(?:In|To|Toggle)|animate|open\w*|removeClass|addClass|removeAttribute)\s*\(|classList|className|(?:display|visibility|opacity)["'`]?\s*[=:,](?!\s*(?:=|["'`]?(?:none|hidden|0(?:["'`;\s]|$))))|hidden\s*=\s*(?:false|!(?!0)))/;

export const wordsOf = (script: string): ReadonlySet<string> => new Set(script.match(/[\w-]+/g));

/** Pages of one site have the same scripts. */
const readOnce = memory(readScript, { most: 200, longest: 20_000 });

/** What each of those scripts of a page that do something does for certain. */
export function certainOf(scripts: readonly string[]): readonly Done[] {
  if (scripts.length === 0) return [];
  let room = MOST_CHARACTERS;
  const done = scripts
    .slice(0, MOST_SCRIPTS)
    .flatMap((script) => ((room -= script.length) < 0 ? [] : [readOnce(script)]));
  const doing = done.filter(({ rules, sheets }) => rules.length + sheets.length > 0);
  if (doing.length === 0) return [];
  const showing = done.filter(({ uncertain }) => SHOWING.test(uncertain));
  const named = wordsOf(showing.map(({ uncertain }) => uncertain).join('\n'));
  const isShown = (selector: string) => (selector.match(/[\w-]+/g) ?? []).some((name) => named.has(name));
  return doing
    .filter((one) => !showing.includes(one))
    .map(({ rules, sheets, uncertain }) => ({
      rules: rules.filter(({ selector }) => !isShown(selector)),
      sheets,
      uncertain,
    }));
}
