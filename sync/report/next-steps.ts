import type { FollowNote } from '../../db/index/follow-note.ts';
import { printable } from '../../shared/printable.ts';
import { isOverdue } from '../watch/schedule.ts';
import { USER_AGENT } from '../wordpress/connection.ts';
import { age } from './age.ts';
import { isFailure } from './run-words.ts';
import { fieldOf, type Overview } from './overview.ts';

/** Something that an operator should know of, and the command or act that deals with it. */
export type NextStep = { readonly level: 'problem' | 'attention'; readonly what: string; readonly act: string };

/** Time that a run may take before the next one counts as missed. */
const GRACE_MS = 10 * 60_000;

const FORCE = 'if that is meant: npm run sync -- --force';

/** Advice where the REST API is closed to sync and the site to nobody. */
export const OPEN_API =
  'open /wp-json/wp/v2 to this machine, or set SYNC_USER and SYNC_APP_PASSWORD; npm run doctor names what closes it';

/** Advice where a firewall or an error keeps the pages from sync. */
export const SEE_PAGES = `let the address of this machine, or its User-Agent “${USER_AGENT}”, pass the firewall, which npm run doctor names. If the REST API shows nothing hidden: \`unseen: publish\` in site.yaml`;

/** The time, and the cron expression by which sync runs. */
export type Clock = { readonly now: Date; readonly schedule: string };

/** The steps that an overview asks for, the gravest first; none while all is well. */
export function nextSteps(overview: Overview, { now, schedule }: Clock): readonly NextStep[] {
  const { live, runs, guard, follows, delivery, damaged } = overview;
  if (follows) return stepsOfFollower(follows, live !== undefined, now);
  const steps: NextStep[] = [];
  for (const { file, fault, act } of damaged) {
    steps.push({ level: 'problem', what: `${file} is damaged (${printable(fault)})`, act });
  }
  if (!live && runs.length === 0 && steps.length === 0)
    return [{ level: 'problem', what: 'No index yet', act: 'npm run sync' }];
  const [last] = runs;
  if (!live && steps.length === 0)
    steps.push({ level: 'problem', what: 'There is no index to answer from', act: 'npm run doctor' });
  if (last && isFailure(last)) {
    const act =
      last.outcome === 'configuration'
        ? 'correct the settings: npm run sync -- --check lists them'
        : 'npm run doctor finds the cause';
    steps.push({ level: 'problem', what: `The last run failed (${last.outcome})`, act });
  }
  if (live?.partial_of !== undefined && last?.outcome !== 'running') {
    const what = `The first sync is not finished: ${live.pages} of about ${live.partial_of} pages are served`;
    steps.push({ level: 'attention', what, act: 'npm run sync reads the rest' });
  }
  if (live?.pinned_since !== undefined) {
    const what = `The index is pinned since ${live.pinned_since}, and changes of the site are not published`;
    steps.push({ level: 'attention', what, act: 'npm run rollback -- --undo goes forward' });
  }
  if (delivery?.fault !== undefined) {
    const what = `What is published was not delivered (failures: ${delivery.failures}): ${printable(delivery.fault)}`;
    steps.push({ level: 'problem', what, act: 'mend SYNC_ON_PUBLISH; every sync tries again' });
  }
  if (guard.some(({ kind }) => kind === 'unread')) {
    const what = 'The REST API is closed to sync, and pages stay as they were last read';
    steps.push({ level: 'problem', what, act: OPEN_API });
  }
  if (guard.some(({ kind }) => kind === 'unseen')) {
    const what = 'Pages cannot be seen as visitors see them: new texts wait, and the pages leave after UNSEEN_HOURS';
    steps.push({ level: 'problem', what, act: SEE_PAGES });
  }
  if (guard.some(({ kind }) => kind === 'withdrawn')) {
    const what = 'The site withdrew nearly all pages, and they are not published any more';
    steps.push({ level: 'problem', what, act: 'npm run status -- --left-out names the reasons' });
  }
  if (guard.some(({ kind }) => kind === 'vanished' || kind === 'different')) {
    const act = `look at the site and at npm run status -- --left-out; ${FORCE}`;
    steps.push({ level: 'problem', what: 'The guard keeps pages as they were', act });
  } else if (guard.length === 0 && last?.outcome === 'mass_loss') {
    const act = `look at the site; ${FORCE}`;
    steps.push({ level: 'problem', what: 'The last run would have emptied the index, and was stopped', act });
  }
  if (last && isOverdue(schedule, new Date(Date.parse(last.startedAt) + GRACE_MS), now)) {
    const what = `The last run began ${age(last.startedAt, now)} ago`;
    steps.push({ level: 'attention', what, act: 'see that npm start or npm run sync -- --watch runs' });
  }
  return steps;
}

/** Time without a look at the published index after which no server seems to run. */
const SILENCE_MS = 3_600_000;

function stepsOfFollower(
  { followed_at, failures, fault }: FollowNote,
  hasIndex: boolean,
  now: Date,
): readonly NextStep[] {
  const steps: NextStep[] = [];
  if (!hasIndex) steps.push({ level: 'problem', what: 'No index yet', act: 'npm run serve fetches it from INDEX_URL' });
  if (fault !== undefined) {
    const what = `The published index cannot be followed (failures: ${failures}): ${printable(fault)}`;
    steps.push({ level: 'problem', what, act: 'look at INDEX_URL and where it is published; the last good one stays' });
  } else if (followed_at !== undefined && now.getTime() - Date.parse(followed_at) > SILENCE_MS) {
    const what = `Nobody has looked at INDEX_URL for ${age(followed_at, now)}`;
    steps.push({ level: 'attention', what, act: 'see that npm run serve runs' });
  }
  return steps;
}

/** When the site was last read to the end, whatever the guard held of it. */
export function lastReadOf({ runs }: Overview): Date | undefined {
  const read = runs.find(({ outcome, summary }) => outcome === 'done' && fieldOf(summary, 'mode') !== 'only');
  const held = runs.find(({ outcome }) => outcome === 'mass_loss');
  const ends = [read, held].flatMap((run) => (run ? [Date.parse(run.finishedAt ?? run.startedAt)] : []));
  return ends.length === 0 ? undefined : new Date(Math.max(...ends));
}
