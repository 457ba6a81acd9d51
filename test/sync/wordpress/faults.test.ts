import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { realWait } from '../../../sync/wordpress/pace.ts';
import { startFaultProxy, type ChooseFault, type Fault } from '../../helpers/fault-proxy.ts';
import { all, connectTo } from './connect.ts';
import { startTinyWordPress, tinyPages } from './tiny-wordpress.ts';

const PAGES = tinyPages(20);

/** A connected client, whose next answers have the fault. */
async function startFaulty(fault: Fault | ChooseFault | undefined, options: Parameters<typeof connectTo>[1] = {}) {
  const site = await startTinyWordPress({ pages: PAGES });
  const proxy = await startFaultProxy(site.url);
  const connected = await connectTo(proxy.url, options);
  proxy.setFaults(fault);
  proxy.seen.length = 0;
  connected.events.length = 0;
  return {
    ...connected,
    proxy,
    census: () => all(connected.wordpress.census('pages')),
    page: (id: number) => all(connected.wordpress.fetchPages('pages', [id])),
    async [Symbol.asyncDispose]() {
      await connected.wordpress.close();
      await proxy[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

/** The fault for so many requests, and then none. */
const times = (count: number, fault: Fault): ChooseFault => {
  let left = count;
  return () => {
    left -= 1;
    return left >= 0 ? fault : undefined;
  };
};

describe('a transient failure', () => {
  const passing: readonly Fault[] = [
    ...[429, 500, 502, 503, 504].map((status) => ({ kind: 'status', status }) as const),
    { kind: 'reset' },
    { kind: 'reset_body' },
    { kind: 'truncate' },
    { kind: 'html', title: 'Un momento…' },
    { kind: 'stall' },
    { kind: 'stall_body' },
  ];
  for (const fault of passing) {
    it(`does not hurt: ${JSON.stringify(fault)}`, async () => {
      await using faulty = await startFaulty(times(1, fault));
      assert.equal((await faulty.page(12)).length, 1);
      assert.deepEqual(
        faulty.of('retried').map(({ delayMs }) => delayMs),
        [1000],
      );
      assert.equal(faulty.waits.length, 1);
    });
  }

  it('waits as long as Retry-After asks and goes slower after a 429', async () => {
    await using faulty = await startFaulty(times(2, { kind: 'status', status: 429, headers: { 'retry-after': '30' } }));
    assert.equal((await faulty.census()).length, PAGES.length);
    assert.deepEqual(
      faulty.of('retried').map(({ delayMs }) => delayMs),
      [30_000, 30_000],
    );
    assert.deepEqual(
      faulty.of('slowed_down').map(({ requestsPerSecond }) => requestsPerSecond),
      [2, 1],
    );
  });

  it('does not hurt when the connection is refused for a while', async () => {
    await using faulty = await startFaulty(undefined, {
      wait: async () => {
        if (faulty.of('retried').length === 3) await faulty.proxy.accept();
      },
    });
    await faulty.proxy.refuse();
    assert.equal((await faulty.page(12)).length, 1);
    assert.deepEqual(
      faulty
        .of('retried')
        .slice(1)
        .map(({ cause }) => cause),
      ['The connection was refused', 'The connection was refused'],
    );
  });
});

describe('a permanent failure', () => {
  const staying: readonly (readonly [Fault, string, RegExp])[] = [
    [
      { kind: 'status', status: 503 },
      'status',
      /^The site answered 503, 5 times \(GET http:\/\/127.0.0.1:\d+\/wp-json/,
    ],
    [{ kind: 'status', status: 500 }, 'status', /^The site answered 500, 5 times/],
    [{ kind: 'status', status: 429, headers: { 'retry-after': '3600' } }, 'later', /429; Retry-After is 3600 seconds/],
    [{ kind: 'status', status: 403 }, 'denied', /^The site answered 403 with “no” instead of JSON \(GET/],
    [
      { kind: 'html', title: 'Attention Required!', status: 403 },
      'denied',
      /403 with an HTML page.*Attention Required!/,
    ],
    [
      { kind: 'html', title: 'Just a moment...' },
      'html',
      /200 with an HTML page instead of JSON: “Just a moment\.\.\.”/,
    ],
    [{ kind: 'reset' }, 'broken', /^The connection broke off, 5 times/],
    [{ kind: 'reset_body' }, 'broken', /^The connection broke off, 5 times/],
    [{ kind: 'stall' }, 'timeout', /^The site did not begin its answer in time \(GET/],
    [{ kind: 'stall_body' }, 'timeout', /^The site stopped in the middle of its answer \(GET/],
    [{ kind: 'drip', everyMs: 20 }, 'timeout', /^The site did not finish its answer in time/],
    [{ kind: 'truncate' }, 'truncated', /^The site answered 200 with JSON that breaks off, 5 times/],
    [{ kind: 'endless', bytes: 1e9 }, 'too_large', /^The answer is larger than the size cap \(GET/],
    [{ kind: 'gzip_bomb', bytes: 2e7 }, 'too_large', /larger than the size cap once decompressed \(GET/],
    [
      { kind: 'json', value: { code: 'rest_disabled', message: 'No' } },
      'unexpected',
      /does not match the format of WordPress/,
    ],
    [
      { kind: 'redirect', to: 'http://example.com/wp-json/' },
      'redirect',
      /redirects to http:\/\/example.com\/wp-json\/, w/,
    ],
    [{ kind: 'redirect', to: 'http://169.254.169.254/latest/' }, 'redirect', /which is on another host/],
    [{ kind: 'redirect', to: 'file:///etc/passwd' }, 'redirect', /which is on another host/],
    [{ kind: 'redirect', to: '/again' }, 'redirect', /redirect 6 of this request/],
    [
      { kind: 'status', status: 200, headers: { 'content-encoding': '{x}' } },
      'unreachable',
      /is encoded as \{x\}, which was not requested/,
    ],
  ];
  for (const [fault, kind, message] of staying) {
    it(`is an error that names its cause: ${JSON.stringify(fault)}`, async () => {
      // undici's timers tick every half second, so one attempt is enough where time is what runs out; elsewhere none may run out.
      const [attempts, patience] = kind === 'timeout' ? [1, 150] : [5, 60_000];
      const total = fault.kind === 'drip' ? 900 : 60_000;
      const timeouts = { connect: 60_000, headers: patience, body: patience, total };
      await using faulty = await startFaulty(fault, { maxBytes: 1_000_000, timeouts, attempts });
      await assert.rejects(faulty.page(12), { name: 'WordPressError', kind, message });
    });
  }

  it('reads no more of a body of a gigabyte than the size cap', async () => {
    await using faulty = await startFaulty({ kind: 'endless', bytes: 1e9 }, { maxBytes: 1_000_000 });
    const before = process.memoryUsage().rss;
    await assert.rejects(faulty.page(12), { kind: 'too_large' });
    assert.ok(process.memoryUsage().rss - before < 100_000_000);
    assert.equal(faulty.proxy.seen.length, 1);
  });

  it('is reported as a refused connection when nobody listens', async () => {
    await using faulty = await startFaulty(undefined);
    await faulty.proxy.refuse();
    await assert.rejects(faulty.census(), { kind: 'unreachable', message: /^The connection was refused, 5 times/ });
    await assert.rejects(connectTo(faulty.proxy.url), { kind: 'unreachable' });
  });

  it('says what to set where https is asked of a port that speaks plain http', async () => {
    await using faulty = await startFaulty(undefined);
    const { host } = new URL(faulty.proxy.url);
    await assert.rejects(connectTo(`https://${host}`), {
      kind: 'unreachable',
      what: `The server does not use TLS: set SITE_URL to http://${host} if the site has no https, or to its https port`,
    });
  });

  it('repeats in one line why a TLS handshake failed', async () => {
    const handshakeFailure = Buffer.from([0x15, 3, 3, 0, 2, 2, 40]);
    const server = createServer((socket) => socket.once('data', () => socket.end(handshakeFailure)));
    await using _ = server;
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    await assert.rejects(connectTo(`https://127.0.0.1:${port}`), { what: /^The TLS handshake failed \([^\n]+\)$/ });
  });

  it('ends the search for the API when the site is down, after the front page alone could not tell', async () => {
    await using faulty = await startFaulty({ kind: 'status', status: 503 });
    await assert.rejects(connectTo(faulty.proxy.url), {
      kind: 'status',
      message: /503, 5 times \(GET .*\/wp-json\/\)$/,
    });
    assert.equal(faulty.proxy.seen.length, 6);
  });

  it('is reported by the title of the page that stands where the API was', async () => {
    await using faulty = await startFaulty({ kind: 'html', title: 'En mantenimiento' });
    await assert.rejects(connectTo(faulty.proxy.url), {
      kind: 'no_api',
      message: /\/wp-json\/: The site answered 200 with an HTML page instead of JSON: “En mantenimiento”/,
    });
  });
});

describe('text around the JSON', () => {
  it('is skipped and reported', async () => {
    const notice = '<br />\n<b>Notice</b>:  Undefined index: x in <b>/srv/a.php</b> on line <b>3</b><br />\n';
    const after = '\n<!-- Cached page generated by WP-Super-Cache -->';
    await using faulty = await startFaulty({ kind: 'around', before: `\uFEFF${notice}`, after });
    assert.equal((await faulty.page(12)).length, 1);
    assert.deepEqual(
      faulty.of('junk_skipped').map((event) => [event.before, event.after]),
      [[`\uFEFF${notice}`, after]],
    );
  });
});

describe('redirects', () => {
  it('are followed within the site, and reported', async () => {
    await using faulty = await startFaulty(undefined);
    faulty.proxy.setFaults(({ url }) =>
      url.includes('moved=1') ? undefined : { kind: 'redirect', to: `${faulty.proxy.url}${url}&moved=1`, status: 301 },
    );
    assert.equal((await faulty.page(12)).length, 1);
    assert.equal(faulty.of('redirected').length, 1);
  });

  it('do not carry the login to another name of the site', async () => {
    await using site = await startTinyWordPress({ pages: PAGES });
    await using alias = await startFaultProxy(site.url);
    await using proxy = await startFaultProxy(site.url);
    proxy.setFaults(({ url }) =>
      url.startsWith('/wp-json/?') ? { kind: 'json', value: { namespaces: ['wp/v2'], home: alias.url } } : undefined,
    );
    await using connected = await connectTo(proxy.url, { credentials: { user: 'a', password: 'b' } });
    proxy.setFaults(({ url }) => ({ kind: 'redirect', to: `${alias.url}${url}` }));
    assert.equal((await all(connected.wordpress.census('pages'))).length, PAGES.length);
    assert.ok(proxy.seen.some(({ headers }) => headers.authorization !== undefined));
    assert.ok(alias.seen.length > 0 && alias.seen.every(({ headers }) => headers.authorization === undefined));
  });
});

describe('AbortSignal', () => {
  const stop = new Error('SIGTERM');

  it('ends a request that waits for its answer', async () => {
    const controller = new AbortController();
    await using faulty = await startFaulty(
      () => {
        queueMicrotask(() => controller.abort(stop));
        return { kind: 'stall' };
      },
      { signal: controller.signal, timeouts: { headers: 60_000, body: 60_000, total: 60_000 } },
    );
    await assert.rejects(faulty.census(), stop);
  });

  it('ends a wait between attempts', async () => {
    const controller = new AbortController();
    await using faulty = await startFaulty(
      { kind: 'status', status: 503 },
      {
        signal: controller.signal,
        wait: (_, signal) => {
          controller.abort(stop);
          signal.throwIfAborted();
          return Promise.resolve();
        },
      },
    );
    await assert.rejects(faulty.census(), stop);
    assert.equal(faulty.proxy.seen.length, 1);
  });

  // A wait that the signal did not end would last longer than a test may.
  it('ends a real wait at once', async () => {
    const controller = new AbortController();
    await using site = await startTinyWordPress({ pages: PAGES });
    await using proxy = await startFaultProxy(site.url, () => {
      setImmediate(() => controller.abort(stop));
      return { kind: 'status', status: 503, headers: { 'retry-after': '120' } };
    });
    await assert.rejects(connectTo(proxy.url, { signal: controller.signal, wait: realWait }), stop);
  });
});
