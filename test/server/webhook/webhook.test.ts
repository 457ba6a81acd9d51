import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '../../../shared/page.ts';
import { jsonOf, runServer } from '../../helpers/running-server.ts';
import { contentOf, runSites } from '../../helpers/running-sites.ts';
import { page, publishIn, SAMPLE_PAGES } from '../../helpers/sample-index.ts';
import { startReceiver, WEBHOOK_SECRET } from '../../helpers/webhook-receiver.ts';

const SITE = 'https://casa.example';
const WORLD = {
  now: () => new Date(),
  monotonicNow: () => performance.now(),
  randomBytes,
  webhookPauses: { first: 5, longest: 20, standby: 5 },
};
const SLOW = { ...WORLD, webhookPauses: { first: 3_600_000, longest: 3_600_000, standby: 5 } };
type Receiver = Awaited<ReturnType<typeof startReceiver>>;

const settings = ({ url }: Receiver) => ({ CHANGES_WEBHOOK: url, CHANGES_WEBHOOK_SECRET: WEBHOOK_SECRET });
const copyOf = (pages: readonly Page[]) =>
  new Map(pages.map(({ url, title, markdown }) => [url, hash('sha256', `${title}\n${markdown}`)] as const));
const isCopy = (receiver: Receiver, pages: readonly Page[]) => () => {
  const [copy, wanted] = [receiver.copyOf(SITE), copyOf(pages)];
  return copy.size === wanted.size && [...wanted].every(([url, digest]) => copy.get(url) === digest);
};
const numbered = (count: number, text: string) =>
  Array.from({ length: count }, (_, n) => page(n + 1, `/p${n}`, `Page ${n}`, `${text} ${n}`));

/** Without the first page, and with a new text on some. */
const withEdits = (pages: readonly Page[], text: string) =>
  pages.slice(1).map((one, n) => (n % 9 === 0 ? page(one.id, one.path, one.title, text) : one));

/** Waits for a condition of the server. */
async function eventually<Value>(read: () => Promise<Value>, isDone: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await read();
    if (isDone(value)) return value;
    await wait(20);
  }
}

describe('CHANGES_WEBHOOK', () => {
  it('sends all pages in small signed messages, then each change, and for a removal the address alone', async () => {
    await using receiver = await startReceiver();
    const pages = numbered(120, 'First');
    await using server = await runServer({ env: settings(receiver), content: { pages }, sources: WORLD });
    await receiver.until(isCopy(receiver, pages));
    const kinds = receiver.accepted.map(({ type, data }) => [type, data.changes.length, data.more]);
    assert.deepEqual(kinds, [
      ['pages.start_over', 50, true],
      ['pages.changed', 50, true],
      ['pages.changed', 20, false],
    ]);
    const [removed, edited, ...others] = pages;
    assert.ok(removed && edited);
    const next = [{ ...edited, markdown: 'Second' }, ...others];
    await server.data.publish({ pages: next });
    await receiver.until(isCopy(receiver, next));
    const { data } = receiver.accepted.at(-1) ?? {};
    const removal = data?.changes.find(({ change }) => change === 'removed');
    assert.deepEqual(removal, { change: 'removed', url: removed.url });
    const answer = await server.get(`/changes?since=${data?.next_cursor}`);
    assert.deepEqual((await jsonOf(answer)).changes, []);
  });

  it('sends a page that the service withholds as removed', async () => {
    await using receiver = await startReceiver();
    await using server = await runServer({ env: settings(receiver), sources: WORLD });
    await receiver.until(isCopy(receiver, SAMPLE_PAGES));
    const contact = { id: 8, path: '/contacto', since: '2026-11-28T10:00:00Z', why: 'password' };
    await server.data.generations.writeVerdicts({ mirror: 'm', pages: [contact], site: SITE });
    await receiver.until(
      isCopy(
        receiver,
        SAMPLE_PAGES.filter(({ id }) => id !== 8),
      ),
    );
    assert.deepEqual(receiver.accepted.at(-1)?.data.changes, [{ change: 'removed', url: `${SITE}/contacto/` }]);
  });

  it('repeats a message until it is accepted, in order, while the receiver fails and the site changes', async () => {
    const failures = [
      { status: 500 },
      { status: 'none', isApplied: true },
      { status: 307, headers: { location: '/' } },
      { status: 404 },
    ] as const;
    await using receiver = await startReceiver((count) => failures[count % 6] ?? { status: 200 });
    let pages = numbered(70, 'First');
    await using server = await runServer({ env: settings(receiver), content: { pages }, sources: WORLD });
    for (let round = 0; round < 3; round += 1) {
      pages = withEdits(pages, `Round ${round}`);
      await server.data.publish({ pages });
    }
    await receiver.until(isCopy(receiver, pages));
    assert.ok(receiver.attempts.length > receiver.accepted.length);
    const ids = receiver.attempts.map(({ id }) => id);
    const distinct = ids.filter((id, n) => id !== ids[n - 1]);
    assert.equal(new Set(distinct).size, distinct.length, 'a message is not repeated after a later message');
    const bodies = new Map(receiver.attempts.map(({ id, body }) => [id, body]));
    for (const { id, body } of receiver.attempts) assert.equal(body, bodies.get(id));
  });

  it('sends a page that was hidden after a failed attempt as removed', async () => {
    await using receiver = await startReceiver(() => ({ status: 'none', isApplied: true }));
    await using server = await runServer({ env: settings(receiver), sources: WORLD });
    await receiver.until(isCopy(receiver, SAMPLE_PAGES));
    const contact = { id: 8, path: '/contacto', since: '2026-11-28T10:00:00Z', why: 'password' };
    await server.data.generations.writeVerdicts({ mirror: 'm', pages: [contact], site: SITE });
    await receiver.until(
      () =>
        receiver.attempts.at(-1)?.body.includes('{"change":"removed","url":"https://casa.example/contacto/"}') === true,
    );
    receiver.answerWith(() => ({ status: 200 }));
    await receiver.until(
      isCopy(
        receiver,
        SAMPLE_PAGES.filter(({ id }) => id !== 8),
      ),
    );
  });

  it('continues after a restart with the message that was not accepted, at once', async () => {
    await using receiver = await startReceiver((count) => ({ status: count === 2 ? 503 : 200 }));
    const pages = numbered(120, 'First');
    await using data = await runServer({ content: { pages } });
    {
      await using _ = await runServer({
        env: settings(receiver),
        content: false,
        dataDir: data.data.dir,
        sources: SLOW,
      });
      await receiver.until(() => receiver.attempts.length === 2);
      const ready = await eventually(
        () => fetch(`${_.url}/readyz`).then(jsonOf),
        ({ webhook }) => webhook.failures === 1,
      );
      assert.deepEqual([ready.status, ready.attention], ['ready', undefined]);
    }
    await using _ = await runServer({ env: settings(receiver), content: false, dataDir: data.data.dir, sources: SLOW });
    await receiver.until(isCopy(receiver, pages));
    const ids = receiver.attempts.map(({ id }) => id);
    assert.deepEqual([ids[1] === ids[2], new Set(ids).size], [true, 3]);
  });

  it('delivers once from several servers of one state, in order, also when servers stop', async () => {
    await using receiver = await startReceiver((count) => ({ status: count % 5 === 0 ? 500 : 200 }));
    let pages = numbered(60, 'First');
    await using data = await runServer({ content: { pages } });
    const more = { env: settings(receiver), content: false, dataDir: data.data.dir, sources: WORLD } as const;
    const servers = [await runServer(more), await runServer(more), await runServer(more)];
    for (let round = 0; round < 4; round += 1) {
      pages = withEdits(pages, `Round ${round}`);
      await data.data.publish({ pages });
      await receiver.until(isCopy(receiver, pages));
      // Its requests are cancelled, and a different server continues.
      if (servers.length > 1) await servers.shift()?.[Symbol.asyncDispose]();
    }
    await servers[0]?.[Symbol.asyncDispose]();
    const ids = receiver.accepted.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('stops when the receiver answers 410 Gone, and reports it', async () => {
    await using receiver = await startReceiver(() => ({ status: 410 }));
    const lines: string[] = [];
    const logTo = { write: (line: string) => void lines.push(line) };
    await using server = await runServer({ env: settings(receiver), sources: WORLD, logTo });
    const ready = await eventually(
      () => fetch(`${server.url}/readyz`).then(jsonOf),
      ({ webhook }) => webhook.failures > 0,
    );
    assert.deepEqual([ready.status, ready.attention], ['ready', ['webhook_failing']]);
    assert.equal(ready.webhook.stopped, true);
    await server.data.publish({ pages: SAMPLE_PAGES.slice(1) });
    await eventually(
      () => fetch(`${server.url}/readyz`).then(jsonOf),
      ({ generation }) => generation === 2,
    );
    await wait(100);
    assert.equal(receiver.attempts.length, 1);
    assert.ok(lines.some((line) => line.includes('server.webhook.stopped')));
    assert.ok(!lines.some((line) => line.includes('token=x')), 'the address may have a key');
  });

  it('starts over after a rollback', async () => {
    await using receiver = await startReceiver();
    await using server = await runServer({ env: settings(receiver), sources: WORLD });
    const next = SAMPLE_PAGES.slice(1);
    await server.data.publish({ pages: next });
    await receiver.until(isCopy(receiver, next));
    await server.data.generations.rollback();
    await receiver.until(isCopy(receiver, SAMPLE_PAGES));
    assert.equal(receiver.accepted.at(-1)?.type, 'pages.start_over');
  });

  it('starts over for a different receiver', async () => {
    await using receiver = await startReceiver();
    await using other = await startReceiver();
    await using data = await runServer({ env: settings(receiver), sources: WORLD });
    await receiver.until(isCopy(receiver, SAMPLE_PAGES));
    await using _ = await runServer({ env: settings(other), content: false, dataDir: data.data.dir, sources: WORLD });
    await other.until(isCopy(other, SAMPLE_PAGES));
    assert.equal(other.accepted[0]?.type, 'pages.start_over');
  });

  it('delivers for each site of SITES_DIR, to the receiver of all or to its own', async () => {
    await using common = await startReceiver();
    await using own = await startReceiver();
    await using sites = await runSites(['uno', 'dos'], { env: settings(common), sources: WORLD });
    await sites.add('tres', { yaml: `settings:\n  changes_webhook: ${own.url}\n` });
    await own.until(() => own.copyOf('https://tres.example').size === 3);
    await common.until(() => ['uno', 'dos'].every((name) => common.copyOf(`https://${name}.example`).size === 3));
    await publishIn(join(sites.dir, 'uno'), { ...contentOf('uno'), pages: contentOf('uno').pages.slice(1) });
    await common.until(() => common.copyOf('https://uno.example').size === 2);
    for (const [receiver, names] of [
      [common, ['uno', 'dos']],
      [own, ['tres']],
    ] as const) {
      const notified = new Set(receiver.attempts.map(({ data }) => data.site));
      assert.deepEqual(notified, new Set(names.map((name) => `https://${name}.example`)));
    }
  });
});
