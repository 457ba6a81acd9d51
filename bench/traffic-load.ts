import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { Pool } from 'undici';
import type { Call, TrafficMix } from './traffic-mix.ts';

/** Latencies, statuses and unexpected answers of the requests. */
export type Tally = {
  /** Microseconds, by kind. */
  readonly latencies: ReadonlyMap<string, RecordableHistogram>;
  readonly statuses: ReadonlyMap<number, number>;
  /** Answers that should not have been, or that did not come: what, and how often. */
  readonly unexpected: ReadonlyMap<string, number>;
  readonly total: () => number;
};

/** Clients that each send their next request once the last is answered, for so many seconds. */
export function startTraffic(
  url: string,
  mix: TrafficMix,
  options: { readonly clients: number; readonly seconds: number },
) {
  const pool = new Pool(url, { connections: options.clients, pipelining: 1, headersTimeout: 30_000 });
  const latencies = new Map(mix.kinds.map((kind) => [kind, createHistogram()]));
  const statuses = new Map<number, number>();
  const unexpected = new Map<string, number>();
  const end = performance.now() + options.seconds * 1000;
  let total = 0;

  async function send({ method = 'GET', path, headers = {}, body, expected, answered }: Call): Promise<void> {
    const name = `${method} ${path.slice(0, 60)}`;
    try {
      const answer = await pool.request({ method, path, headers, body: body ?? null });
      const text = await answer.body.text();
      const status = answer.statusCode;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (!expected.includes(status)) count(`${name}: ${status} ${text.slice(0, 120)}`);
      else answered?.({ status, etag: String(answer.headers['etag'] ?? ''), body: text });
    } catch (error) {
      count(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  function count(what: string): void {
    if (unexpected.has(what) || unexpected.size < 50) unexpected.set(what, (unexpected.get(what) ?? 0) + 1);
  }

  async function client(): Promise<void> {
    while (performance.now() < end) {
      const { kind, call } = mix.next();
      const started = performance.now();
      await send(call);
      latencies.get(kind)?.record(Math.max(1, Math.round((performance.now() - started) * 1000)));
      total += 1;
    }
  }

  const ended = (async () => {
    await Promise.all(Array.from({ length: options.clients }, () => client()));
    await pool.close();
  })();
  const tally: Tally = { latencies, statuses, unexpected, total: () => total };
  return { tally, ended };
}
