import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A word, and single words of about the same meaning, as the thesaurus spells them. */
export type ThesaurusEntry = { readonly word: string; readonly similar: readonly string[] };

/** Where Debian's packages `mythes-*` put their files. */
export const MYTHES = '/usr/share/mythes';

/** What stands behind a word that is near another in other ways than by its meaning. */
const OF_ANOTHER_MEANING = /\((?:antonym|related term)\)/;

/**
 * A MyThes thesaurus of a language (primary subtag) in a directory; without entries where there is none, or one that cannot be
 * read: search needs none.
 */
export function readThesaurus(language: string, directory: string): readonly ThesaurusEntry[] {
  const name = filesIn(directory).find((file) => file.startsWith(`th_${language}_`) && file.endsWith('.dat'));
  if (name === undefined) return [];
  try {
    return parseThesaurus(readFileSync(join(directory, name)));
  } catch {
    return [];
  }
}

/** The thesauri in a directory, each with its size: others make other indexes. Empty where there is none. */
export function listThesauri(directory: string): string {
  const files = filesIn(directory).filter((file) => file.endsWith('.dat'));
  return files.map((file) => `${file} ${statSync(join(directory, file), { throwIfNoEntry: false })?.size}`).join('\n');
}

function filesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).toSorted();
  } catch {
    return [];
  }
}

/**
 * Parses a data file of MyThes: its encoding, then for each entry `word|number of meanings`, and a line for each meaning: a part
 * of speech and the words, divided by `|`, with remarks in brackets.
 */
function parseThesaurus(bytes: Uint8Array): readonly ThesaurusEntry[] {
  const [encoding = ''] = Buffer.from(bytes.subarray(0, 30)).toString('latin1').split(/\r?\n/, 1);
  const [, ...lines] = new TextDecoder(encoding.replace(/^ISO(?=\d)/, 'ISO-')).decode(bytes).split(/\r?\n/);
  const entries: ThesaurusEntry[] = [];
  for (let at = 0; at < lines.length;) {
    const [word = '', count] = (lines[at] ?? '').split('|');
    const end = at + 1 + Math.max(0, Number(count) || 0);
    const similar = lines.slice(at + 1, end).flatMap(wordsOfMeaning);
    if (isOneWord(word) && similar.length > 0) entries.push({ word, similar });
    at = end;
  }
  return entries;
}

function wordsOfMeaning(line: string): readonly string[] {
  const [, ...members] = line.split('|').filter((member) => !OF_ANOTHER_MEANING.test(member));
  return members.map((member) => member.replace(/\(.*?\)/g, '').trim()).filter(isOneWord);
}

const isOneWord = (text: string): boolean => /^[\p{L}\p{M}'’-]+$/u.test(text);
