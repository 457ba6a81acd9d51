import { PATHS } from '../../../shared/public-paths.ts';
import type { InsightsTexts } from './insights-texts.ts';

/** Texts in English. */
export const INSIGHTS_EN: InsightsTexts = {
  title: 'What agents asked',
  titleOf: (site) => `${site} · what agents asked`,
  period: (from, to) => (from === to ? from : `${from} to ${to}`),
  nothing: 'Nothing has been asked yet, or LEDGER_DAYS is 0.',
  none: 'None.',
  withoutText: (questions) => `${questions} more, whose texts are not stored.`,
  numbers: 'The numbers',
  privacy: ({ without_text: untold, personal, busy, full }) =>
    [
      'The text of a question is stored after three unrelated callers asked it within 30 days. Words that the site does not use become "…"; numbers, addresses and documents are not stored.',
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
      about: 'Questions that showed pages of which none was read within minutes.',
    },
    questions: { title: 'Most asked', about: 'The questions that were asked most often.' },
    pages: { title: 'Pages that agents use', about: 'How often pages were read, and shown among the first results.' },
    services: { title: 'Questions by service', about: 'By the service of the first page that was shown.' },
    cities: {
      title: 'Questions by city',
      about: 'By the city that was asked for, or that of the first page that was shown.',
    },
    callers: {
      title: 'Callers',
      about: 'Calls by User-Agent and interface, without those of this service and of WordPress.',
    },
    quota: { title: 'Use of the quota', about: 'Calls by how much of its quota the caller had used by then.' },
    trial: { title: 'Trial of the synonyms', about: 'Answers that the proposed synonyms change.' },
  },
  columns: {
    question: 'question',
    asked: 'asked',
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
    page: ({ path, title }) => `say it on ${path} (${title})`,
    place: ({ place }) => `${place} is not served: say so, or name it in aliases of a city`,
    new_page: () => 'a new page: no page answers',
  },
  trial: {
    synonyms: (groups) => `Synonyms on trial: ${groups}`,
    noSynonyms: 'There is no synonym to try; the golden queries are asked all the same.',
    replayed: (queries, golden) => `${queries} queries asked again, ${golden} of them golden.`,
    golden: (before, after, all) =>
      `Golden queries with their page first: ${before} before, ${after} after, of ${all}.`,
    same: 'No answer changes.',
    verdicts: { better: 'better', worse: 'worse', other: 'another first page' },
    answer: ({ results, first, rank, unmatched }) => {
      if (results === 0) return 'nothing';
      const place = rank === null ? '' : `; the right page at ${rank}`;
      return `${first ?? ''}${place}${unmatched.length === 0 ? '' : `; unknown: ${unmatched.join(', ')}`}`;
    },
  },
};
