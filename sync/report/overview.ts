import type { GuardNote, Pointer } from '../../db/index/generations.ts';
import type { LoggedRun } from '../../db/mirror/run-log.ts';
import type { TextSource } from '../../db/mirror/inspect-texts.ts';
import { printable } from '../../shared/printable.ts';
import type { ProbeNote } from '../process/probe-note.ts';
import { htmlPagesLine, htmlPagesOf, type HtmlPages } from './html-pages.ts';

/** The report of `npm run status`: the live generation, the last runs, the clients. */
export type Overview = {
  readonly live:
    | {
        readonly generation: number;
        readonly site: string;
        readonly built_at: string;
        readonly age_seconds: number;
        readonly pages: number;
        readonly pages_by_type: Readonly<Record<string, number>>;
        /** General pages under an empty name. */
        readonly pages_by_city: Readonly<Record<string, number>>;
        /** Of each trade; empty in an index of a version that knew none. */
        readonly vocabulary: NonNullable<Pointer['vocabulary']>;
      }
    | undefined;
  /** Earlier generations that `npm run rollback` could go back to, newest first. */
  readonly earlier: readonly { readonly generation: number; readonly built_at: string }[];
  /** Newest first. */
  readonly runs: readonly LoggedRun[];
  /** Of the last run that succeeded. */
  readonly warnings: readonly string[];
  /** Pages that sync keeps as they were because too many changed at once; empty when it holds none. */
  readonly guard: GuardNote;
  readonly probes: Probes;
  /** Pages whose text is not the REST API's. */
  readonly html_pages: readonly HtmlPages[];
  /** Absent until the server has run once. */
  readonly clients: ClientCounts | undefined;
};

/** Probes of the site between two runs. `waiting`: nobody watches the site, or has asked it yet. */
type Probes =
  | { readonly state: 'off' | 'waiting' }
  | {
      readonly state: 'on' | 'slowed';
      readonly every_seconds: number;
      readonly why?: string | undefined;
      readonly last_at: string;
      readonly seconds_ago: number;
    };

type ClientCounts = { readonly registered: number; readonly new_in_a_day: number; readonly live_tokens: number };

type OverviewInput = {
  readonly live: Pointer | undefined;
  readonly published: readonly Pointer[];
  readonly runs: readonly LoggedRun[];
  readonly guard: GuardNote;
  /** `configured` in seconds, 0 without probes. */
  readonly probes: { readonly configured: number; readonly note: ProbeNote | undefined };
  readonly texts: readonly TextSource[];
  readonly clients: ClientCounts | undefined;
  readonly now: Date;
};

/** Composes the report from the pointers of the generations, the run log and the counts of clients. */
export function overviewOf(input: OverviewInput): Overview {
  const { live, published, runs, guard, texts, clients, now } = input;
  const done = runs.find((run) => run.outcome === 'done');
  return {
    live: live && {
      generation: live.generation,
      site: live.site,
      built_at: live.built_at,
      age_seconds: Math.max(0, Math.round((now.getTime() - Date.parse(live.built_at)) / 1000)),
      pages: live.counts['pages'] ?? 0,
      pages_by_type: countsUnder(live, 'type:'),
      pages_by_city: countsUnder(live, 'city:'),
      vocabulary: live.vocabulary ?? [],
    },
    earlier: published
      .filter((pointer) => live && pointer.generation < live.generation)
      .map(({ generation, built_at }) => ({ generation, built_at })),
    runs,
    warnings: textsIn(done?.summary, 'warnings'),
    guard,
    probes: probesOf(input),
    html_pages: htmlPagesOf(texts),
    clients,
  };
}

function probesOf({ probes: { configured, note }, now }: OverviewInput): Probes {
  if (configured === 0) return { state: 'off' };
  if (!note) return { state: 'waiting' };
  const { every_seconds, why, last_at } = note;
  const state = why === undefined ? 'on' : 'slowed';
  const ago = Math.max(0, Math.round((now.getTime() - Date.parse(last_at)) / 1000));
  return { state, every_seconds, why, last_at, seconds_ago: ago };
}

function countsUnder({ counts }: Pointer, prefix: string): Record<string, number> {
  const entries = Object.entries(counts).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(
    entries.map(([name, count]) => [name.slice(prefix.length), count] as const).toSorted(([, a], [, b]) => b - a),
  );
}

function textsIn(summary: unknown, name: string): string[] {
  const value = fieldOf(summary, name);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function fieldOf(summary: unknown, name: string): unknown {
  return typeof summary === 'object' && summary !== null ? Reflect.get(summary, name) : undefined;
}

/** The report as text for a terminal. */
export function overviewText({
  live,
  earlier,
  runs,
  warnings,
  guard,
  probes,
  html_pages: htmlPages,
  clients,
}: Overview): string {
  const lines: string[] = [];
  if (live) {
    const age = duration(live.age_seconds);
    lines.push(`Generation ${live.generation} of ${printable(live.site)}, built ${live.built_at} (${age} ago)`, '');
    lines.push(`Pages   ${live.pages}`);
    lines.push(`  by type   ${list(live.pages_by_type)}`);
    lines.push(`  by city   ${list(live.pages_by_city)}`);
    for (const { trade, on, why } of live.vocabulary) {
      lines.push(`Words     vocabulary of ${trade} ${on ? 'on' : 'off'}: ${why}`);
    }
    const before = earlier.map(({ generation, built_at }) => `${generation} (${built_at})`).join(', ');
    lines.push(`Earlier   ${before || 'none'}`, `Probes    ${probesText(probes)}`);
  } else {
    lines.push('No index yet: run npm run sync');
  }
  if (clients) {
    const { registered, new_in_a_day: added, live_tokens: tokens } = clients;
    lines.push(`Clients   ${registered} (${added} new in the last day), live tokens ${tokens}`);
  }
  for (const { since, why } of guard) lines.push(`Guard     holds since ${since}: ${printable(why)}`);
  for (const group of htmlPages) {
    lines.push(`HTML      ${htmlPagesLine(group)}`);
    if (group.site_yaml !== undefined)
      lines.push(`          to have it so always: ${printable(group.site_yaml)}  # in site.yaml`);
  }
  if (runs.length > 0) {
    lines.push('', 'Last runs');
    for (const run of runs) lines.push(`  ${runLine(run)}`);
  }
  if (warnings.length > 0) {
    lines.push('', 'Warnings of the last run that succeeded');
    for (const warning of warnings) lines.push(`  ! ${printable(warning)}`);
  }
  return `${lines.join('\n')}\n`;
}

function probesText(probes: Probes): string {
  switch (probes.state) {
    case 'off':
      return 'off: only the schedule finds changes';
    case 'waiting':
      return 'none yet: npm run sync -- --watch makes them';
    case 'on':
    case 'slowed': {
      const { every_seconds: every, seconds_ago: ago, why } = probes;
      const slowed = why === undefined ? '' : `, slowed: ${printable(why)}`;
      return `every ${every} s, the last one ${duration(ago)} ago${slowed}`;
    }
    default:
      return probes satisfies never;
  }
}

function list(counts: Readonly<Record<string, number>>): string {
  return (
    Object.entries(counts)
      .map(([name, count]) => `${printable(name) || 'general'} ${count}`)
      .join(', ') || 'none'
  );
}

function runLine({ startedAt, finishedAt, mode, outcome, summary }: LoggedRun): string {
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
  return `${startedAt}  ${(typeof done === 'string' ? done : mode).padEnd(7)}  ${outcome}${took}${ending}`;
}

const UNITS: readonly (readonly [number, string])[] = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
];

function duration(seconds: number): string {
  const [size, unit] = UNITS.find(([length]) => seconds >= length) ?? [1, 's'];
  return `${Math.floor(seconds / size)} ${unit}`;
}
