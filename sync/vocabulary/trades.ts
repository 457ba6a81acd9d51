// Vocabulary files: one folder a trade, in it one file a language, named by its primary subtag.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { TradeWords } from '../../shared/vocabulary.ts';
import { parseYaml } from '../../shared/yaml.ts';

const VOCABULARY = join(import.meta.dirname, '../../vocabulary');

const member = z.string('a word, in quotes where YAML reads it otherwise').trim().min(1, 'a word');
const members = z.array(member, 'a list of words').min(1, 'at least one word');

const VocabularyFile = z.strictObject({
  /** Without any, the words are of every company's site. */
  signs: members.optional(),
  /** Words of titles of another trade whose other titles may be the same: who repairs *bikes* has *brakes* as well. */
  except: members.optional(),
  /** Off where the titles show another trade, of which the company may sell things as well. */
  yields: z.boolean().default(false),
  words: z.record(z.string(), members, 'names of things with lists of words'),
  sayings: z.record(z.string(), members, 'words with lists of phrases').default({}),
});

/** The vocabulary of a trade in one language, with the words of titles that show the trade; without, it is of every company. */
export type VocabularyFile = TradeWords & {
  readonly signs?: readonly string[] | undefined;
  readonly except?: readonly string[] | undefined;
  readonly yields?: boolean | undefined;
};

/** What is said of the keys of a trade, whatever the language: one file of the trade. */
const THESAURUS = 'thesaurus.yaml';
const Thesaurus = z.strictObject({
  /** Things by the wider one that they are a kind, a part or a matter of. */
  narrower: z.record(z.string(), members, 'names of things with lists of such names').default({}),
});

/** Names of the trades that have a vocabulary. */
export const TRADES: readonly string[] = readdirSync(VOCABULARY, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();

/** Vocabularies are a part of the program, and dear to parse. */
const tradesRead = new Map<string, Readonly<Record<string, VocabularyFile>>>();
const headsRead = new Map<string, VocabularyHead>();

/** What is known of a trade in a language without its words. */
export type VocabularyHead = {
  /** False for a language in which the trade has no words. */
  readonly exists: boolean;
  readonly signs: readonly string[] | undefined;
  readonly except: readonly string[];
  readonly yields: boolean;
};

/** The vocabulary files of a trade by language. */
export function readTrade(trade: string): Readonly<Record<string, VocabularyFile>> {
  const files = tradesRead.get(trade) ?? parseTrade(trade);
  tradesRead.set(trade, files);
  return files;
}

/** What stands before the words of a trade in a language; the words are not parsed. */
export function readHead(trade: string, language: string): VocabularyHead {
  const key = `${trade}/${language}`;
  const head = headsRead.get(key) ?? parseHead(trade, language);
  headsRead.set(key, head);
  return head;
}

function parseTrade(trade: string): Readonly<Record<string, VocabularyFile>> {
  const broader = parseThesaurus(trade);
  const makes = Object.fromEntries(
    Object.keys(broader)
      .filter(isMake)
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

/** The name of a make begins with a capital letter, the key of a thing with a small one. */
const isMake = (thing: string): boolean => /^\p{Lu}/u.test(thing);

/** The wider things of each thing of a trade. */
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

/** Parses a vocabulary file; throws an error that lists every fault. */
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
