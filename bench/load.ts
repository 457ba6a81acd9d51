import autocannon from 'autocannon';

/** Header fields that a caller sends with each request. */
export type Caller = Readonly<Record<string, string>>;

/** Throughput in requests a second, number of requests of all attempts, and quantiles of latency in milliseconds. */
export type Load = { readonly rps: number; readonly requests: number; readonly p50: number; readonly p99: number };

/** Addresses as a proxy names them, others in each round: so many that a load of a quarter of a minute meets no quota. */
export function anonymousCallers(round: number, length = 16_000): readonly Caller[] {
  return Array.from({ length }, (_, n) => ({ 'X-Forwarded-For': `198.${18 + round}.${n >> 8}.${n & 255}` }));
}

/** Maximum number of attempts, if requests time out. When a suspended machine resumes, all its timers expire. */
const ATTEMPTS = 3;

/** Has the callers call an address in turn, over twenty connections. Throws when an answer is not 2xx. */
export async function load(
  url: string,
  seconds: number,
  callers: readonly Caller[],
  body?: { readonly method: 'POST'; readonly body: string },
): Promise<Load> {
  let total = 0;
  for (let attempt = 1; ; attempt++) {
    const { requests, latency, non2xx, errors, timeouts, statusCodeStats } = await autocannon({
      url,
      connections: 20,
      duration: seconds,
      requests: callers.map((headers) => ({ ...body, headers: { ...headers } })),
    });
    total += requests.total;
    if (non2xx + errors === 0) return { rps: requests.average, requests: total, p50: latency.p50, p99: latency.p99 };
    if (non2xx === 0 && errors === timeouts && attempt < ATTEMPTS) continue;
    const statuses = Object.entries(statusCodeStats ?? {}).map(([status, { count }]) => `${count} × ${status}`);
    throw new Error(
      `${url}: ${non2xx} answers were not 2xx (${statuses.join(', ')}), ${errors} failed, ${timeouts} of them by timeout`,
    );
  }
}
