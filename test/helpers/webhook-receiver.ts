import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { assertMessageInContract } from './contract.ts';

export const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

type Change = { readonly change: string; readonly url: string; readonly from?: string; readonly digest?: string };
type Message = {
  readonly id: string;
  readonly body: string;
  readonly type: string;
  readonly data: {
    readonly site: string;
    readonly changes: readonly Change[];
    readonly more: boolean;
    readonly next_cursor?: string;
  };
};
/** Answer of the receiver: a status, or no response. `isApplied`: it processed the message all the same. */
type Answer = {
  readonly status: number | 'none';
  readonly isApplied?: boolean;
  readonly headers?: Record<string, string>;
};

/** A receiver that verifies messages with the library of the standard, and keeps a copy of the site. */
export async function startReceiver(answerTo: (count: number) => Answer = () => ({ status: 204 })) {
  const webhook = new Webhook(WEBHOOK_SECRET);
  const attempts: Message[] = [];
  const accepted: Message[] = [];
  const faults: unknown[] = [];
  const copies = new Map<string, Map<string, string>>();
  let waiting: (() => void)[] = [];
  /** Sites with a message in flight. */
  const busy = new Set<string>();
  let answer = answerTo;

  function apply({ type, data: { site, changes } }: Message): void {
    const copy = copies.get(site) ?? new Map<string, string>();
    copies.set(site, copy);
    if (type === 'pages.start_over') copy.clear();
    for (const { change, url, from, digest = '' } of changes) {
      if (from !== undefined) copy.delete(from);
      if (change === 'removed') copy.delete(url);
      else copy.set(url, digest);
    }
  }

  const server = createServer((req, res) => {
    void (async () => {
      const body = await text(req);
      const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]));
      try {
        const { type, data } = webhook.verify(body, headers) as Message;
        const message = { id: headers['webhook-id'] ?? '', body, type, data };
        assertMessageInContract(body);
        assert.equal(req.method, 'POST');
        assert.ok(Buffer.byteLength(body) < 20_000);
        assert.ok(!busy.has(data.site), 'two messages of a site at once');
        busy.add(data.site);
        const count = attempts.push(message);
        await wait(2);
        busy.delete(data.site);
        const { status, isApplied = false, headers: more = {} } = answer(count);
        const isAccepted = typeof status === 'number' && status < 300;
        if (isAccepted || isApplied) apply(message);
        if (isAccepted) accepted.push(message);
        if (status === 'none') req.socket.destroy();
        else res.writeHead(status, more).end('x'.repeat(100_000));
      } catch (error) {
        faults.push(error);
        res.writeHead(500).end();
      }
      for (const wake of waiting) wake();
      waiting = [];
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/changes?token=x`,
    attempts,
    accepted,
    copyOf: (site: string): ReadonlyMap<string, string> => copies.get(site) ?? new Map<string, string>(),
    answerWith: (next: typeof answerTo): void => {
      answer = next;
    },
    /** Resolves when the condition is true after a message. */
    async until(isDone: () => boolean): Promise<void> {
      while (!isDone()) {
        assert.deepEqual(faults, []);
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      assert.deepEqual(faults, []);
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      assert.deepEqual(faults, []);
    },
  };
}
