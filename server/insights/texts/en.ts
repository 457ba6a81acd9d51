import { PATHS } from '../../../shared/public-paths.ts';
import type { InsightsTexts } from './insights-texts.ts';

export const INSIGHTS_EN: InsightsTexts = {
  title: 'Questions of agents',
  titleOf: (site) => `${site} · questions of agents`,
  period: (from, to) => (from === to ? from : `${from} to ${to}`),
  nothing: 'There are no questions yet, or LEDGER_DAYS is 0.',
  none: 'None.',
  withoutText: (questions) => `${questions} more without stored text.`,
  numbers: 'The numbers',
  privacy: ({ without_text: untold, personal, busy, full }) =>
    [
      'The text of a question is stored after three unrelated callers within 30 days. Words that the site does not use become "…"; numbers, addresses and documents are not stored.',
      `Counted without their text: ${untold}, ${personal} of them perhaps personal.`,
      ...(busy + full > 0 ? [`Not recorded because there were too many: ${busy + full}.`] : []),
    ].join(' '),
  totals: {
    calls: 'calls',
    questions: 'questions',
    unanswered: 'unanswered',
    reads: 'pages read',
    refused: 'refused for the quota',
    without_text: 'without their text',
  },
  sections: {
    trend: { title: 'Day by day', about: 'Questions of each day, and how many were unanswered.' },
    not_found: {
      title: 'Unanswered',
      about: 'Questions without results, or with a word that the site does not have.',
    },
    not_read: {
      title: 'Found, but not read',
      about: 'Questions with results that no caller read within minutes.',
    },
    questions: { title: 'Most frequent', about: 'The most frequent questions.' },
    pages: { title: 'Pages that agents use', about: 'Reads of a page, and its appearances among the first results.' },
    services: { title: 'Questions by service', about: 'By the service of the first result.' },
    cities: {
      title: 'Questions by city',
      about: 'By the requested city, or the city of the first result.',
    },
    callers: {
      title: 'Callers',
      about: 'Calls by User-Agent and API, without calls of this service and of WordPress.',
    },
    quota: { title: 'Use of the quota', about: 'Calls by the used part of the quota of the caller.' },
    trial: { title: 'Trial of the synonyms', about: 'Results that the proposed synonyms change.' },
  },
  columns: {
    question: 'question',
    asked: 'times',
    reason: 'reason',
    read: 'read',
    proposal: 'proposal',
    page: 'page',
    shown: 'shown',
    service: 'service',
    city: 'city',
    questions: 'questions',
    caller: 'caller',
    calls: 'calls',
    identified: 'with a token',
    low: 'below half',
    high: 'above half',
    refused: 'refused',
    day: 'day',
    unanswered: 'unanswered',
    reads: 'pages read',
    before: 'before',
    after: 'after',
  },
  reasons: { empty: 'no results', unmatched: 'unknown word' },
  faces: { http: 'HTTP API', mcp: PATHS.mcp, knowledge: PATHS.mcpKnowledge, markdown: 'page as Markdown' },
  callers: { anonymous: 'without a token', identified: 'with a token' },
  families: {
    None: 'no User-Agent',
    Others: 'others',
    Browsers: 'browsers',
    Crawlers: 'crawlers',
    'Command line': 'command line',
    'Other assistants': 'other assistants',
    'Other editors': 'other editors',
    'MCP tools': 'MCP tools',
    'Agent frameworks': 'agent frameworks',
  },
  proposals: {
    synonym: ({ words }) => `synonym for site.yaml: [${words.join(', ')}]`,
    page: ({ path, title }) => `add the answer to ${path} (${title})`,
    place: ({ place }) => `${place} is not served: state this on a page, or add it to the aliases of a city`,
    new_page: () => 'a new page: no page answers',
  },
  trial: {
    synonyms: (groups) => `Synonyms on trial: ${groups}`,
    noSynonyms: 'There are no synonyms to try; only the golden queries ran.',
    replayed: (queries, golden) => `${queries} queries repeated, ${golden} of them golden.`,
    golden: (before, after, all) =>
      `Golden queries with their page first: ${before} before, ${after} after, of ${all}.`,
    same: 'No results change.',
    verdicts: { better: 'better', worse: 'worse', other: 'different first page' },
    answer: ({ results, first, rank, unmatched }) => {
      if (results === 0) return 'nothing';
      const place = rank === null ? '' : `; the right page at ${rank}`;
      return `${first ?? ''}${place}${unmatched.length === 0 ? '' : `; unknown: ${unmatched.join(', ')}`}`;
    },
  },
};
