import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { DEFAULT_CITIES } from '../shared/cities.ts';

const ROOT = join(import.meta.dirname, '..');

/** Words of the trade and of the demo, without accents. Vocabulary of trades is in `vocabulary/`, that of languages in `db/search/`. */
const TRADE =
  /fontaner|desatas|fregadero|cerraj|electrici(?:dad|sta)|electrodomest|tuberia|persiana|\bgrifos?\b|\bcalderas?\b|\breformas?\b|plumb|locksmith|electrician|drain unblock|home[- ]maintenance|llave ?y ?tejo/;

const names = DEFAULT_CITIES.flatMap(({ slug, name }) => [slug, folded(name)]);
const CITY = new RegExp(`(?<![a-z])(?:${[...new Set(names)].join('|')})(?![a-z])`);

/** Files that know cities, and what for. */
const KNOWS_CITIES = [
  'shared/cities.ts', // the values that `city` has by contract
  'sync/company/words/country.yaml', // top-level domains of cities
  'sync/company/words/address.yaml', // large towns of many countries, by which an address is known
];

function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** The files of these folders that are ours to write, without the demo. */
function files(...folders: readonly string[]): readonly string[] {
  return folders
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('sync/demo/'));
}

/** The lines of these files in which there is such a word. */
function linesWith(word: RegExp, among: readonly string[]): readonly string[] {
  return among.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (word.test(folded(line)) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  );
}

describe('the code', () => {
  const code = files('server', 'shared', 'sync');

  it('is of no trade: services, examples and names come from the site', () => {
    assert.ok(code.length > 100);
    assert.deepEqual(linesWith(TRADE, code), []);
  });

  it('is of no city, but for the values of the parameter and what tells the country of an address', () => {
    assert.deepEqual(
      linesWith(
        CITY,
        code.filter((file) => !KNOWS_CITIES.includes(file)),
      ),
      [],
    );
    for (const file of KNOWS_CITIES) assert.ok(linesWith(CITY, [file]).length > 0, `${file} need not be listed`);
  });
});
