import type { FollowNote } from '../../../db/index/follow-note.ts';
import type { GuardNote } from '../../../db/index/generations.ts';
import { isFailing, type WebhookNote } from '../../../db/webhook-note.ts';
import { fieldAt } from '../../../shared/fields.ts';
import { fill, type Values } from '../../../shared/fill.ts';
import { printable } from '../../../shared/printable.ts';
import { USER_AGENT } from '../../wordpress/connection.ts';
import type { Overview } from './overview.ts';
import STEPS from './texts/next-steps.json' with { type: 'json' };
import { age, isFailure, isLate, outcomeWords } from './words.ts';

/** A finding for the operator, with a command or action. */
export type NextStep = { readonly level: 'problem' | 'attention'; readonly what: string; readonly act: string };

// Timeout of checks of INDEX_URL, after which no server seems to run.
const UNCHECKED_MS = 3_600_000;

/** Advice if the REST API is closed to sync while visitors can see the site. */
export const OPEN_API = STEPS.unread.act;

/** Advice if a firewall or an error prevents sync from fetching pages. */
export const SEE_PAGES = fill(STEPS.unseen.act, { agent: USER_AGENT });

/** Advice if visitors get the same response at every path. */
export const OPEN_SITE = STEPS.alike.act;

/** Current time and the cron expression of sync. */
export type Clock = { readonly now: Date; readonly schedule: string };

// Fills the fields of a step in `texts/next-steps.json`.
function step(name: keyof typeof STEPS, values: Values = {}): NextStep {
  const { act, ...texts } = STEPS[name];
  const [[level, what] = ['problem', ''] as const] = Object.entries(texts) as [NextStep['level'], string][];
  return { level, what: fill(what, values), act: fill(act, values) };
}

/** Returns the steps for an overview, worst first; an empty array if none is required. */
export function nextSteps(overview: Overview, { now, schedule }: Clock): readonly NextStep[] {
  const { live, runs, guard, follows, delivery, webhook, damaged, faults } = overview;
  const [last] = runs;
  const found = faults.map(({ what, act }): NextStep => ({ level: 'problem', what, act }));
  if (follows) return [...found, ...stepsOfFollower(follows, live !== undefined, now), ...stepsOfWebhook(webhook, now)];
  found.push(...damaged.map(({ file, fault, act }) => step('damaged', { file, fault: printable(fault), act })));
  const isOnlyUnserved = !live && found.length === 0;
  if (isOnlyUnserved && !last) return [step('noIndex')];
  const isRunning = last?.outcome === 'running';
  const holds = (wanted: GuardNote[number]['kind']) => guard.some(({ kind }) => kind === wanted);
  const steps = [
    ...found,
    isOnlyUnserved &&
      last &&
      !isFailure(last) &&
      step(isRunning ? 'firstSync' : 'noLiveIndex', { outcome: outcomeWords(last) }),
    last &&
      isFailure(last) &&
      step(last.outcome === 'configuration' ? 'invalidSettings' : 'failed', { outcome: last.outcome }),
    live?.partial_of !== undefined &&
      live.pinned_since === undefined &&
      step(isRunning ? 'firstSyncServes' : 'firstSyncEnded'),
    live?.pinned_since !== undefined && step('pinned', { since: live.pinned_since }),
    delivery?.fault !== undefined &&
      step('undelivered', { failures: delivery.failures, fault: printable(delivery.fault) }),
    ...stepsOfWebhook(webhook, now),
    holds('unread') && step('unread'),
    holds('unseen') && step('unseen', { agent: USER_AGENT }),
    holds('withdrawn') && step('withdrawn'),
    holds('different') && step('alike'),
    holds('vanished') && step('held'),
    guard.length === 0 && last?.outcome === 'mass_loss' && step('massLoss'),
    last && isLate(schedule, last.startedAt, now) && step('late', { age: age(last.startedAt, now) }),
  ];
  return steps.filter((one) => typeof one === 'object');
}

function stepsOfWebhook(note: WebhookNote | undefined, now: Date): readonly NextStep[] {
  if (!note || !isFailing(note, now)) return [];
  const { failures, failing_since: since, fault = '', is_stopped: isStopped } = note;
  const period = since === undefined ? '' : ` for ${age(since, now)}`;
  return [isStopped ? step('webhookStopped') : step('webhookFails', { period, failures, fault: printable(fault) })];
}

function stepsOfFollower(note: FollowNote, hasIndex: boolean, now: Date): readonly NextStep[] {
  const { followed_at: at, failures, fault } = note;
  const steps = hasIndex ? [] : [step('noFollowedIndex')];
  if (fault !== undefined) steps.push(step('followFails', { failures, fault: printable(fault) }));
  else if (at !== undefined && now.getTime() - Date.parse(at) > UNCHECKED_MS)
    steps.push(step('unfollowed', { age: age(at, now) }));
  return steps;
}

/** Returns when the site was last read completely, including runs with held pages. */
export function lastReadOf({ runs }: Overview): Date | undefined {
  const read = runs.find(({ outcome, summary }) => outcome === 'done' && fieldAt(summary, 'mode') !== 'only');
  const held = runs.find(({ outcome }) => outcome === 'mass_loss');
  const ends = [read, held].flatMap((run) => (run ? [Date.parse(run.finishedAt ?? run.startedAt)] : []));
  return ends.length === 0 ? undefined : new Date(Math.max(...ends));
}
