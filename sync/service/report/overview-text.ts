import type { FollowNote } from '../../../db/index/follow-note.ts';
import type { LoggedRun } from '../../../db/mirror/run-log.ts';
import { fieldAt } from '../../../shared/fields.ts';
import { counted, printable } from '../../../shared/printable.ts';
import { age, isFailure, modeOf, outcomeWords, textsIn } from './words.ts';
import { htmlPagesLine } from './html-pages.ts';
import { lastReadOf, nextSteps, type Clock, type NextStep } from './next-steps.ts';
import type { Overview } from './overview.ts';

type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red';

type Screen = Clock & {
  readonly paint: (style: Style, text: string) => string;
};

// Size of a small terminal.
const LINES = 24;
const COLUMNS = 80;

const RUNS_SHOWN = 4;
const CITIES_SHOWN = 8;
const HTML_SHOWN = 2;
const WARNINGS_SHOWN = 3;

const COLOURS: Record<NextStep['level'], Style> = { problem: 'red', attention: 'yellow' };

/** Formats the report for a terminal of 24 lines and 80 columns: a verdict, the index, the last runs, the next steps. */
export function overviewText(overview: Overview, { now, schedule, paint }: Screen): string {
  const { live, runs, warnings } = overview;
  const steps = nextSteps(overview, { now, schedule });
  const [worst] = steps;
  if (!live && !overview.follows && runs.length === 0 && overview.damaged.length === 0 && worst)
    return `${paint(COLOURS[worst.level], worst.what)}: run ${worst.act}\n`;
  const well = `All is well: ${overview.follows ? followText(overview.follows, now) : lastReadText(overview, now)}`;
  const head = [
    paint('bold', fit(titleOf(overview))),
    ...(worst ? wrapped(worst.what).map((line) => paint(COLOURS[worst.level], line)) : [paint('green', fit(well))]),
  ];
  const next = steps.flatMap(({ level, what, act }) => {
    const lines = wrapped(steps.length === 1 ? act : `${what}: ${act}`, 4);
    return lines.map((line, at) => `  ${at === 0 ? paint(COLOURS[level], '→') : ' '} ${line}`);
  });
  const tail = next.length > 0 ? ['', paint('bold', 'Next'), ...next] : [];
  const known = facts(overview, now).map(([name, text]) => `${paint('dim', name.padEnd(11))}${fit(text, 11)}`);
  const shownRuns = runs
    .slice(0, RUNS_SHOWN)
    .map((run) => `  ${paint(isFailure(run) ? 'red' : 'dim', '•')} ${fit(runLine(run, now), 4)}`);
  const shownWarnings = warnings.slice(0, WARNINGS_SHOWN).map((warning) => fit(`  ! ${printable(warning)}`));
  const more = warnings.length - shownWarnings.length;
  if (more > 0) shownWarnings.push(`  … and ${more} more: npm run status -- --json`);
  let room = LINES - head.length - tail.length;
  const section = (lines: readonly string[], title?: string): readonly string[] => {
    const own = title === undefined ? [''] : ['', paint('dim', title)];
    const shown = lines.slice(0, Math.max(0, room - own.length));
    if (shown.length === 0) return [];
    room -= own.length + shown.length;
    return [...own, ...shown];
  };
  const body = [
    ...section(known),
    ...section(shownRuns, 'Last runs'),
    ...section(shownWarnings, 'Warnings of the last successful run'),
  ];
  return `${[...head, ...body, ...tail].slice(0, LINES).join('\n')}\n`;
}

function fit(line: string, indent = 0): string {
  const width = COLUMNS - indent;
  return line.length > width ? `${line.slice(0, width - 1)}…` : line;
}

function wrapped(text: string, indent = 0): readonly string[] {
  const lines: string[] = [];
  // Commands are not broken, so that they can be copied.
  for (const word of text.match(/npm run [a-z]+(?: -- --[a-z-]+)?\S*|\S+/g) ?? []) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= COLUMNS - indent) lines.push(`${lines.pop()} ${word}`);
    else lines.push(word);
  }
  return lines;
}

function titleOf({ live }: Overview): string {
  if (!live) return 'No index is served';
  const { generation, site, pages, partial_of: of } = live;
  const served = of === undefined ? counted(pages, 'page') : `${pages} of about ${of} pages`;
  return `Generation ${generation} of ${printable(site)} serves ${served}`;
}

function lastReadText(overview: Overview, now: Date): string {
  const read = lastReadOf(overview);
  return read ? `the site was last read ${age(read.toISOString(), now)} ago` : 'not read yet';
}

type Fact = readonly [name: string, text: string];

function facts(
  { live, earlier, probes, follows, delivery, webhook, clients, guard, html_pages: htmlPages, assistants }: Overview,
  now: Date,
): Fact[] {
  const found: Fact[] = [];
  if (live) {
    const before = earlier.map(({ generation }) => generation).join(', ') || 'none';
    found.push(
      ['Types', list(live.pages_by_type)],
      ...(Object.keys(live.pages_by_city).some(Boolean) ? [['Cities', list(live.pages_by_city)] as const] : []),
      ['Built', `${live.built_at} (${age(live.built_at, now)} ago); earlier generations: ${before}`],
      follows ? ['Follows', `${follows.url}: ${followText(follows, now)}`] : ['Probes', probesText(probes, now)],
    );
    if (delivery?.delivered_at !== undefined) {
      found.push(['Delivered', `${age(delivery.delivered_at, now)} ago, by SYNC_ON_PUBLISH`]);
    }
    if (webhook?.delivered_at !== undefined) {
      found.push(['Webhook', `last message ${age(webhook.delivered_at, now)} ago`]);
    }
    const trades = live.vocabulary.filter(({ on }) => on).map(({ trade }) => trade);
    if (trades.length > 0) found.push(['Vocabulary', trades.join(', ')]);
  }
  if (clients) {
    const { registered, new_in_a_day: added, live_tokens: tokens } = clients;
    found.push(['Clients', `${registered} (${added} new in the last day), live tokens ${tokens}`]);
  }
  if (assistants) {
    const { score, checked_at: at } = assistants;
    found.push(['Assistants', `score ${score} of 100, ${age(at, now)} ago: npm run doctor -- --public`]);
  }
  for (const { since, why } of guard) found.push(['On hold', `since ${since}: ${printable(why)}`]);
  for (const group of htmlPages.slice(0, HTML_SHOWN)) {
    found.push(['HTML', htmlPagesLine(group)]);
    if (group.site_yaml !== undefined) {
      found.push(['', `to make it permanent: ${printable(group.site_yaml)}  # in site.yaml`]);
    }
  }
  const more = htmlPages.length - HTML_SHOWN;
  if (more > 0) found.push(['', `… and ${more} more groups: npm run doctor`]);
  return found;
}

const followText = ({ followed_at }: FollowNote, now: Date): string =>
  followed_at === undefined
    ? 'never reached yet'
    : `up to date with the published index, checked ${age(followed_at, now)} ago`;

function probesText(probes: Overview['probes'], now: Date): string {
  if (probes.state === 'off') return 'off: only the schedule finds changes';
  if (probes.state === 'waiting') return 'none yet: npm run sync -- --watch sends them';
  const { every_seconds: every, last_at: last, why } = probes;
  return `every ${every} s, the last one ${age(last, now)} ago${why === undefined ? '' : `, slowed: ${printable(why)}`}`;
}

function list(counts: Readonly<Record<string, number>>): string {
  const entries = Object.entries(counts);
  const shown = entries.slice(0, CITIES_SHOWN).map(([name, count]) => `${printable(name) || 'no city'} ${count}`);
  const more = entries.length - shown.length;
  return (shown.join(', ') || 'none') + (more > 0 ? ` and ${more} more` : '');
}

function runLine({ startedAt, finishedAt, mode, outcome, summary }: LoggedRun, now: Date): string {
  const took = finishedAt === null ? '' : ` ${((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000).toFixed(1)} s`;
  const message = fieldAt(summary, 'message');
  const counts = ['new', 'changed', 'moved', 'gone']
    .map((name) => [name, fieldAt(summary, name)] as const)
    .filter(([, count]) => typeof count === 'number' && count > 0)
    .map(([name, count]) => `${name} ${String(count)}`);
  const detail = typeof message === 'string' ? printable(message, 160) : counts.join(', ') || 'no change';
  const why = textsIn(summary, 'why').map((text) => printable(text));
  const ending =
    outcome === 'running' || outcome === 'killed' ? '' : `: ${detail}${why.length > 0 ? ` (${why.join('; ')})` : ''}`;
  const when = `${age(startedAt, now)} ago`;
  const code = isFailure({ outcome }) && outcome !== 'failed' ? ` (${outcome})` : '';
  return `${when.padEnd(11)} ${modeOf({ mode, summary }).padEnd(7)}  ${outcomeWords({ outcome })}${code}${took}${ending}`;
}
