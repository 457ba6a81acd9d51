import type { ExplainedPage, Explanation } from '../db/search/explain.ts';
import { FEATURES } from '../db/search/match/model.ts';
import { counted, printable } from '../shared/printable.ts';
import { textTable } from '../shared/text-table.ts';

type Result = ExplainedPage & { readonly path: string; readonly title: string };

/** An explained search result and, with `--page`, the explanation of a page. */
export type QueryExplanation = Omit<Explanation, 'results' | 'about'> & {
  readonly query: string;
  /** Slug of the requested city. */
  readonly city: string | null;
  /** Primary subtag of the searched language. */
  readonly language: string;
  readonly limit: number;
  readonly generation: number;
  readonly mode: string;
  readonly results: readonly Result[];
  readonly page: {
    readonly asked: string;
    readonly path: string | null;
    readonly why: 'shown' | 'below' | 'other_city' | 'other_language' | 'no_term' | 'not_in_index';
    readonly explained: ExplainedPage | null;
  } | null;
};

/** Formats an explanation as aligned text for a terminal. */
export function explanationText(explanation: QueryExplanation): string {
  const { query, generation, mode, results, page } = explanation;
  const lines = [
    `${JSON.stringify(printable(query))}, generation ${generation}, searched ${mode === 'memory' ? 'in memory' : 'from the file'}`,
    '',
    ...readingLines(explanation),
    '',
    ...(results.length === 0 ? ['No page matches.'] : textTable(HEADER, results.map(resultRow))),
    ...results.flatMap(resultLines),
    ...(page ? ['', ...requestedPageLines(page, explanation)] : []),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

const ROLES = { term: 'search term', city: 'name of a city', stop_word: 'stop word' } as const;

// Words of the query and the passes that ran.
function readingLines({ words, namedCity, city, passes }: QueryExplanation): string[] {
  const rows = words.map(({ text, typed, role, stem, idf, alternatives }) => [
    typed.join(' ') === text ? text : `${typed.join(' ')} → ${text}`,
    ROLES[role],
    role === 'stop_word' ? '' : stem,
    role === 'stop_word' ? '' : number(idf),
    role === 'stop_word' ? '' : alternatives.map(alternativeText).join(', ') || 'not in the index',
  ]);
  return [
    ...tableOf(['word', 'use', 'stem', 'idf', 'found by (weight, pages)'], rows),
    '',
    `named city  ${namedCity ?? 'none'}${city === null ? '' : `, only ${city} requested`}`,
    ...passes.map((pass, at) => {
      const terms = pass.terms.join(' ') || 'every page';
      return `pass ${at + 1}      ${citiesText(pass.cities)}: ${terms}; ${counted(pass.matches, 'page')} ${pass.matches === 1 ? 'matches' : 'match'}`;
    }),
  ];
}

function alternativeText({
  stem,
  weight,
  origin,
  pages,
}: Explanation['words'][number]['alternatives'][number]): string {
  return `${stem}${origin === 'word' ? '' : ` by ${origin}`} (${number(weight)}, ${pages})`;
}

function citiesText(cities: Explanation['passes'][number]['cities']): string {
  if (!cities) return 'all pages';
  return 'only' in cities ? `pages of ${cities.only}` : `pages not of ${cities.except}`;
}

const HEADER = ['place', 'score', 'first stage', ...FEATURES, 'page'];

// Score, first stage, and contribution of each feature.
function resultRow({ place, pass, firstStage, reranked, path }: Result): string[] {
  return [
    `${place}${pass > 1 ? ` (pass ${pass})` : ''}`,
    reranked ? number(reranked.score) : '–',
    firstStage ? `${number(firstStage.score)} (${firstStage.place})` : '–',
    ...FEATURES.map((feature) => (reranked ? number(reranked.shares[feature]) : '–')),
    printable(path),
  ];
}

function resultLines(result: Result): string[] {
  const heading = `${result.place}. ${printable(result.title)} (${printable(result.path)})`;
  return ['', heading, ...pageLines(result)];
}

// Terms of a page, and the reasons for its rank.
function pageLines({ reranked, promotedBefore, terms }: ExplainedPage): string[] {
  const rows = terms.map(({ term, text, exact, title, proximity }) => [
    term,
    ...[text, exact, title, proximity].map(number),
  ]);
  const notes = [
    reranked
      ? `re-ranked to ${reranked.place} with ${number(reranked.score)}`
      : 'below the candidate window: in the order of the first stage',
    ...(reranked && reranked.bonus > 0 ? ['front page of the city, and the query names nothing else: first'] : []),
    ...(promotedBefore === null ? [] : ['general page, moved before the copy of a city']),
  ];
  return [
    ...tableOf(['term', 'text', 'exact', 'title', 'proximity'], rows).map((line) => `   ${line}`),
    `   ${notes.join('; ')}`,
  ];
}

function requestedPageLines(
  { asked, path, why, explained }: NonNullable<QueryExplanation['page']>,
  of: QueryExplanation,
): string[] {
  const name = printable(path ?? asked);
  const sentence = {
    shown: `${name} is at place ${explained?.place}.`,
    below: `${name} matches, and is at place ${explained?.place}, below the ${of.limit} requested results.`,
    other_city: `${name} is not of ${of.city}, and only pages of that city were requested.`,
    other_language: `${name} is not in ${of.language}, and only pages in that language were searched.`,
    no_term: `${name} is in the index, but contains none of the search terms or their synonyms.`,
    not_in_index: `${name} is not in the index. npm run sync -- --only ${name} reports the reason, if it is a page of the site.`,
  }[why];
  return why === 'below' && explained ? [sentence, ...pageLines(explained)] : [sentence];
}

function number(value: number): string {
  return value.toFixed(2);
}

const tableOf = (header: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
  rows.length === 0 ? [] : textTable(header, rows);
