import type { FollowNote } from '../../db/index/follow-note.ts';
import type { State } from '../../db/state/state.ts';
import { createMetrics, type Sample, type Distribution } from '../../shared/metrics/metrics.ts';
import type { Refusal } from '../operations/live-content.ts';
import { SERVICE } from '../service.ts';
import { ATTENTION, attentionOf, conditionOf, isRefused, type OpenSite } from '../operations/attention.ts';
import type { Subject } from '../http/message.ts';
import type { SiteCondition } from './site-conditions.ts';

// Seconds: cached responses take a fraction of a millisecond.
const REQUEST_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const STATE_BUCKETS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

// Values of the server, read at each scrape.
type Watched = {
  readonly isStateReachable: () => Promise<boolean>;
  // Bytes of the disk of DATA_DIR or SITES_DIR.
  readonly diskSpace: () => { readonly free: number; readonly total: number };
};

// The condition of a site. Whether its published index is served is known while it is open.
type Condition = Omit<SiteCondition, 'name'> & {
  readonly site?: string;
  readonly isOpen: boolean;
  readonly refused: Refusal['state'] | undefined;
};

type WatchedSite = Watched &
  OpenSite & {
    readonly followed: { readonly note: () => FollowNote; readonly fetchedBytes: () => number } | undefined;
  };

type WatchedSites = Watched & {
  // Number of sites by state.
  readonly counts: () => Readonly<Record<string, number>>;
  // Memory of the open sites in bytes.
  readonly memory: () => number;
  readonly openings: () => number;
  readonly conditions: () => Promise<readonly SiteCondition[]>;
  // Names of the open sites, and why their published index is not served.
  readonly refused: () => Iterable<readonly [name: string, refused: Refusal['state'] | undefined]>;
};

// Gauges of a site with help and value; a site without the value has no sample.
const SITE_GAUGES: Readonly<Record<string, readonly [help: string, valueOf: (site: Condition) => number | undefined]>> =
  {
    index_generation: ['Generation of the open index; 0 without an index.', ({ generation }) => generation],
    index_pages: ['Pages of the open index.', ({ pages }) => pages],
    index_built_timestamp_seconds: [
      'Unix time at which the open index was built; 0 without an index.',
      ({ builtAt }) => unixTime(builtAt),
    ],
    index_pinned_timestamp_seconds: [
      'Unix time at which npm run rollback pinned the index; 0 if it is not pinned.',
      ({ pinned }) => unixTime(pinned),
    ],
    index_refused: [
      '1 while the published index cannot be opened; an older index is served, if any.',
      ({ isOpen, refused }) => (isOpen ? Number(isRefused(refused)) : undefined),
    ],
    index_followed_timestamp_seconds: [
      'Unix time at which the open index last equalled the index at INDEX_URL; 0 for never.',
      ({ followed }) => followed && unixTime(followed.followed_at),
    ],
    index_follow_failures: ['Failed attempts to follow INDEX_URL since then.', ({ followed }) => followed?.failures],
    webhook_delivered_timestamp_seconds: [
      'Unix time of the last message that CHANGES_WEBHOOK accepted; 0 for never.',
      ({ webhook }) => webhook && unixTime(webhook.delivered_at),
    ],
    webhook_failures: ['Failed attempts to deliver to CHANGES_WEBHOOK since then.', ({ webhook }) => webhook?.failures],
  };

/** Creates the metrics of a server: counters, and gauges that are read at each scrape. */
export function createServerMetrics(monotonicNow: () => number) {
  const metrics = createMetrics();
  const tally = createRequestTally(REQUEST_BUCKETS);
  metrics.readCounter(
    {
      name: 'content_service_http_requests_total',
      help: 'Requests by API, operation and HTTP status.',
      labels: ['face', 'operation', 'status'],
    },
    () => tally.requests(),
  );
  metrics.readHistogram(
    {
      name: 'content_service_http_request_duration_seconds',
      help: 'Time from a request to its response, by API and operation.',
      labels: ['face', 'operation'],
      buckets: REQUEST_BUCKETS,
    },
    () => tally.durations(),
  );
  const refusals = metrics.counter({
    name: 'content_service_quota_refusals_total',
    help: 'Rejected requests over a quota, by policy.',
    labels: ['policy'],
  });
  const registrations = metrics.counter({
    name: 'content_service_registrations_total',
    help: 'Registered OAuth clients.',
  });
  const tokens = metrics.counter({ name: 'content_service_tokens_issued_total', help: 'Access tokens issued.' });
  metrics
    .gauge({ name: 'content_service_build_info', help: 'Version of the program; the value is 1.', labels: ['version'] })
    .set(1, { version: SERVICE.version });
  const stateCalls = new Map<string, Durations>();
  metrics.readHistogram(
    {
      name: 'content_service_state_call_duration_seconds',
      help: 'Duration of calls of the state store, by name.',
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

  // Registers the gauges of all conditions, with the label `site` if there are several sites.
  function watchConditions(
    conditions: () => Promise<readonly Condition[]>,
    { isStateReachable, diskSpace }: Watched,
    { labels, variable }: { readonly labels: readonly string[]; readonly variable: string },
  ): void {
    type Read = (condition: Condition, isReachable: boolean) => readonly Sample[] | Promise<readonly Sample[]>;
    const always = () => Promise.resolve(true);
    const readEach = (name: string, help: string, label: readonly string[], read: Read, isReachable = always) =>
      metrics.readGauge({ name: `content_service_${name}`, help, labels: [...labels, ...label] }, async () => {
        const all: Sample[] = [];
        // Once for all sites.
        const reachable = await isReachable();
        for (const condition of await conditions()) {
          const common: Sample[1] = condition.site === undefined ? {} : { site: condition.site };
          for (const [value, own] of await read(condition, reachable)) all.push([value, { ...common, ...own }]);
        }
        return all;
      });
    for (const [name, [help, valueOf]] of Object.entries(SITE_GAUGES)) {
      readEach(name, help, [], (condition) => {
        const value = valueOf(condition);
        return value === undefined ? [] : [[value]];
      });
    }
    readEach(
      'attention',
      '1 while the site requires an operator, by state of /readyz.',
      ['state'],
      (condition, isReachable) => {
        const states = attentionOf({ ...condition, isReachable, now: new Date() });
        return ATTENTION.map((state): Sample => [Number(states.includes(state)), { state }]);
      },
      isStateReachable,
    );
    readEach('guard_holding', '1 while the guard of sync retains pages, by kind of loss.', ['kind'], ({ guard }) =>
      GUARD_KINDS.map((kind): Sample => [Number(guard.some((hold) => hold.kind === kind)), { kind }]),
    );
    const read = (name: string, help: string, value: () => number | Promise<number>) =>
      metrics.readGauge({ name: `content_service_${name}`, help }, async () => [[await value()]]);
    read('state_up', '1 while the store of clients, tokens and counters responds.', async () =>
      Number(await isStateReachable()),
    );
    read('data_free_bytes', `Free bytes of the disk of ${variable}.`, () => diskSpace().free);
    read('data_size_bytes', `Bytes of the disk of ${variable}.`, () => diskSpace().total);
  }

  function watch({ live, followed, webhook, guard, ...watched }: WatchedSite): void {
    async function condition(): Promise<Condition> {
      const index = live.current()?.index;
      return {
        generation: index?.generation ?? 0,
        pages: index?.counts.pages ?? 0,
        builtAt: index?.builtAt,
        ...(await conditionOf({ live, followed, webhook, guard })),
        isOpen: true,
      };
    }
    watchConditions(async () => [await condition()], watched, { labels: [], variable: 'DATA_DIR' });
    if (!followed) return;
    metrics.readCounter(
      {
        name: 'content_service_index_fetched_bytes_total',
        help: 'Bytes of index files downloaded by this process.',
      },
      () => [[followed.fetchedBytes()]],
    );
  }

  const counted = {
    request: tally.count,
    refused: (policy: string) => refusals.add(1, { policy }),
    measured: (state: State): State =>
      measuredState(state, {
        now: monotonicNow,
        took,
        registered: () => registrations.add(),
        issued: () => tokens.add(),
      }),
  };

  // By site and class of status: requests cannot create further series.
  const bySite = new Map<string, Map<string, number>>();

  // Counts a request in total and by site.
  function requestOf(site: string): typeof tally.count {
    return (subject, status, milliseconds) => {
      tally.count(subject, status, milliseconds);
      const statuses = bySite.get(site) ?? new Map<string, number>();
      bySite.set(site, statuses);
      const kind = `${Math.floor(status / 100)}xx`;
      statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
    };
  }

  function watchSites({ counts, memory, openings, conditions, refused, ...watched }: WatchedSites): void {
    metrics.readCounter(
      {
        name: 'content_service_site_requests_total',
        help: 'Requests by site and class of HTTP status.',
        labels: ['site', 'status'],
      },
      () => siteSamples(bySite),
    );
    metrics.readGauge(
      {
        name: 'content_service_sites',
        help: 'Sites of SITES_DIR: valid sites, faulty sites, sites with the address of another site, and open sites.',
        labels: ['state'],
      },
      () => Object.entries(counts()).map(([state, count]): Sample => [count, { state }]),
    );
    metrics.readGauge({ name: 'content_service_open_sites_bytes', help: 'Estimated memory of the open sites.' }, () => [
      [memory()],
    ]);
    metrics.readCounter({ name: 'content_service_site_openings_total', help: 'Openings of sites.' }, () => [
      [openings()],
    ]);
    async function withRefusals(): Promise<readonly Condition[]> {
      const open = new Map(refused());
      return (await conditions()).map((condition) => {
        const { name: site } = condition;
        return Object.assign({ site, isOpen: open.has(site), refused: open.get(site) }, condition);
      });
    }
    watchConditions(withRefusals, watched, { labels: ['site'], variable: 'SITES_DIR' });
  }

  return {
    metrics,
    ...counted,
    watch,
    requestOf,
    forgetSite: (site: string): void => void bySite.delete(site),
    watchSites,
  };
}

/** Counters of a site. */
export type SiteMeasures = Pick<ServerMetrics, 'request' | 'refused' | 'measured'>;
export type ServerMetrics = ReturnType<typeof createServerMetrics>;

function* siteSamples(bySite: ReadonlyMap<string, ReadonlyMap<string, number>>): Generator<Sample> {
  for (const [site, statuses] of bySite) for (const [status, count] of statuses) yield [count, { site, status }];
}

// Unix time of an ISO 8601 time; 0 by default.
const unixTime = (time: string | undefined): number => (time === undefined ? 0 : Date.parse(time) / 1000);

const GUARD_KINDS = ['vanished', 'different', 'unseen', 'withdrawn', 'unread'] as const;

type Tally = {
  readonly labels: { readonly face: string; readonly operation: string };
  readonly statuses: Map<number, number>;
  readonly durations: Durations;
};

/** Counts requests by API, operation and status, and their durations in a histogram with `bounds` in seconds. */
function createRequestTally(bounds: readonly number[]) {
  const tallies = new Map<string, Tally>();
  // Most requests share the subject object of a route.
  const known = new WeakMap<Subject, Tally>();

  function find({ api, operation }: Subject): Tally {
    const key = `${api} ${operation}`;
    const tally = tallies.get(key) ?? {
      labels: { face: api, operation },
      statuses: new Map(),
      durations: createDurations(bounds),
    };
    tallies.set(key, tally);
    return tally;
  }

  function count(subject: Subject, status: number, milliseconds: number): void {
    let tally = known.get(subject);
    if (!tally) known.set(subject, (tally = find(subject)));
    tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
    tally.durations.observe(milliseconds);
  }

  return {
    count,
    /** Yields requests by API, operation and status. */
    *requests(): Generator<Sample> {
      for (const { labels, statuses } of tallies.values()) {
        for (const [status, requests] of statuses) yield [requests, { ...labels, status: String(status) }];
      }
    },
    /** Yields durations by API and operation. */
    *durations(): Generator<Distribution> {
      for (const { labels, durations } of tallies.values()) yield durations.read(labels);
    },
  };
}

type Measurement = {
  // Monotonic clock in milliseconds.
  readonly now: () => number;
  // Called with the duration of each successful or failed call, such as `tokens.find`.
  readonly took: (call: string, milliseconds: number) => void;
  readonly registered: () => void;
  readonly issued: () => void;
};

/** Wraps a state: measures its calls, and counts new clients and tokens. */
function measuredState(state: State, { now, took, registered, issued }: Measurement): State {
  const timed =
    <Given extends readonly unknown[], Answer>(
      call: string,
      work: (...given: Given) => Promise<Answer>,
      succeeded?: (answer: Answer) => void,
    ) =>
    (...given: Given): Promise<Answer> => {
      const began = now();
      const answer = work(...given);
      // The caller handles an error.
      const measured = answer.then(succeeded).catch(() => undefined);
      void measured.finally(() => took(call, now() - began));
      return answer;
    };

  const { clients, tokens, counters } = state;
  return {
    ...state,
    clients: {
      ...clients,
      hasRoom: timed('clients.hasRoom', clients.hasRoom),
      add: timed('clients.add', clients.add, registered),
      find: timed('clients.find', clients.find),
    },
    tokens: {
      ...tokens,
      add: timed('tokens.add', tokens.add, (isIssued) => isIssued && issued()),
      find: timed('tokens.find', tokens.find),
      remove: timed('tokens.remove', tokens.remove),
    },
    counters: {
      ...counters,
      add: timed('counters.add', counters.add),
      find: timed('counters.find', counters.find),
    },
  };
}

/** Histogram of durations; bounds in seconds. */
function createDurations(bounds: readonly number[]) {
  const upTo = bounds.map((seconds) => seconds * 1000);
  // Counts up to each bound, and above the last bound.
  const counts = Array.from({ length: bounds.length + 1 }, () => 0);
  let milliseconds = 0;

  return {
    observe(ms: number): void {
      let place = 0;
      while (place < upTo.length && ms > (upTo[place] ?? 0)) place++;
      counts[place] = (counts[place] ?? 0) + 1;
      milliseconds += ms;
    },
    /** Returns the distribution with labels; its sum is in seconds. */
    read: (labels: Distribution['labels']): Distribution => ({ labels, counts, sum: milliseconds / 1000 }),
  };
}
type Durations = ReturnType<typeof createDurations>;
