// Vocabulary files: one folder a trade, in it one file a language, named by its primary subtag.
import { readdirSync, readFileSync } from 'node:fs';
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
  words: z.record(z.string(), members, 'names of things with lists of words'),
  sayings: z.record(z.string(), members, 'words with lists of phrases').default({}),
});

/** The vocabulary of a trade in one language, with the words of titles that show the trade; without, it is of every company. */
export type VocabularyFile = TradeWords & { readonly signs?: readonly string[] | undefined };

/** Names of the trades that have a vocabulary. */
export const TRADES: readonly string[] = readdirSync(VOCABULARY, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();

/** Vocabularies are a part of the program, and dear to parse. */
const tradesRead = new Map<string, Readonly<Record<string, VocabularyFile>>>();

/** The vocabulary files of a trade by language. */
export function readTrade(trade: string): Readonly<Record<string, VocabularyFile>> {
  const files = tradesRead.get(trade) ?? parseTrade(trade);
  tradesRead.set(trade, files);
  return files;
}

function parseTrade(trade: string): Readonly<Record<string, VocabularyFile>> {
  const folder = join(VOCABULARY, trade);
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return Object.fromEntries(
    files.map((name) => {
      const file = join(folder, name);
      return [name.slice(0, -'.yaml'.length), parseVocabulary(readFileSync(file, 'utf8'), file)];
    }),
  );
}

/** Parses a vocabulary file; throws an error that lists every fault. */
export function parseVocabulary(source: string, file: string): VocabularyFile {
  const { values, faults } = parseYaml(source);
  const parsed = VocabularyFile.safeParse(values);
  if (faults.length === 0 && parsed.success) return parsed.data;
  const listed = faults.length > 0 ? faults : (parsed.error?.issues ?? []).map(explainIssue);
  throw new Error(listed.map((fault) => `${file}: ${fault}`).join('\n'));
}

const explainIssue = ({ path, message }: z.core.$ZodIssue) =>
  `${path.map(String).join('.') || 'the file'}: wants ${message}`;
