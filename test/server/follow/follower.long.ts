import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { followNoteOf } from '../../../db/index/follow-note.ts';
import { createGenerations } from '../../../db/index/generations.ts';
import { createOrigin } from '../../../server/follow/origin.ts';
import { sampleContent, temporaryDataDir } from '../../helpers/sample-index.ts';
import { titled, twoMachines, until } from './two-machines.ts';

const OPTIONS = { timeout: 300_000 };

describe('followIndex', OPTIONS, () => {
  it('fetches what is published, and asks from then on only whether it is still the one', async () => {
    await using machines = await twoMachines();
    const { publisher, origin, here, follow } = machines;
    await publisher.publish();
    await using _following = follow();
    await until(async () => (await here())?.generation === 1);
    assert.deepEqual(await here(), await publisher.generations.current());
    await until(() => origin.seen.filter(({ status }) => status === 304).length > 2);
    assert.equal(origin.seen.filter(({ file }) => file === 'index-1.db').length, 1);

    const second = await publisher.publish(titled('segunda'));
    await until(async () => (await here())?.sha256 === second.sha256);
    await publisher.publish(titled('tercera'));
    await until(async () => (await here())?.generation === 3);
    const kept = ['current.json', 'index-2.db', 'index-2.json', 'index-3.db', 'index-3.json'];
    await until(async () => (await readdir(machines.data.generations.dir)).toSorted().join() === kept.join());
  });

  it('follows a rollback, and no older pointer that a cache still has', async () => {
    await using machines = await twoMachines();
    const { publisher, origin, here, follow, failed } = machines;
    await publisher.publish();
    const stale = await readFile(join(publisher.generations.dir, 'current.json'));
    await publisher.publish(titled('segunda'));
    await using _following = follow();
    await until(async () => (await here())?.generation === 2);
    origin.setFault(({ file }) => (file === 'current.json' ? stale : undefined));
    await until(() => failed().length > 0);
    assert.match(failed()[0] ?? '', /names generation 1 as of .*, which is older than what is here/);
    assert.equal((await here())?.generation, 2);
    origin.setFault();
    await publisher.generations.rollback();
    await until(async () => (await here())?.generation === 1);
  });

  it('takes nothing that is not signed by a key that it knows, nor an old pointer with its signature', async () => {
    await using machines = await twoMachines();
    const { publisher, origin, here, follow, failed } = machines;
    const [own, next, strange] = [1, 2, 3].map(() => generateKeyPairSync('ed25519'));
    assert.ok(own && next && strange);
    const publish = async (name: string, signingKey?: KeyObject) => {
      const { generation } = await publisher.publish(titled(name));
      await createGenerations(publisher.dir, { signingKey }).sign();
      return generation;
    };
    await publish('unsigned');
    await using _following = follow({ publicKeys: [own.publicKey, next.publicKey] });
    await until(() => failed().at(-1) === 'current.json is not signed');
    await publish('strange', strange.privateKey);
    await until(() => failed().at(-1) === 'current.json is signed by another key, or altered');
    assert.equal(await here(), undefined);
    const signed = await publish('own', own.privateKey);
    await until(async () => (await here())?.generation === signed);
    const old = await readFile(join(publisher.generations.dir, 'current.json'));

    const again = await publish('next', next.privateKey);
    await until(async () => (await here())?.generation === again);
    origin.setFault(({ file }) => (file === 'current.json' ? old : undefined));
    await until(() => /is older than what is here/.test(failed().at(-1) ?? ''));
    const { built_at } = (await here()) ?? {};
    origin.setFault(({ file }, _response, body) =>
      file === 'current.json'
        ? Buffer.from(body.toString().replace(String(built_at), '2026-01-01T00:00:00Z'))
        : undefined,
    );
    await until(() => failed().at(-1) === 'current.json is signed by another key, or altered');
    assert.equal((await here())?.generation, again);
    // A rollback is signed too, and dated after what it goes back from.
    origin.setFault();
    await createGenerations(publisher.dir, { signingKey: own.privateKey }).rollback();
    await until(async () => (await here())?.generation === signed);
  });

  it('takes no index of another site, though the same key has signed both', async () => {
    await using machines = await twoMachines();
    await using neighbour = await temporaryDataDir();
    const { publisher, origin, here, follow, failed } = machines;
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const publicKeys = [publicKey];
    const sign = (dir: string) => createGenerations(dir, { signingKey: privateKey }).sign();
    await publisher.publish();
    await sign(publisher.dir);
    await neighbour.publish({ site: { ...sampleContent().site, home: 'https://vecina.example' } });
    await sign(neighbour.dir);
    const showsNeighbour = ({ file }: { readonly file: string }) => readFile(join(neighbour.generations.dir, file));
    const follows = async (site: string | undefined, holds: () => boolean | Promise<boolean>) => {
      await using _following = follow({ publicKeys, site });
      await until(holds);
    };

    await follows(undefined, async () => (await here())?.generation === 1);
    origin.setFault(showsNeighbour);
    await follows(undefined, () =>
      /of the site https:\/\/vecina\.example, not of https:\/\/casa/.test(failed()[0] ?? ''),
    );
    assert.equal((await here())?.site, 'https://casa.example');
    // A site that has moved is followed where that is said.
    await follows('https://vecina.example/', async () => (await here())?.site === 'https://vecina.example');
    await follows('https://casa.example', () =>
      /not of https:\/\/casa\.example, which SITE_URL/.test(failed()[1] ?? ''),
    );
    origin.setFault();
    await publisher.publish(titled('nueva'));
    await sign(publisher.dir);
    await follows('http://www.casa.example/', async () => (await here())?.site === 'https://casa.example');
  });

  it('takes no file that is another index than its name says', async () => {
    await using machines = await twoMachines();
    const { publisher, origin, here, follow, failed } = machines;
    await publisher.publish(titled('primera'));
    const { sha256 = '', bytes } = (await publisher.generations.current()) ?? {};
    const first = await readFile(join(publisher.generations.dir, 'index-1.db'));
    await using _following = follow();
    await until(async () => (await here())?.generation === 1);
    origin.setFault(({ file }, _response, body) => {
      if (file === 'index-2.db') return first;
      const text = body.toString().replace(/"sha256":\s*"\w+"/, `"sha256":"${sha256}"`);
      return Buffer.from(text.replace(/"bytes":\s*\d+/, `"bytes":${bytes}`));
    });
    await publisher.publish(titled('segunda'));
    await until(() => /holds generation 1, not 2/.test(failed().at(-1) ?? ''));
    assert.equal((await here())?.generation, 1);
  });

  it('goes on after a cut with what has come, also in another process', async () => {
    await using machines = await twoMachines();
    const { publisher, origin, here, follow } = machines;
    await publisher.publish();
    let cuts = 0;
    const cut = 20_000;
    origin.setFault(({ file, headers }, response, body) => {
      if (file !== 'index-1.db' || headers.range !== undefined || cuts > 0) return undefined;
      cuts += 1;
      response.writeHead(200, { ETag: '"other"', 'Content-Length': body.length });
      response.write(body.subarray(0, cut), () => setTimeout(() => response.destroy(), 300));
      return 'answered';
    });
    const first = follow({ everyMs: 600_000 });
    await until(() => machines.failed().length > 0);
    await first[Symbol.asyncDispose]();
    await using _second = follow();
    await until(async () => (await here())?.generation === 1);
    const asked = origin.seen.filter(({ file }) => file === 'index-1.db');
    assert.equal(asked.length, 2);
    assert.equal(asked[1]?.status, 206);
    assert.match(asked[1]?.headers.range ?? '', /^bytes=[1-9]\d*-$/);
  });
});

describe('followIndex, with faults of the connection', OPTIONS, () => {
  it('takes no older pointer of a publisher whose key has signed what is here, though the note of it is lost', async () => {
    await using machines = await twoMachines();
    const { publisher, origin, here, follow, failed, data } = machines;
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const signing = createGenerations(publisher.dir, { signingKey: privateKey });
    await publisher.publish(titled('primera'));
    await signing.sign();
    const old = await readFile(join(publisher.generations.dir, 'current.json'));
    await publisher.publish(titled('segunda'));
    await signing.sign();
    {
      await using _following = follow({ publicKeys: [publicKey] });
      await until(async () => (await here())?.generation === 2);
    }
    await rm(join(data.dir, 'followed.json'));
    origin.setFault(({ file }) => (file === 'current.json' ? old : undefined));
    await using _again = follow({ publicKeys: [publicKey] });
    await until(() => /is older than what is here/.test(failed().at(-1) ?? ''));
    assert.equal((await here())?.generation, 2);
  });

  it('asks again for a pointer that was just written: the next one may have the same ETag', async () => {
    await using machines = await twoMachines();
    const { publisher, origin, here, follow } = machines;
    await publisher.publish();
    origin.setFault(({ file, headers }, response, body) => {
      if (file !== 'current.json') return undefined;
      const isSame = headers['if-none-match'] === '"one"';
      response.writeHead(isSame ? 304 : 200, { ETag: '"one"', 'Last-Modified': new Date().toUTCString() });
      response.end(isSame ? undefined : body);
      return 'answered';
    });
    await using _following = follow();
    await until(async () => (await here())?.generation === 1);
    await publisher.publish(titled('segunda'));
    await until(async () => (await here())?.generation === 2);
  });

  it('makes no longer pauses as long as each attempt brings some more', async () => {
    await using machines = await twoMachines();
    const { publisher, origin, here, follow } = machines;
    const { bytes = 0 } = await publisher.publish();
    // Ten attempts would otherwise wait for more than ten seconds.
    const slice = Math.ceil(bytes / 10);
    origin.setFault(({ file, headers }, response, body) => {
      if (file !== 'index-1.db') return undefined;
      const from = Number(/\d+/.exec(headers.range ?? '')?.[0] ?? 0);
      const rest = body.subarray(from);
      if (rest.length <= slice) return undefined;
      response.writeHead(from > 0 ? 206 : 200, {
        'Content-Length': rest.length,
        ...(from > 0 && { 'Content-Range': `bytes ${from}-${body.length - 1}/${body.length}` }),
      });
      response.write(rest.subarray(0, slice), () => setTimeout(() => response.destroy(), 20));
      return 'answered';
    });
    await using following = follow({ everyMs: 20 });
    await until(async () => (await here())?.generation === 1);
    assert.ok(origin.seen.filter(({ file }) => file === 'index-1.db').length >= 8);
    assert.equal(following.fetchedBytes(), bytes);
  });

  it('asks for the rest only of the version that it has a part of', async () => {
    await using machines = await twoMachines();
    const { publisher, origin, here, follow } = machines;
    await publisher.publish();
    origin.setFault(({ file, headers }, response, body) => {
      if (file !== 'index-1.db' || headers.range !== undefined) return undefined;
      origin.setFault();
      response.writeHead(200, { ETag: '"another"', 'Content-Length': body.length });
      response.write(Buffer.alloc(1000), () => setTimeout(() => response.destroy(), 300));
      return 'answered';
    });
    await using _following = follow();
    await until(async () => (await here())?.generation === 1);
    const [, again] = origin.seen.filter(({ file }) => file === 'index-1.db');
    assert.equal(again?.headers['if-range'], '"another"');
    assert.equal(again?.status, 200);
  });

  it('repairs by itself what is damaged or gone here', async () => {
    await using machines = await twoMachines();
    const { publisher, data, here, follow } = machines;
    const { file } = await publisher.publish();
    await using _following = follow();
    await until(async () => (await here())?.generation === 1);
    const whole = await readFile(data.generations.pathOf({ file }));
    for (const damage of [
      () => truncate(data.generations.pathOf({ file }), 5000),
      () => rm(data.generations.pathOf({ file })),
    ]) {
      await damage();
      await until(async () =>
        (await readFile(data.generations.pathOf({ file })).catch(() => Buffer.alloc(0))).equals(whole),
      );
    }
  });

  for (const [fault, { file, edit, says }] of Object.entries<{
    readonly file: string;
    readonly edit: (body: Buffer) => Buffer;
    readonly says: RegExp;
  }>({
    'a pointer that is no JSON': { file: 'current.json', edit: () => Buffer.from('<html>'), says: /cannot be read/ },
    'a pointer without end': {
      file: 'current.json',
      edit: () => Buffer.alloc(1_100_000, 32),
      says: /more than 1000000 bytes/,
    },
    'a pointer of another schema': {
      file: 'current.json',
      edit: (body) => Buffer.from(body.toString().replace(/"schema_version": \d+/, '"schema_version": 99')),
      says: /schema version 99/,
    },
    'a pointer that says no size': {
      file: 'current.json',
      edit: (body) => Buffer.from(body.toString().replace(/"bytes": \d+,/, '')),
      says: /has no size for/,
    },
    'a file with a bit flipped': {
      file: 'index-2.db',
      edit: (body) => Buffer.from(body.map((byte, at) => (at === 9000 ? byte ^ 1 : byte))),
      says: /checksum differs/,
    },
    'a file that is cut short': {
      file: 'index-2.db',
      edit: (body) => body.subarray(0, 9000),
      says: /ended after 9000 of/,
    },
    'a file that is too long': {
      file: 'index-2.db',
      edit: (body) => Buffer.concat([body, body]),
      says: /more than the \d+ bytes/,
    },
  })) {
    it(`keeps the last good one, and tells once, when there is ${fault}`, async () => {
      await using machines = await twoMachines();
      const { publisher, origin, here, follow, failed, data } = machines;
      await publisher.publish();
      await using following = follow();
      await until(async () => (await here())?.generation === 1);
      origin.setFault((asked, _response, body) => (asked.file === file ? edit(body) : undefined));
      await publisher.publish(titled('segunda'));
      await until(() => following.note().failures > 2);
      assert.equal((await here())?.generation, 1);
      assert.match(failed()[0] ?? '', says);
      assert.ok(failed().every((message, at) => message !== failed()[at - 1]));
      assert.match(followNoteOf(data.dir, origin.url).fault ?? '', says);
      origin.setFault();
      await until(async () => (await here())?.generation === 2);
      await until(() => machines.lines.at(-1)?.msg === 'server.follow.recovered');
      assert.equal(following.note().fault, undefined);
    });
  }

  it('keeps the last good one through 404, 500 and silence, and fetches nothing for which there is no room', async () => {
    await using machines = await twoMachines();
    const { publisher, origin, here, follow, failed } = machines;
    await publisher.publish();
    let free = 1e12;
    await using _following = follow({ space: () => ({ free, total: 2e12 }) });
    await until(async () => (await here())?.generation === 1);
    const statuses = [404, 500];
    origin.setFault(({ file }, response) => {
      if (file !== 'index-2.db') return undefined;
      const status = statuses.shift();
      if (status !== undefined) response.writeHead(status).end();
      return 'answered';
    });
    await publisher.publish(titled('segunda'));
    await until(() => failed().length >= 3);
    assert.deepEqual(failed().slice(0, 3), [
      '/index/index-2.db returned status 404',
      '/index/index-2.db returned status 500',
      'index-2.db does not come',
    ]);
    free = 1000;
    await until(() => /the disk of DATA_DIR has 1000 free/.test(failed().at(-1) ?? ''));
    assert.equal((await here())?.generation, 1);
  });

  it('waits as long as an origin asks for', async () => {
    await using machines = await twoMachines();
    const { publisher, origin, follow, failed } = machines;
    await publisher.publish();
    origin.setFault((_asked, response) => {
      response.writeHead(503, { 'Retry-After': '3600' }).end();
      return 'answered';
    });
    await using _following = follow();
    await until(() => failed().length > 0);
    await wait(100);
    assert.equal(origin.seen.length, 1);
  });

  it('follows redirects, but none from https to http, none without end, and without a key none to another origin', async () => {
    await using machines = await twoMachines();
    const { publisher, origin, here, follow, failed } = machines;
    await publisher.publish();
    const targets: Record<string, string> = { loop: '/loop/current.json', away: 'http://198.51.100.7/current.json' };
    const gate = createServer((request, response) => {
      const [, kind = '', file = ''] = (request.url ?? '').split('/');
      response.writeHead(302, { Location: targets[kind] ?? `${origin.url}/${file}` }).end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => gate.once('listening', resolve));
    try {
      const { port } = gate.address() as { port: number };
      const at = (kind: string, isSigned = true) => {
        const gated = createOrigin(`http://127.0.0.1:${port}/${kind}`, { isSigned });
        return follow({ url: `${origin.url}${kind}`, origin: gated });
      };
      for (const [kind, says] of [
        ['loop', /more than 5 times/],
        ['away', /leads to http:\/\/198\.51\.100\.7, which is not https/],
      ] as const) {
        await using _following = at(kind);
        await until(() => says.test(failed().at(-1) ?? ''));
      }
      {
        await using _following = at('good', false);
        await until(() => /another origin: set INDEX_URL to it/.test(failed().at(-1) ?? ''));
      }
      await using _following = at('good');
      await until(async () => (await here())?.generation === 1);
    } finally {
      gate.closeAllConnections();
      gate.close();
    }
  });

  it('fetches the base of a delta before the delta, and a base only once', async () => {
    await using machines = await twoMachines();
    const { publisher, origin, here, follow } = machines;
    const { generation, file, sha256, bytes } = await publisher.publish();
    // The files are whole ones: what is inside is the reader's business.
    async function publishDelta(name: string): Promise<void> {
      const pointer = await publisher.publish(titled(name));
      await publisher.generations.publish({ ...pointer, base: { generation, file, sha256, bytes } });
    }
    const filesAsked = () => origin.seen.map((asked) => asked.file).filter((name) => !name.endsWith('.json'));
    await publishDelta('segunda');
    await using _following = follow();
    await until(async () => (await here())?.generation === 2);
    assert.deepEqual(filesAsked(), ['index-1.db', 'index-2.db']);
    await publishDelta('tercera');
    await until(async () => (await here())?.generation === 3 && (await here())?.base !== undefined);
    assert.deepEqual(filesAsked(), ['index-1.db', 'index-2.db', 'index-3.db']);
  });

  it('is done by one of the servers of a data directory, and by another when that one ends', async () => {
    await using machines = await twoMachines();
    const { publisher, origin, here, follow } = machines;
    await publisher.publish();
    const first = follow();
    await until(async () => (await here())?.generation === 1);
    const idle = { ...createOrigin(origin.url), pointer: () => assert.fail('two of them ask') };
    const second = follow({ origin: idle });
    await wait(50);
    await second[Symbol.asyncDispose]();
    await first[Symbol.asyncDispose]();
    await using _third = follow();
    const second2 = await publisher.publish(titled('segunda'));
    await until(async () => (await here())?.sha256 === second2.sha256);
  });

  it('begins anew where the data directory had an index of its own, or followed another address', async () => {
    await using machines = await twoMachines();
    const { publisher, data, here, follow } = machines;
    const theirs = await publisher.publish(titled('de allí'));
    await data.publish();
    await data.publish();
    await writeFile(join(data.dir, 'followed.json'), '{');
    await using _following = follow();
    await until(async () => (await here())?.sha256 === theirs.sha256);
    assert.equal((await here())?.generation, 1);
  });
});
