/**
 * `npm run check:prose`: measures the English of comments, documents and commit subjects. A comment folder or a document meets
 * the goals, or has at most the hits that `test/prose.json` records for it. `-- --list NAME` lists hits, `-- --lower` records
 * lower ceilings. Linters of prose report single matches; rates per 1,000 words and ceilings need this script.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Figures with the highest number of hits per 1,000 words. */
const FIGURES = {
  'what/who': { pattern: /\b(?:what|whatever|who|whoever)\b/g, goal: 1 },
  'of which': { pattern: /\b(?:of|by|for|in|from|to|with|on|at) wh(?:ich|om)\b/g, goal: 0.7 },
  'tell/say/ask': { pattern: /\b(?:tells?|told|says?|said|asks?|asked)\b/g, goal: 1 },
  'one/other/else': { pattern: /\b(?:ones?|others?|else)\b/g, goal: 4 },
} as const;
const TERMS =
  /\b(?:parse|parser|default|fallback|cache|cached|option|options|config|request|response|header|buffer|callback|token|query|index|schema|timeout|flag|validate|invalid|iterator|stream|handler|path|field|array|string|object|type)\b/g;
/** Terms of art per 1,000 words: a goal for comments. */
const TERMS_GOAL = 27;
const LONGEST_SENTENCE = 30;
const LONGEST_SUBJECT = 60;

/** Phrases and the terms to write. */
const PHRASES: readonly (readonly [pattern: RegExp, write: string])[] = [
  [/\b(?:takes?|taken|took) (?:\w+ ){1,4}for an?\b/g, 'parse, classify, treat as'],
  [/\bso many\b/g, 'at most N, the number of'],
  [/\bkept\b/g, 'retained, cached, stored'],
  [/\bgone\b/g, 'deleted, removed'],
  [/\bothers['’]/g, 'third-party'],
  [/\b(?:is|are|stays?) silent\b|\bsilence\b/g, 'returns no results'],
  [/\banew\b/g, 'rebuilt, again'],
  [/\bof (?:its|their|our|your|his) own\b/g, 'separate, dedicated'],
  [/\bshut\b/g, 'collapsed, closed'],
  [/\bfaces?\b/g, 'API, endpoint'],
  [/\bdoors?\b/g, 'adapter, wrapper'],
  [/\blanes?\b|\b(?:stands?|standing) aside\b|\blets? pass\b/g, 'queue, pre-empt'],
  [/\bstamps?\b/g, 'code digest'],
  [/\btwins?\b/g, 'duplicates'],
  [/\bgrounds?\b/g, 'background, reason'],
  [/\bthose (?:that|who|which)\b|\bthat which\b/g, 'the noun: pages that, clients that'],
  [
    /\b(?:takes?|knows?|gets?|makes?|finds?|gives?|reads?|writes?|leaves?|shows?|wants?|holds?|changes?|sends?|sees?|keeps?|names?) no\b/g,
    'does not …',
  ],
  [/\b(?:is|are) for who\b/g, 'To …, …'],
];

/** Identifiers that carry the same faults. */
const NAMES = /\b(?:told|twins?|lanes?|openLane|standAside|letPass|grounds?|ways?|doors?|stamps?|world|isSilent)\b/g;

const ROOT = join(import.meta.dirname, '..');
const CEILINGS_FILE = join(import.meta.dirname, 'prose.json');

type Text = { readonly at: string; readonly text: string };
type Hit = { readonly at: string; readonly text: string };
type Hits = Record<string, readonly Hit[]>;
type Ceilings = Record<string, Record<string, number>>;

const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: ROOT, exclude: (name) => /(?:^|\/)(?:node_modules|build)$/.test(name) }).toSorted();
const countWords = (texts: readonly Text[]) =>
  texts.reduce((sum, { text }) => sum + (text.toLowerCase().match(/[a-z']+/g)?.length ?? 0), 0);

/** Comments on lines of their own, block comments, and tokens that may contain the signs of a comment. */
const TOKENS =
  /^[ \t]*\/\/+[ \t]?(?<line>[^\n]*)|\/\*\*?(?<block>[^]*?)\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[^])*`|\/(?![*/ ])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//gm;

/** Block comments and single line comments. */
function commentsOf(file: string): Text[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  return Array.from(source.matchAll(TOKENS)).flatMap(({ groups: { line, block } = {}, index }) => {
    const comment = line ?? block;
    if (comment === undefined) return [];
    const at = `${file}:${source.slice(0, index).split('\n').length}`;
    return [{ at, text: comment.replaceAll('*', ' ').replaceAll(/\s+/g, ' ').trim() }];
  });
}

/** Identifiers that `NAMES` forbids, outside comments and strings. */
function nameFaults(file: string): string[] {
  const code = readFileSync(join(ROOT, file), 'utf8').replaceAll(TOKENS, '');
  return Array.from(
    code.matchAll(NAMES),
    ([name]) => `${file}: rename ${name}; PHRASES in test/prose.ts has the terms`,
  );
}

/** Paragraphs, list items and table cells of a Markdown document, without blocks of code and targets of links. */
function paragraphsOf(file: string): Text[] {
  const found: { at: string; text: string }[] = [];
  // A readme.txt of WordPress begins with a header of a field per line.
  const start = file.endsWith('.txt') ? /^(?:[-*#>=]|\d+\.|[A-Z][A-Za-z ]+:) ?/ : /^(?:[-*#>=]|\d+\.) ?/;
  let fenced = false;
  let open = false;
  for (const [at, line] of readFileSync(join(ROOT, file), 'utf8').split('\n').entries()) {
    if (/^\s*```/.test(line)) fenced = !fenced;
    const text = line.replaceAll(/\]\([^)]*\)/g, ']').trim();
    if (fenced || text === '' || /^\s*```/.test(line)) open = false;
    else if (text.startsWith('|'))
      found.push(...text.split('|').map((cell) => ({ at: `${file}:${at + 1}`, text: cell })));
    else {
      const last = open && !start.test(text) ? found.at(-1) : undefined;
      if (last) last.text += ` ${text}`;
      else found.push({ at: `${file}:${at + 1}`, text });
      open = !text.startsWith('#');
    }
  }
  return found;
}

/** Line comments of adjacent lines are one text. */
function joined(comments: readonly Text[]): Text[] {
  const texts: Text[] = [];
  let next = '';
  for (const { at, text } of comments) {
    const last = texts.at(-1);
    if (last && at === next) texts[texts.length - 1] = { at: last.at, text: `${last.text} ${text}` };
    else texts.push({ at, text });
    next = at.replace(/\d+$/, (line) => String(Number(line) + 1));
  }
  return texts;
}

/** Text without inline code and the markup of links and emphasis. */
const prose = (text: string) => text.replaceAll(/`[^`]*`/g, 'Code').replaceAll(/[[\]*_]/g, '');

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
function longSentences(texts: readonly Text[]): Hit[] {
  return texts.flatMap(({ at, text }) =>
    [...sentences.segment(prose(text.replace(/@(?:param|return|var)\b.*/, '')))]
      .filter(({ segment }) => (segment.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu)?.length ?? 0) > LONGEST_SENTENCE)
      .map(({ segment }) => ({ at, text: segment.trim() })),
  );
}

function matches(texts: readonly Text[], pattern: RegExp, note = ''): Hit[] {
  return texts.flatMap(({ at, text }) =>
    Array.from(text.toLowerCase().matchAll(pattern), ({ 0: found, index }) => ({
      at,
      text: `${found}${note}: …${text.slice(Math.max(0, index - 40), index + 50)}…`,
    })),
  );
}

function hitsOf(texts: readonly Text[], whole: readonly Text[] = texts): Hits {
  const plain = whole.map(({ at, text }) => ({ at, text: prose(text) }));
  return {
    ...Object.fromEntries(Object.entries(FIGURES).map(([name, { pattern }]) => [name, matches(texts, pattern)])),
    phrases: PHRASES.flatMap(([pattern, write]) => matches(plain, pattern, ` (write: ${write})`)),
    long: longSentences(whole),
  };
}

/** Most hits that meet the goal, rounded up in short texts. */
function allowed(figure: string, words: number): number {
  if (!(figure in FIGURES)) return 0;
  const most = (FIGURES[figure as keyof typeof FIGURES].goal * words) / 1000;
  return words < 1000 ? Math.ceil(most) : Math.floor(most);
}

/** Subjects of the commits that are not in `main`, or else of the newest commit; empty without Git. */
function subjects(): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const base = ['origin/main', 'main'].find((name) => git('branch', '--all', '--list', name) !== '');
    const branch = base ? git('log', '--no-merges', '--format=%s', `${base}..HEAD`) : '';
    return (branch || git('log', '-1', '--no-merges', '--format=%s')).split('\n');
  } catch {
    return [];
  }
}

function subjectFaults(subject: string): string[] {
  const { long: _long, ...hits } = hitsOf([{ at: 'commit', text: subject }]);
  const formed = /^(?:\S+(?: \S+)?: (?!\w*[^us]s\b)\w|Release \d)/.test(subject) && subject.length <= LONGEST_SUBJECT;
  const form = formed ? [] : [`write "area: imperative object", at most ${LONGEST_SUBJECT} characters`];
  return form
    .concat(Object.values(hits).flatMap((found) => found.map(({ text }) => text)))
    .map((fault) => `commit "${subject}": ${fault}`);
}

const groups = [
  ...['shared', 'db', 'sync', 'server'].map((name) => ({
    name,
    texts: filesOf(`${name}/**/*.ts`).flatMap(commentsOf),
    comments: true,
  })),
  { name: 'deploy', texts: filesOf('deploy/**/*.php').flatMap(commentsOf), comments: true },
  ...[...filesOf('**/*.md'), ...filesOf('deploy/**/readme.txt')].map((name) => ({
    name,
    texts: paragraphsOf(name),
    comments: false,
  })),
];
const [option, listed] = process.argv.slice(2);
const ceilings = JSON.parse(readFileSync(CEILINGS_FILE, 'utf8')) as Ceilings;
const lowered: Ceilings = {};
const faults = subjects()
  .flatMap(subjectFaults)
  .concat(filesOf('{shared,db,sync,server,test,bench}/**/*.ts').flatMap(nameFaults));
for (const { name, texts, comments } of groups) {
  const hits = hitsOf(texts, comments ? joined(texts) : texts);
  const words = countWords(texts);
  const most = { ...ceilings[name] };
  const terms = matches(texts, TERMS).length;
  const rate = (count: number) => ((1000 * count) / Math.max(1, words)).toFixed(1);
  const figures = Object.entries(hits).map(
    ([figure, found]) => `${figure} ${figure in FIGURES ? rate(found.length) : found.length}`,
  );
  if (comments || name === listed) console.log(`${name}: ${figures.join(', ')}, terms ${rate(terms)}; ${words} words`);
  for (const [figure, found] of Object.entries(hits)) {
    const ceiling = Math.max(allowed(figure, words), most[figure] ?? 0);
    if (found.length > ceiling) faults.push(`${name}: ${found.length} of "${figure}", at most ${ceiling}`);
    if (name === listed || (found.length > ceiling && !(name in ceilings)))
      for (const { at, text } of found) console.log(`  ${at} ${figure}: ${text}`);
    if (name in ceilings && found.length > allowed(figure, words))
      (lowered[name] ??= {})[figure] = Math.min(found.length, most[figure] ?? Infinity);
  }
  if (!comments) continue;
  const least = Math.min(TERMS_GOAL, most['terms'] ?? TERMS_GOAL);
  if (Number(rate(terms)) < least)
    faults.push(`${name}: ${rate(terms)} terms of art per 1,000 words, at least ${least}`);
  // A point of room: a deleted comment may have had terms.
  if (Number(rate(terms)) < TERMS_GOAL)
    (lowered[name] ??= {})['terms'] = Math.max(Math.floor(Number(rate(terms)) - 1), most['terms'] ?? 0);
}
if (option === '--lower') writeFileSync(CEILINGS_FILE, `${JSON.stringify(lowered, undefined, 2)}\n`);
for (const fault of faults) console.error(fault);
if (faults.length > 0) console.error('List the hits of a folder or document with: npm run check:prose -- --list NAME');
process.exitCode = faults.length > 0 ? 1 : 0;
