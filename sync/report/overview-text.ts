import type { FollowNote } from '../../db/index/follow-note.ts';
import type { LoggedRun } from '../../db/mirror/run-log.ts';
import { counted } from '../../shared/counted.ts';
import { printable } from '../../shared/printable.ts';
import { age } from './age.ts';
import { htmlPagesLine } from './html-pages.ts';
import { lastReadOf, nextSteps, type Clock, type NextStep } from './next-steps.ts';
import { fieldOf, textsIn, type Overview, type Probes } from './overview.ts';

type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red';

type Screen = Clock & {
  readonly paint: (style: Style, text: string) => string;
  /** Columns, where lines are cut; none for a file. */
  readonly width?: number | undefined;
};

/** Everything fits on a screen of 24 lines, but for a site with much to say. */
const RUNS_SHOWN = 4;
const CITIES_SHOWN = 8;
const HTML_SHOWN = 2;
const WARNINGS_SHOWN = 3;

const COLOURS: Record<NextStep['level'], Style> = { problem: 'red', attention: 'yellow' };

/** The report for a terminal, one screen: how it is, what is served, the last runs, what to do next. */
export function overviewText(overview: Overview, { now, schedule, paint, width }: Screen): string {
  const { live, runs, warnings } = overview;
  const steps = nextSteps(overview, { now, schedule });
  const [worst] = steps;
  if (!live && !overview.follows && runs.length === 0 && worst)
    return `${paint(COLOURS[worst.level], worst.what)}: run ${worst.act}\n`;
  const fit = (line: string) => (width !== undefined && line.length > width ? `${line.slice(0, width - 1)}…` : line);
  const lines = [
    paint('bold', fit(titleOf(overview))),
    worst
      ? paint(COLOURS[worst.level], fit(worst.what))
      : paint(
          'green',
          `All is well: ${overview.follows ? followText(overview.follows, now) : lastReadText(overview, now)}`,
        ),
  ];
  const known = facts(overview, now).map(([name, text]) => `${paint('dim', name.padEnd(10))}${fit(text)}`);
  if (known.length > 0) lines.push('', ...known);
  if (runs.length > 0) {
    lines.push('', paint('dim', 'Last runs'));
    for (const run of runs.slice(0, RUNS_SHOWN)) {
      lines.push(`  ${paint(isFault(run) ? 'red' : 'dim', '•')} ${fit(runLine(run, now))}`);
    }
  }
  if (warnings.length > 0) {
    lines.push('', paint('dim', 'Warnings of the last run that succeeded'));
    for (const warning of warnings.slice(0, WARNINGS_SHOWN)) lines.push(fit(`  ! ${printable(warning)}`));
    const more = warnings.length - WARNINGS_SHOWN;
    if (more > 0) lines.push(`  … and ${more} more: npm run status -- --json`);
  }
  if (steps.length > 0) {
    lines.push('', paint('bold', 'Next'));
    for (const { level, what, act } of steps) lines.push(`  ${paint(COLOURS[level], '→')} ${what}: ${act}`);
  }
  return `${lines.join('\n')}\n`;
}

function titleOf({ live }: Overview): string {
  if (!live) return 'No index is served';
  const of = live.partial_of === undefined ? '' : ` of about ${live.partial_of} (partial)`;
  return `Generation ${live.generation} of ${printable(live.site)} serves ${counted(live.pages, 'page')}${of}`;
}

function lastReadText(overview: Overview, now: Date): string {
  const read = lastReadOf(overview);
  return read ? `the site was last read ${age(read.toISOString(), now)} ago` : 'nothing was read yet';
}

type Fact = readonly [name: string, text: string];

function facts(
  { live, earlier, probes, follows, delivery, clients, guard, html_pages: htmlPages }: Overview,
  now: Date,
): Fact[] {
  const found: Fact[] = [];
  if (live) {
    const before = earlier.map(({ generation }) => generation).join(', ') || 'none';
    found.push(
      ['Pages', list(live.pages_by_type)],
      ['Cities', list(live.pages_by_city)],
      ['Built', `${live.built_at} (${age(live.built_at, now)} ago); earlier generations: ${before}`],
      follows ? ['Follows', `${follows.url}: ${followText(follows, now)}`] : ['Probes', probesText(probes, now)],
    );
    if (delivery?.delivered_at !== undefined) {
      found.push(['Delivered', `${age(delivery.delivered_at, now)} ago, by SYNC_ON_PUBLISH`]);
    }
    const alike = Map.groupBy(live.vocabulary, ({ on, why }) => `${on ? 'on' : 'off'}: ${why}`);
    for (const [judgement, trades] of alike) {
      found.push(['Words', `vocabulary of ${trades.map(({ trade }) => trade).join(', ')} ${judgement}`]);
    }
  }
  if (clients) {
    const { registered, new_in_a_day: added, live_tokens: tokens } = clients;
    found.push(['Clients', `${registered} (${added} new in the last day), live tokens ${tokens}`]);
  }
  for (const { since, why } of guard) found.push(['Guard', `holds since ${since}: ${printable(why)}`]);
  for (const group of htmlPages.slice(0, HTML_SHOWN)) {
    found.push(['HTML', htmlPagesLine(group)]);
    if (group.site_yaml !== undefined) {
      found.push(['', `to have it so always: ${printable(group.site_yaml)}  # in site.yaml`]);
    }
  }
  const more = htmlPages.length - HTML_SHOWN;
  if (more > 0) found.push(['', `… and ${more} more groups: npm run doctor`]);
  return found;
}

const followText = ({ followed_at }: FollowNote, now: Date): string =>
  followed_at === undefined
    ? 'never reached yet'
    : `the published index is the one that is here, seen ${age(followed_at, now)} ago`;

function probesText(probes: Probes, now: Date): string {
  switch (probes.state) {
    case 'off':
      return 'off: only the schedule finds changes';
    case 'waiting':
      return 'none yet: npm run sync -- --watch makes them';
    case 'on':
    case 'slowed': {
      const { every_seconds: every, last_at: last, why } = probes;
      const slowed = why === undefined ? '' : `, slowed: ${printable(why)}`;
      return `every ${every} s, the last one ${age(last, now)} ago${slowed}`;
    }
    default:
      return probes satisfies never;
  }
}

function list(counts: Readonly<Record<string, number>>): string {
  const entries = Object.entries(counts);
  const shown = entries.slice(0, CITIES_SHOWN).map(([name, count]) => `${printable(name) || 'general'} ${count}`);
  const more = entries.length - shown.length;
  return (shown.join(', ') || 'none') + (more > 0 ? ` and ${more} more` : '');
}

const isFault = ({ outcome }: LoggedRun): boolean => outcome !== 'done' && outcome !== 'running';

function runLine({ startedAt, finishedAt, mode, outcome, summary }: LoggedRun, now: Date): string {
  const took = finishedAt === null ? '' : ` ${((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000).toFixed(1)} s`;
  const message = fieldOf(summary, 'message');
  const counts = ['new', 'changed', 'moved', 'gone']
    .map((name) => [name, fieldOf(summary, name)] as const)
    .filter(([, count]) => typeof count === 'number' && count > 0)
    .map(([name, count]) => `${name} ${String(count)}`);
  const detail = typeof message === 'string' ? printable(message, 160) : counts.join(', ') || 'no change';
  const why = textsIn(summary, 'why').map((text) => printable(text));
  const ending =
    outcome === 'running' || outcome === 'killed' ? '' : `: ${detail}${why.length > 0 ? ` (${why.join('; ')})` : ''}`;
  // A run for changes alone may turn out to need a full sweep.
  const done = fieldOf(summary, 'mode');
  const when = `${age(startedAt, now)} ago`;
  return `${when.padEnd(11)} ${(typeof done === 'string' ? done : mode).padEnd(7)}  ${outcome}${took}${ending}`;
}
