import assert from 'node:assert/strict';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openState } from '../../../db/state/open.ts';
import type { State } from '../../../db/state/state.ts';
import { openLedger } from '../../../server/ledger/ledger.ts';
import type { Caller, Question } from '../../../server/ledger/entries.ts';
import { createLog } from '../../../shared/log.ts';
import { ledgerEntries, ledgerTexts } from '../../helpers/ledger.ts';
import { movedClock } from '../../helpers/moved-clock.ts';
import { temporaryDataDir } from '../../helpers/sample-index.ts';

const CURL = 'curl/8.5.0';
const CLAUDE = 'Claude-User/1.0';

const words = { knows: () => true, ownNames: new Set<string>(), languages: [] };

function caller(address: string, more: { clientId?: string; userAgent?: string } = {}): Caller {
  return { client: { address, key: address }, clientId: more.clientId, userAgent: more.userAgent ?? CURL };
}

function question(query: string, more: Partial<Question> = {}): Question {
  const preset = { city: 'todas', language: '', isFirstPart: true, pages: ['/a', '/b'] };
  return { kind: 'question', query, ...preset, hasUnmatched: false, isCorrected: false, ...more };
}

let data: Awaited<ReturnType<typeof temporaryDataDir>>;
let clock: ReturnType<typeof movedClock>;
let state: State;
let lines: string[];
beforeEach(async () => {
  data = await temporaryDataDir();
  clock = movedClock();
  lines = [];
  state = openState({
    file: join(data.dir, 'state.db'),
    now: clock.now,
    onDamage: ({ file }) => lines.push(`damaged ${file}`),
  });
});
afterEach(async () => {
  await state[Symbol.asyncDispose]();
  await data[Symbol.asyncDispose]();
});

function open(more: { keepDays?: number; hasRoom?: () => Promise<boolean> } = {}) {
  return openLedger({
    ...clock.sources,
    state: { ledger: state.ledger, hasRoom: more.hasRoom ?? (() => Promise.resolve(true)) },
    keepDays: more.keepDays ?? 30,
    everyMs: 3_600_000,
    knownWords: () => words,
    log: createLog({ name: 'test', level: 'info' }, { write: (line) => lines.push(line) }),
  });
}

/** Counts of one kind, without the hashes of questions. */
async function counted(kind: string): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {};
  for (const [entry, count] of await ledgerEntries(data.dir)) {
    if (entry[0] !== kind) continue;
    const [, ...parts] = entry;
    const name = (kind === 'call' || kind === 'read' || kind === 'left_out' ? parts : parts.slice(1)).join(' ');
    found[name] = (found[name] ?? 0) + count;
  }
  return found;
}

describe('calls of this service itself', () => {
  it('are not counted', async () => {
    const userAgent = 'wordpress-content-service (doctor)';
    {
      await using ledger = open();
      ledger.callsOf('http', 'searchPages')(userAgent, false, 'low');
      ledger.callsOf('http', 'searchPages')(CURL, false, 'low');
      ledger.note(question('¿Caldera rota?'), caller('192.0.2.1', { userAgent }));
      ledger.note({ kind: 'page', path: '/a' }, caller('192.0.2.1', { userAgent }));
    }
    assert.deepEqual(await counted('call'), { 'searchPages http Command line anonymous low': 1 });
    assert.deepEqual([await counted('question'), await counted('read')], [{}, {}]);
  });
});

describe('the text of a question', () => {
  async function textsAfter(...callers: readonly Caller[]) {
    {
      await using ledger = open();
      for (const one of callers) ledger.note(question('¿Caldera rota?'), one);
    }
    return await ledgerTexts(data.dir);
  }

  it('is kept once three callers of different networks have asked it', async () => {
    assert.deepEqual(await textsAfter(caller('192.0.2.1'), caller('198.51.100.1')), []);
    assert.deepEqual(await textsAfter(caller('192.0.2.1'), caller('198.51.100.1'), caller('203.0.113.1')), [
      'caldera rota',
    ]);
  });

  it('is not kept for callers of one network, IPv4 or IPv6', async () => {
    const near = ['192.0.2.1', '192.0.77.2', '192.0.99.3', '192.0.1.4'].map((address) => caller(address));
    assert.deepEqual(await textsAfter(...near), []);
    const delegated = ['2001:db8:1::1', '2001:db8:2::1', '2001:db8:3::1'].map((address) => caller(address));
    assert.deepEqual(await textsAfter(...delegated), []);
  });

  it('is not kept for one client that asks from three networks', async () => {
    const roaming = ['192.0.2.1', '198.51.100.1', '203.0.113.1'].map((address) =>
      caller(address, { clientId: 'cli_1' }),
    );
    assert.deepEqual(await textsAfter(...roaming), []);
  });

  const assistant = (address: string) => caller(address, { userAgent: CLAUDE });

  it('is kept once an assistant has asked it in three hours', async () => {
    for (const texts of [[], [], ['caldera rota']]) {
      assert.deepEqual(await textsAfter(assistant('192.0.2.1'), assistant('192.0.2.2')), texts);
      clock.advance(3600);
    }
  });

  it('is kept once an assistant has asked it from three networks', async () => {
    const networks = ['192.0.2.1', '198.51.100.1', '203.0.113.1'].map((address) => assistant(address));
    assert.deepEqual(await textsAfter(...networks), ['caldera rota']);
  });

  it('is kept once three callers have asked it within 30 days, also after restarts', async () => {
    assert.deepEqual(await textsAfter(caller('192.0.2.1')), []);
    clock.advance(86_400);
    assert.deepEqual(await textsAfter(caller('198.51.100.1')), []);
    clock.advance(28 * 86_400);
    assert.deepEqual(await textsAfter(caller('203.0.113.1')), ['caldera rota']);
    const entries = await ledgerEntries(data.dir);
    const questions = entries.filter(([entry]) => entry[0] === 'question' && entry[4] === 'asked');
    assert.equal(new Set(questions.map(([entry]) => entry[1])).size, 3, 'the keys of the days differ');
  });

  it('is not kept when the first of three callers asked it more than 30 days ago', async () => {
    await textsAfter(caller('192.0.2.1'));
    clock.advance(30 * 86_400);
    assert.deepEqual(await textsAfter(caller('198.51.100.1'), caller('203.0.113.1')), []);
  });

  it('is kept at once on later days, while it is remembered that three had asked it', async () => {
    await textsAfter(caller('192.0.2.1'), caller('198.51.100.1'), caller('203.0.113.1'));
    clock.advance(86_400);
    assert.deepEqual(await textsAfter(caller('192.0.2.1')), ['caldera rota', 'caldera rota']);
  });
});

describe('what the ledger counts', () => {
  it('is questions with city, language and what became of them, and pages that were shown', async () => {
    {
      await using ledger = open();
      ledger.note(question('caldera', { city: 'centro', language: 'en' }), caller('192.0.2.1'));
      ledger.note(question('caldera', { city: 'centro', language: 'en' }), caller('192.0.2.2'));
      ledger.note(question('alfombra', { pages: [], hasUnmatched: true }), caller('192.0.2.1'));
      ledger.note(question('caldrea', { isCorrected: true, pages: ['/a'] }), caller('192.0.2.1'));
      ledger.note(question('caldera', { isFirstPart: false, pages: ['/c'] }), caller('192.0.2.1'));
    }
    assert.deepEqual(await counted('question'), {
      'centro en asked': 2,
      'centro en results': 4,
      'todas  asked': 2,
      'todas  empty': 1,
      'todas  unmatched': 1,
      'todas  corrected': 1,
      'todas  results': 1,
    });
    assert.deepEqual(await counted('page'), { '/a shown': 3, '/b shown': 2, '/c shown': 1 });
  });

  it('is whether a page was read by the same caller within minutes after it was shown', async () => {
    {
      await using ledger = open();
      ledger.note(question('caldera'), caller('192.0.2.1'));
      ledger.note({ kind: 'page', path: '/b' }, caller('192.0.2.1'));
      ledger.note({ kind: 'page', path: '/b' }, caller('192.0.2.1'));
      ledger.note({ kind: 'page', path: '/b' }, caller('198.51.100.9'));
      ledger.note({ kind: 'page', path: '/z' }, caller('192.0.2.1'));
    }
    assert.deepEqual(await counted('read'), { '/b': 3, '/z': 1 });
    assert.deepEqual(await counted('page'), { '/a shown': 1, '/b shown': 1, '/b read': 1 });
    assert.equal((await counted('question'))['todas  read'], 1);
  });

  it('is the question that a caller asked, and read a page of, after one that found nothing', async () => {
    {
      await using ledger = open();
      for (const address of ['192.0.2.1', '198.51.100.1', '203.0.113.1']) {
        ledger.note(question('alfombra', { pages: [] }), caller(address));
        ledger.note(question('moqueta'), caller(address));
        ledger.note({ kind: 'page', path: '/a' }, caller(address));
      }
    }
    const entries = await ledgerEntries(data.dir);
    const texts = new Map(entries.flatMap(([entry]) => (entry[0] === 'text' ? [[entry[1], entry[2]]] : [])));
    assert.deepEqual(
      entries.flatMap(([entry, count]) =>
        entry[0] === 'next' ? [[texts.get(entry[1]), texts.get(entry[2]), count]] : [],
      ),
      [['alfombra', 'moqueta', 3]],
    );
  });

  it('is calls by operation, face, family, kind of caller and use of the quota', async () => {
    {
      await using ledger = open();
      const calls = ledger.callsOf('mcp', 'read_page');
      calls(CURL, false, 'low');
      calls(CURL, false, 'low');
      ledger.callsOf('mcp', 'read_page')(CLAUDE, true, 'refused');
      ledger.callsOf('http', 'read_page')(undefined, false, 'high');
    }
    assert.deepEqual(await counted('call'), {
      'read_page mcp Command line anonymous low': 2,
      'read_page mcp Claude identified refused': 1,
      'read_page http None anonymous high': 1,
    });
  });

  it('says how many searches it was too busy for', async () => {
    {
      await using ledger = open();
      for (let n = 0; n < 300; n++) ledger.note(question(`question ${n % 3}`), caller('192.0.2.1'));
    }
    assert.deepEqual(await counted('left_out'), { busy: 100 });
    assert.equal((await counted('question'))['todas  asked'], 200);
  });
});

describe('a day that is over', () => {
  it('goes after LEDGER_DAYS, from the file and its WAL too', async () => {
    const reader = await keepWal();
    {
      await using ledger = open({ keepDays: 2 });
      for (const address of ['192.0.2.1', '198.51.100.1', '203.0.113.1'])
        ledger.note(question('caldera rota'), caller(address));
    }
    assert.match(filesOf('ledger.db'), /caldera rota/);
    await reader.close();
    clock.advance(86_400);
    await open({ keepDays: 2 })[Symbol.asyncDispose]();
    assert.deepEqual(await ledgerTexts(data.dir), ['caldera rota']);
    clock.advance(86_400);
    await open({ keepDays: 2 })[Symbol.asyncDispose]();
    assert.deepEqual(await ledgerEntries(data.dir), []);
    assert.doesNotMatch(filesOf('ledger.db'), /caldera rota/);
  });

  it('goes at once with LEDGER_DAYS=0, and nothing more is taken down', async () => {
    {
      await using ledger = open();
      ledger.note(question('caldera'), caller('192.0.2.1'));
    }
    assert.ok((await ledgerEntries(data.dir)).length > 0);
    {
      await using ledger = open({ keepDays: 0 });
      ledger.note(question('caldera'), caller('192.0.2.1'));
      ledger.callsOf('http', 'search_pages')(CURL, false, 'low');
    }
    assert.deepEqual(await ledgerEntries(data.dir), []);
  });
});

/** Another connection, without which the last one to close removes the WAL. */
async function keepWal() {
  const other = openState({ file: join(data.dir, 'state.db'), now: clock.now });
  await other.ledger.add('2026-11-20', new Map([['["read","/x"]', 1]]), 30);
  return { close: () => other[Symbol.asyncDispose]() };
}

function filesOf(name: string): string {
  return ['', '-wal', '-shm']
    .map((end) => join(data.dir, `${name}${end}`))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'latin1'))
    .join('');
}

describe('a ledger that cannot be written', () => {
  it('loses what there is no room for, says so once, and goes on when there is', async () => {
    let room = false;
    const ledger = open({ hasRoom: () => Promise.resolve(room) });
    ledger.note(question('caldera'), caller('192.0.2.1'));
    await ledger[Symbol.asyncDispose]();
    assert.deepEqual(await ledgerEntries(data.dir), []);
    assert.equal(lines.filter((line) => line.includes('server.ledger.lost')).length, 1);
    room = true;
    const again = open({ hasRoom: () => Promise.resolve(room) });
    again.note(question('caldera'), caller('192.0.2.1'));
    await again[Symbol.asyncDispose]();
    assert.ok((await ledgerEntries(data.dir)).length > 0);
  });

  it('begins anew when its file is damaged, and keeps nothing of the old one', async () => {
    const file = join(data.dir, 'ledger.db');
    closeSync(openSync(file, 'w'));
    writeFileSync(file, Buffer.alloc(16_384, 'no database '));
    const ledger = open();
    ledger.note(question('caldera'), caller('192.0.2.1'));
    await ledger[Symbol.asyncDispose]();
    assert.deepEqual(lines, [`damaged ${file}`]);
    assert.ok((await ledgerEntries(data.dir)).length > 0);
    assert.doesNotMatch(filesOf('ledger.db'), /no database/);
  });
});
