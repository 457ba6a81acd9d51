// Vocabulary files: a folder per trade with a file per language, named by its primary subtag.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createAnalyzer, type Analyzer } from '../../db/search/text/analyzer.ts';
import type { TradeWords } from '../../shared/vocabulary.ts';
import { parseYaml } from '../../shared/yaml.ts';

const VOCABULARY = join(import.meta.dirname, '../../vocabulary');

const member = z.string('a word, in quotes where YAML reads it otherwise').trim().min(1, 'a word');
const members = z.array(member, 'a list of words').min(1, 'at least one word');

const VocabularyFile = z.strictObject({
  signs: members.optional(),
  // Words of titles that exclude the trade although further titles match: a repair shop of *bikes* also has *brakes*.
  except: members.optional(),
  // The trade does not apply if titles show a trade without this flag.
  yields: z.boolean().default(false),
  words: z.record(z.string(), members, 'names of things with lists of words'),
  sayings: z.record(z.string(), members, 'words with lists of phrases').default({}),
});

/** The vocabulary of a trade in a language. Without `signs` it applies to every company. */
export type VocabularyFile = TradeWords & {
  readonly signs?: readonly string[] | undefined;
  readonly except?: readonly string[] | undefined;
  readonly yields?: boolean | undefined;
};

// Relations of the keys of a trade, independent of the language.
const THESAURUS = 'thesaurus.yaml';
const Thesaurus = z.strictObject({
  // Narrower things, parts and tasks by their broader thing.
  narrower: z.record(z.string(), members, 'names of things with lists of such names').default({}),
});

export const TRADES: readonly string[] = readdirSync(VOCABULARY, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();

// Adds a cache: vocabularies never change at run time, and are expensive to parse.
function cached<Given extends readonly string[], Value>(read: (...given: Given) => Value): (...given: Given) => Value {
  const cache = new Map<string, Value>();
  return (...given) => {
    const key = given.join('/');
    const value = cache.get(key) ?? read(...given);
    cache.set(key, value);
    return value;
  };
}

/** Header of a vocabulary file: the fields before its words. */
export type VocabularyHead = {
  /** False if the trade has no file in the language. */
  readonly exists: boolean;
  readonly signs: readonly string[] | undefined;
  readonly except: readonly string[];
  readonly yields: boolean;
};

/** Reads the vocabulary files of a trade by language. */
export const readTrade = cached(parseTrade);

/** Reads the header of a vocabulary file, without parsing the words. */
export const readHead = cached(parseHead);

// Reads the words of a trade in a single language; an empty object without a file.
const readWords = cached((trade: string, language: string): VocabularyFile['words'] => {
  const file = fileOf(trade, language);
  return existsSync(file) ? parseVocabulary(readFileSync(file, 'utf8'), file).words : {};
});

/** Returns the single words of things in a language, of all trades but the words of every company. */
export const readThings = cached((language: string): readonly string[] => {
  const { words } = createAnalyzer(language);
  const ofTrades = TRADES.filter((trade) => readHead(trade, language).signs !== undefined);
  const things = ofTrades.flatMap((trade) => Object.values(readWords(trade, language)).flat());
  return [...new Set(things)].filter((thing) => words(thing).length === 1);
});

/** Returns an index of trades by stem, with the stems that are a single word of a single trade. */
export const readOwnStems = cached((language: string): ReadonlyMap<string, string> => {
  const analyzer = createAnalyzer(language);
  const pairs = TRADES.flatMap((trade) =>
    [...new Set(Object.values(readWords(trade, language)).flat())].flatMap((word) => {
      const stem = singleStem(word, analyzer);
      return stem === undefined ? [] : [{ stem, trade }];
    }),
  );
  const byStem = Map.groupBy(pairs, ({ stem }) => stem);
  return new Map(
    [...byStem].flatMap(([stem, [first, ...further]]) =>
      first && further.every(({ trade }) => trade === first.trade) ? [[stem, first.trade] as const] : [],
    ),
  );
});

// Returns the stem of a single content word; `undefined` for a phrase.
function singleStem(text: string, { words, fold, isContentWord, termOf }: Analyzer): string | undefined {
  const [first, second] = words(text);
  return first && !second && isContentWord(fold(first.text)) ? termOf(first.text).stem : undefined;
}

function parseTrade(trade: string): Readonly<Record<string, VocabularyFile>> {
  const broader = parseThesaurus(trade);
  const makes = Object.fromEntries(
    Object.keys(broader)
      .filter(isBrand)
      .map((make) => [make, [make]]),
  );
  const languages = readdirSync(join(VOCABULARY, trade))
    .filter((name) => name.endsWith('.yaml') && name !== THESAURUS)
    .map((name) => name.slice(0, -'.yaml'.length));
  return Object.fromEntries(
    languages.map((language) => {
      const file = fileOf(trade, language);
      const parsed = parseVocabulary(readFileSync(file, 'utf8'), file);
      return [language, { ...parsed, words: { ...makes, ...parsed.words }, broader }];
    }),
  );
}

// Brand names begin with a capital letter, keys of things with a small letter.
const isBrand = (thing: string): boolean => /^\p{Lu}/u.test(thing);

// Returns an index of broader things by narrower thing.
function parseThesaurus(trade: string): NonNullable<TradeWords['broader']> {
  const file = join(VOCABULARY, trade, THESAURUS);
  if (!existsSync(file)) return {};
  const { narrower } = parseFile(Thesaurus, readFileSync(file, 'utf8'), file);
  const pairs = Object.entries(narrower).flatMap(([wider, things]) => things.map((thing) => ({ thing, wider })));
  const byThing = Map.groupBy(pairs, ({ thing }) => thing);
  return Object.fromEntries([...byThing].map(([thing, found]) => [thing, found.map(({ wider }) => wider)]));
}

function parseHead(trade: string, language: string): VocabularyHead {
  const file = fileOf(trade, language);
  if (!existsSync(file)) return { exists: false, signs: undefined, except: [], yields: false };
  const [head = ''] = readFileSync(file, 'utf8').split(/^words:/m, 1);
  const { signs, except = [], yields = false } = parseVocabulary(`${head}words: {}`, file);
  return { exists: true, signs, except, yields };
}

const fileOf = (trade: string, language: string): string => join(VOCABULARY, trade, `${language}.yaml`);

/** Parses a vocabulary file. Throws an error that lists all faults. */
export const parseVocabulary = (source: string, file: string): VocabularyFile =>
  parseFile(VocabularyFile, source, file);

function parseFile<T>(format: z.ZodType<T>, source: string, file: string): T {
  const { values, faults } = parseYaml(source);
  const parsed = format.safeParse(values);
  if (faults.length === 0 && parsed.success) return parsed.data;
  const listed = faults.length > 0 ? faults : (parsed.error?.issues ?? []).map(explainIssue);
  throw new Error(listed.map((fault) => `${file}: ${fault}`).join('\n'));
}

const explainIssue = ({ path, message }: z.core.$ZodIssue) =>
  `${path.map(String).join('.') || 'the file'}: wants ${message}`;
