import type { FollowNote } from '../../../db/index/follow-note.ts';
import { isFailing, type WebhookNote } from '../../../db/webhook-note.ts';
import { printable } from '../../../shared/printable.ts';
import { isOverdue } from '../../../shared/cron.ts';
import { USER_AGENT } from '../../wordpress/connection.ts';
import { age, fieldOf, isFailure, outcomeWords } from './words.ts';
import type { Overview } from './overview.ts';

/** A finding for the operator, with a command or action. */
export type NextStep = { readonly level: 'problem' | 'attention'; readonly what: string; readonly act: string };

// Maximum duration of a run before the next run counts as missed.
const GRACE_MS = 10 * 60_000;

const WAIT = 'wait; npm run status shows the end';

const FORCE = 'if this is intended: npm run sync -- --force';

/** Advice if the REST API is closed to sync while visitors can see the site. */
export const OPEN_API =
  'open /wp-json/wp/v2 to this machine, or set SYNC_USER and SYNC_APP_PASSWORD; npm run doctor finds the cause';

/** Advice if a firewall or an error prevents sync from fetching pages. */
export const SEE_PAGES = `allow the address of this machine, or its User-Agent “${USER_AGENT}”, in the firewall; npm run doctor names it. If the REST API shows nothing hidden, set \`unseen: publish\` in site.yaml`;

/** Current time and the cron expression of sync. */
export type Clock = { readonly now: Date; readonly schedule: string };

/** Returns the steps for an overview, worst first; empty if none is required. */
export function nextSteps(overview: Overview, { now, schedule }: Clock): readonly NextStep[] {
  const { live, runs, guard, follows, delivery, webhook, damaged, faults } = overview;
  const ofWebhook = webhook ? stepsOfWebhook(webhook, now) : [];
  const steps: NextStep[] = [];
  for (const { what, act } of faults) steps.push({ level: 'problem', what, act });
  if (follows) return [...steps, ...stepsOfFollower(follows, live !== undefined, now), ...ofWebhook];
  for (const { file, fault, act } of damaged) {
    steps.push({ level: 'problem', what: `${file} is damaged (${printable(fault)})`, act });
  }
  if (!live && runs.length === 0 && steps.length === 0)
    return [{ level: 'problem', what: 'No index yet', act: 'npm run sync' }];
  const [last] = runs;
  if (!live && steps.length === 0 && last && !isFailure(last)) {
    const step =
      last.outcome === 'running'
        ? { what: 'The first sync is at work, and nothing is served yet', act: WAIT }
        : { what: `There is no live index; the last run ${outcomeWords(last)}`, act: 'npm run sync continues' };
    steps.push({ level: 'problem', ...step });
  }
  if (last && isFailure(last)) {
    const act =
      last.outcome === 'configuration'
        ? 'correct the settings: npm run sync -- --check lists them'
        : 'npm run doctor finds the cause';
    steps.push({ level: 'problem', what: `The last run failed (${last.outcome})`, act });
  }
  if (live?.partial_of !== undefined && live.pinned_since === undefined) {
    const step =
      last?.outcome === 'running'
        ? { what: 'The first sync is at work, and serves the pages it has read', act: WAIT }
        : { what: 'The first sync is not finished', act: 'npm run sync reads the rest' };
    steps.push({ level: 'attention', ...step });
  }
  if (live?.pinned_since !== undefined) {
    const what = `The index is pinned since ${live.pinned_since}, and changes of the site are not published`;
    steps.push({ level: 'attention', what, act: 'npm run rollback -- --undo removes the pin' });
  }
  if (delivery?.fault !== undefined) {
    const what = `The publication was not delivered (failures: ${delivery.failures}): ${printable(delivery.fault)}`;
    steps.push({ level: 'problem', what, act: 'correct SYNC_ON_PUBLISH; every sync retries' });
  }
  steps.push(...ofWebhook);
  if (guard.some(({ kind }) => kind === 'unread')) {
    const what = 'The REST API is closed to sync, and pages are not updated';
    steps.push({ level: 'problem', what, act: OPEN_API });
  }
  if (guard.some(({ kind }) => kind === 'unseen')) {
    const what = 'Pages cannot be fetched as a visitor: new texts wait, and the pages are removed after UNSEEN_HOURS';
    steps.push({ level: 'problem', what, act: SEE_PAGES });
  }
  if (guard.some(({ kind }) => kind === 'withdrawn')) {
    const what = 'The site withdrew nearly all pages, and they are no longer published';
    steps.push({ level: 'problem', what, act: 'npm run status -- --left-out lists the reasons' });
  }
  if (guard.some(({ kind }) => kind === 'vanished' || kind === 'different')) {
    const act = `check the site and npm run status -- --left-out; ${FORCE}`;
    steps.push({ level: 'problem', what: 'The guard holds pages at their previous versions', act });
  } else if (guard.length === 0 && last?.outcome === 'mass_loss') {
    const act = `check the site; ${FORCE}`;
    steps.push({ level: 'problem', what: 'The last run would have emptied the index, and was stopped', act });
  }
  if (last && isOverdue(schedule, new Date(Date.parse(last.startedAt) + GRACE_MS), now)) {
    const what = `The last run began ${age(last.startedAt, now)} ago`;
    steps.push({ level: 'attention', what, act: 'check that npm start or npm run sync -- --watch runs' });
  }
  return steps;
}

function stepsOfWebhook(note: WebhookNote, now: Date): readonly NextStep[] {
  if (!isFailing(note, now)) return [];
  const { failures, failing_since: since, fault = '', is_stopped: isStopped } = note;
  const period = since === undefined ? '' : ` for ${age(since, now)}`;
  const what = isStopped
    ? 'The receiver of CHANGES_WEBHOOK declined further messages (410)'
    : `CHANGES_WEBHOOK has failed${period} (failures: ${failures}): ${printable(fault)}`;
  return [{ level: 'problem', what, act: 'repair the receiver, then restart the server; or remove CHANGES_WEBHOOK' }];
}

// Time without a check of INDEX_URL after which no server seems to run.
const UNCHECKED_MS = 3_600_000;

function stepsOfFollower(
  { followed_at, failures, fault }: FollowNote,
  hasIndex: boolean,
  now: Date,
): readonly NextStep[] {
  const steps: NextStep[] = [];
  if (!hasIndex) steps.push({ level: 'problem', what: 'No index yet', act: 'npm run serve fetches it from INDEX_URL' });
  if (fault !== undefined) {
    const what = `The published index cannot be followed (failures: ${failures}): ${printable(fault)}`;
    steps.push({ level: 'problem', what, act: 'check INDEX_URL and its publisher; the last valid index stays live' });
  } else if (followed_at !== undefined && now.getTime() - Date.parse(followed_at) > UNCHECKED_MS) {
    const what = `INDEX_URL was last checked ${age(followed_at, now)} ago`;
    steps.push({ level: 'attention', what, act: 'check that npm run serve runs' });
  }
  return steps;
}

/** Returns when the site was last read completely, including runs with held pages. */
export function lastReadOf({ runs }: Overview): Date | undefined {
  const read = runs.find(({ outcome, summary }) => outcome === 'done' && fieldOf(summary, 'mode') !== 'only');
  const held = runs.find(({ outcome }) => outcome === 'mass_loss');
  const ends = [read, held].flatMap((run) => (run ? [Date.parse(run.finishedAt ?? run.startedAt)] : []));
  return ends.length === 0 ? undefined : new Date(Math.max(...ends));
}
