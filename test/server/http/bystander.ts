import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { API } from '../../helpers/running-server.ts';

const PATHS = ['/search_pages?query=agua', '/read_page?url=/madrid/fontaneria', '/get_company_info'];

/** A client that does nothing wrong, beside those that do: over one kept connection and over a new one in turn. */
export function startBystander(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const stopped = new AbortController();
  const latencies: number[] = [];

  async function ask(at: number): Promise<void> {
    const started = performance.now();
    const headers = { 'X-Forwarded-For': `198.51.${(at >> 5) & 255}.1` };
    const send = () => get(`${url}${API}${PATHS[at % PATHS.length]}`, { headers, agent: at % 2 === 0 ? agent : false });
    const request = send();
    const [answer] = (await once(request, 'response').catch(async (error: NodeJS.ErrnoException) => {
      // A server may close a kept connection just then; every client asks once more (RFC 9112 §9.3.1).
      if (!request.reusedSocket || error.code !== 'ECONNRESET') throw error;
      return await once(send(), 'response');
    })) as [IncomingMessage];
    const body = await text(answer);
    assert.equal(answer.statusCode, 200, body);
    latencies.push(performance.now() - started);
  }

  const asking = (async () => {
    for (let at = 0; !stopped.signal.aborted; at++) {
      await ask(at);
      await wait(10);
    }
  })();
  // The outcome is looked at in the end; until then a failure is not unhandled.
  asking.catch(() => undefined);

  return {
    /** Ends it. It must have been served throughout; answers how, for a test's diagnostics. */
    async stop(): Promise<string> {
      // At least one more of each kind after whatever happened.
      const enough = latencies.length + 2;
      while (latencies.length < enough) await Promise.race([wait(10), asking]);
      stopped.abort();
      await asking;
      agent.destroy();
      const sorted = latencies.toSorted((a, b) => a - b);
      const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.toFixed(1);
      return `bystander: ${sorted.length} requests, all 200; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
    },
    [Symbol.dispose](): void {
      stopped.abort();
      agent.destroy();
    },
  };
}
