import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { jsonOf, runServer } from '../../helpers/running-server.ts';
import { SAMPLE_PAGES } from '../../helpers/sample-index.ts';
import { startValkey } from '../../helpers/valkey-server.ts';
import { startReceiver, WEBHOOK_SECRET } from '../../helpers/webhook-receiver.ts';

it('servers on several machines deliver each change once, also while one of them lags', async () => {
  await using valkey = await startValkey();
  await using receiver = await startReceiver((count) => ({ status: count % 3 === 0 ? 500 : 200 }));
  const start = async () =>
    await runServer({
      env: { STATE_URL: valkey.url, CHANGES_WEBHOOK: receiver.url, CHANGES_WEBHOOK_SECRET: WEBHOOK_SECRET },
      content: { builtAt: '2026-03-02T00:00:00Z' },
      sources: {
        now: () => new Date(),
        monotonicNow: () => performance.now(),
        randomBytes,
        webhookPauses: { first: 5, longest: 20, standby: 5 },
      },
    });
  await using first = await start();
  await using second = await start();
  for (let round = 1; round < 5; round += 1) {
    const next = { builtAt: `2026-03-0${2 + round}T00:00:00Z`, pages: SAMPLE_PAGES.slice(round) };
    for (const { data } of round % 2 === 0 ? [first, second] : [second, first]) {
      await data.publish(next);
      await receiver.until(() => receiver.copyOf('https://casa.example').size === SAMPLE_PAGES.length - round);
    }
  }
  // Its first index is older than the delivered index.
  await using late = await start();
  while ((await fetch(`${late.url}/readyz`).then(jsonOf)).webhook.seconds_ago === undefined) await wait(20);
  const last = { builtAt: '2026-03-08T00:00:00Z', pages: SAMPLE_PAGES.slice(5) };
  await first.data.publish(last);
  await receiver.until(() => receiver.copyOf('https://casa.example').size === SAMPLE_PAGES.length - 5);
  const types = receiver.accepted.map(({ type, data }) => [type, data.changes.length]);
  assert.deepEqual(types, [
    ['pages.start_over', SAMPLE_PAGES.length],
    ...Array.from({ length: 5 }, () => ['pages.changed', 1]),
  ]);
});
