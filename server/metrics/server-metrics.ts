import type { FollowNote } from '../../db/index/follow-note.ts';
import type { GuardNote } from '../../db/index/generations.ts';
import type { State } from '../../db/state/state.ts';
import { createMetrics, type Sample } from '../../shared/metrics/metrics.ts';
import type { LiveContent } from '../operations/live-content.ts';
import { SERVICE } from '../service.ts';
import { createDurations, type Durations } from './durations.ts';
import { measuredState } from './measured-state.ts';
import { createRequestTally } from './request-tally.ts';

/** Bounds of durations in seconds: an answer of the cache takes a fraction of a millisecond. */
const REQUEST_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const STATE_BUCKETS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** A published index that is followed: how it goes, and the bytes that were downloaded. */
type Followed = { readonly note: () => FollowNote; readonly fetchedBytes: () => number };

/** The things whose condition is read at each scrape. */
type Watched = {
  readonly live: Pick<LiveContent, 'current' | 'refused'>;
  readonly followed: Followed | undefined;
  readonly guard: () => Promise<GuardNote>;
  readonly isStateReachable: () => Promise<boolean>;
  /** Space of the disk of DATA_DIR, in bytes. */
  readonly diskSpace: () => { readonly free: number; readonly total: number };
};

/** The metrics of a server: counted while it answers, or read at each scrape. */
export function createServerMetrics(monotonicNow: () => number) {
  const metrics = createMetrics();
  const tally = createRequestTally(REQUEST_BUCKETS);
  metrics.readCounter(
    {
      name: 'content_service_http_requests_total',
      help: 'Requests by face, operation and HTTP status.',
      labels: ['face', 'operation', 'status'],
    },
    () => tally.requests(),
  );
  metrics.readHistogram(
    {
      name: 'content_service_http_request_duration_seconds',
      help: 'Time from a request to its answer, by face and operation.',
      labels: ['face', 'operation'],
      buckets: REQUEST_BUCKETS,
    },
    () => tally.durations(),
  );
  const refusals = metrics.counter({
    name: 'content_service_quota_refusals_total',
    help: 'Requests over a quota, by its policy.',
    labels: ['policy'],
  });
  const registrations = metrics.counter({
    name: 'content_service_registrations_total',
    help: 'OAuth clients that registered.',
  });
  const tokens = metrics.counter({ name: 'content_service_tokens_issued_total', help: 'Access tokens issued.' });
  metrics
    .gauge({ name: 'content_service_build_info', help: 'Version of the program; the value is 1.', labels: ['version'] })
    .set(1, { version: SERVICE.version });
  const stateCalls = new Map<string, Durations>();
  metrics.readHistogram(
    {
      name: 'content_service_state_call_duration_seconds',
      help: 'Time of a call of the state store, by its name.',
      labels: ['call'],
      buckets: STATE_BUCKETS,
    },
    () => [...stateCalls].map(([call, durations]) => durations.read({ call })),
  );

  function took(call: string, milliseconds: number): void {
    const durations = stateCalls.get(call) ?? createDurations(STATE_BUCKETS);
    stateCalls.set(call, durations);
    durations.observe(milliseconds);
  }

  function watch({ live, followed, guard, isStateReachable, diskSpace }: Watched): void {
    const read = (name: string, help: string, value: () => number | Promise<number>) =>
      metrics.readGauge({ name: `content_service_${name}`, help }, async () => [[await value()]]);
    const index = () => live.current()?.index;
    read('index_generation', 'Generation of the index that is served; 0 without one.', () => index()?.generation ?? 0);
    read('index_pages', 'Pages of the index that is served.', () => index()?.counts.pages ?? 0);
    read(
      'index_built_timestamp_seconds',
      'When the index that is served was built, in Unix time; 0 without one.',
      () => Date.parse(index()?.builtAt ?? new Date(0).toISOString()) / 1000,
    );
    read('index_refused', '1 while the published index cannot be opened, and an older one or none is served.', () =>
      live.refused() === undefined ? 0 : 1,
    );
    if (followed) watchFollowed(followed, read);
    read('state_up', '1 while the store of clients, tokens and counters answers.', async () =>
      (await isStateReachable()) ? 1 : 0,
    );
    read('data_free_bytes', 'Free bytes of the disk of DATA_DIR.', () => diskSpace().free);
    read('data_size_bytes', 'Bytes of the disk of DATA_DIR.', () => diskSpace().total);
    metrics.readGauge(
      {
        name: 'content_service_guard_holding',
        help: '1 while the guard of sync keeps pages as they were, by the kind of loss.',
        labels: ['kind'],
      },
      async () => guardSamples(await guard()),
    );
  }

  function watchFollowed(
    { note, fetchedBytes }: Followed,
    read: (name: string, help: string, value: () => number) => void,
  ): void {
    read(
      'index_followed_timestamp_seconds',
      'When the index at INDEX_URL was last seen to be the one that is here, in Unix time; 0 for never.',
      () => Date.parse(note().followed_at ?? new Date(0).toISOString()) / 1000,
    );
    read('index_follow_failures', 'Attempts to follow INDEX_URL that failed since.', () => note().failures);
    metrics.readCounter(
      {
        name: 'content_service_index_fetched_bytes_total',
        help: 'Bytes of index files that this process has downloaded.',
      },
      () => [[fetchedBytes()]],
    );
  }

  return {
    metrics,
    request: tally.count,
    refused: (policy: string) => refusals.add(1, { policy }),
    measured: (state: State): State =>
      measuredState(state, {
        now: monotonicNow,
        took,
        registered: () => registrations.add(),
        issued: () => tokens.add(),
      }),
    watch,
  };
}

const GUARD_KINDS = ['vanished', 'different'] as const;

function guardSamples(note: GuardNote): Sample[] {
  return GUARD_KINDS.map((kind) => [note.some((hold) => hold.kind === kind) ? 1 : 0, { kind }]);
}
