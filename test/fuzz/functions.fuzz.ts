import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import * as fc from 'fast-check';
import { openIndexSync } from '../../db/index/reader.ts';
import { decodePairs } from '../../server/http/form-encoding.ts';
import { readCursor, writeCursor } from '../../server/operations/cursor.ts';
import { endOfPart } from '../../server/operations/markdown-parts.ts';
import { createClientAddress, shortOf } from '../../server/access/client-address.ts';
import { createAddresses, isAbsoluteAddress } from '../../shared/addresses.ts';
import { AppError } from '../../shared/errors.ts';
import { RefreshRequest } from '../../shared/refresh-requests.ts';
import { markdownToText } from '../../db/search/text/markdown-to-text.ts';
import { decodeJson } from '../../sync/wordpress/decode.ts';
import { WordPressError } from '../../sync/wordpress/errors.ts';
import { readPages, readRows } from '../../sync/wordpress/rows.ts';
import { temporaryDataDir } from '../helpers/sample-index.ts';
import { holds } from './runs.ts';
import { anyText, oftenOneOf } from './texts.ts';

const HOME = { home: 'https://casa.example/blog', hosts: ['casa.example'] };

/** The result of a function; undefined when it throws an error of ours. */
function orRefusal<Value>(make: () => Value, Refusal: new (...given: never[]) => Error): Value | undefined {
  try {
    return make();
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    return undefined;
  }
}

describe('a cursor', () => {
  it('is read as what was written, for its own subject alone', (t) => {
    const subject = fc.array(anyText, { minLength: 1, maxLength: 3 });
    holds(t, [subject, subject, fc.nat({ max: 2 ** 32 - 1 }), anyText], (mine, other, offset, junk) => {
      const cursor = writeCursor(mine, offset);
      assert.match(cursor, /^[\w-]{12}$/);
      assert.equal(readCursor(mine, cursor), offset);
      if (JSON.stringify(mine) !== JSON.stringify(other)) assert.throws(() => readCursor(other, cursor), AppError);
      const read = orRefusal(() => readCursor(mine, junk), AppError);
      assert.ok(read === undefined || junk === writeCursor(mine, read));
    });
  });
});

describe('a message about changes', () => {
  it('is refused, or gives types, ids and subjects alone', (t) => {
    const type = oftenOneOf(['pages', '__proto__', 'constructor', '../x']);
    const id = fc.oneof(fc.nat({ max: 3000 }), fc.jsonValue());
    const posts = fc.dictionary(type, fc.oneof(fc.array(id), fc.jsonValue()));
    const site = fc.array(fc.oneof(oftenOneOf(['addresses', 'visibility']), fc.jsonValue()), { maxLength: 25 });
    const message = fc.oneof(fc.record({ posts, site, more: anyText }, { requiredKeys: [] }), fc.jsonValue());
    holds(t, [message], (given) => {
      const { data } = RefreshRequest.safeParse(JSON.parse(JSON.stringify(given)));
      if (data === undefined) return;
      assert.deepEqual(Object.keys(data).toSorted(), ['posts', 'site']);
      for (const [name, ids] of Object.entries(data.posts)) {
        assert.match(name, /^[a-z][\w-]*$/i);
        assert.ok(ids.length > 0 && ids.every((one) => Number.isInteger(one) && one > 0));
      }
      assert.ok(data.site.length + Object.keys(data.posts).length > 0);
      assert.ok(data.site.every((subject) => /^[a-z]+$/.test(subject)));
      assert.equal(Object.getPrototypeOf(data.posts), Object.prototype);
    });
  });
});

describe('an address', () => {
  const { keyOf } = createAddresses(HOME);
  const address = oftenOneOf([
    '/contacto',
    'https://casa.example/blog/a/b/',
    '/?page_id=7',
    '//casa.example/%41',
    'a/../b',
  ]);

  it('has one key, which is its own key, or none', (t) => {
    holds(t, [address], (text) => {
      isAbsoluteAddress(text);
      const key = keyOf(text);
      if (key === undefined) return 'not of this site';
      assert.match(key, /^\//);
      assert.equal(key, key.normalize('NFC').toLowerCase());
      assert.ok(key === '/' || !key.endsWith('/'), key);
      assert.ok(!key.includes('//'), key);
      return 'key';
    });
  });

  it('of a client is an address or unknown, and never one that an unknown proxy wrote', (t) => {
    const hop = oftenOneOf([
      '203.0.113.9',
      '10.0.0.7',
      '::1',
      '[2001:db8::1]:80',
      '::ffff:10.0.0.1',
      'fe80::1%eth0',
      '',
    ]);
    const clientAddress = createClientAddress({
      trustProxy: ['10.0.0.0/8'],
      signedForwarding: () => undefined,
      onUntrustedProxy: () => undefined,
    });
    holds(t, [hop, fc.array(hop, { maxLength: 4 })], (remoteAddress, hops) => {
      const from = (forwarded?: string) =>
        clientAddress({
          method: 'GET',
          path: '/',
          remoteAddress,
          headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
        });
      const client = from(hops.join(','));
      const { key } = client;
      assert.match(key, /^(?:unknown|[\d.]+|[\da-f:]+\/64)$/);
      assert.match(shortOf(client), /^(?:unknown|[\d.]+\.0\/24|[\da-f:]+\/48)$/);
      const { key: own } = from();
      if (!own.startsWith('10.')) assert.equal(key, own);
      return own.startsWith('10.') ? 'behind a proxy' : 'direct';
    });
  });
});

describe('form encoding', () => {
  it('gives back what URLSearchParams wrote, and refuses what is broken', (t) => {
    const pairs = fc.array(fc.tuple(anyText, anyText), { maxLength: 4 });
    holds(t, [pairs, anyText], (given, junk) => {
      const clean = given.filter((pair) => pair.every((text) => text.isWellFormed() && !text.includes('\0')));
      assert.deepEqual(decodePairs(new URLSearchParams(clean).toString()), clean);
      const read = orRefusal(() => decodePairs(junk), AppError);
      for (const [name, value] of read ?? []) assert.ok(!(name + value).includes('\0'));
      return read ? 'read' : 'refused';
    });
  });
});

describe('a search', () => {
  let index: ReturnType<typeof openIndexSync>;
  let byFile: ReturnType<typeof openIndexSync>;
  let close: () => Promise<void>;
  before(async () => {
    await using started = new AsyncDisposableStack();
    const data = started.use(await temporaryDataDir());
    const file = data.generations.pathOf(await data.publish());
    index = openIndexSync(file);
    byFile = openIndexSync(file, { mode: 'file' });
    const running = started.move();
    close = () => running.disposeAsync();
  });
  after(async () => {
    index.close();
    byFile.close();
    await close();
  });

  it('understands any text, finds the same pages in memory and in the file, and shows well-formed excerpts', (t) => {
    const text = oftenOneOf([
      'fugas y grifos',
      'fontanero en Gijón',
      'desatasko',
      'madrid',
      'city-madrid',
      '"fugas" OR *',
    ]);
    holds(t, [text, fc.constantFrom(undefined, 'madrid', 'gijon'), fc.nat(3)], (query, city, offset) => {
      const asked = { query, city, limit: 25, offset };
      const { hits } = index.search(asked);
      for (const { excerpt } of hits) assert.ok(excerpt.length <= 240 && excerpt.isWellFormed(), excerpt);
      const urls = (found: typeof hits) => found.map(({ url }) => url).toSorted();
      if (offset === 0) assert.deepEqual(urls(byFile.search(asked).hits), urls(hits));
      return hits.length > 0 ? 'found' : 'nothing';
    });
  });
});

describe('a Markdown text', () => {
  const LINES = [
    '# a',
    '- b',
    '> c',
    '| d | e |',
    '```',
    '~~~~',
    '<table>',
    '</table>',
    '[f](g(h))',
    '',
    '   ',
    'palabra '.repeat(9),
  ];
  const markdown = fc
    .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...LINES) }, { weight: 1, arbitrary: anyText }), {
      maxLength: 14,
    })
    .map((lines) => lines.join('\n'));

  it('is whole again when its parts are joined', (t) => {
    holds(t, [markdown, fc.integer({ min: 1, max: 120 })], (text, max) => {
      let joined = '';
      let parts = 0;
      for (let start = 0; start < text.length; parts += 1) {
        const end = endOfPart(text, start, max);
        assert.ok(end > start);
        joined += text.slice(start, end);
        start = end;
      }
      assert.equal(joined, text);
      return parts > 1 ? 'parts' : 'whole';
    });
  });

  it('becomes plain text without line ends in its lines', (t) => {
    holds(t, [markdown], (text) => {
      const { headings } = markdownToText(text);
      for (const heading of headings) assert.doesNotMatch(heading, /[\r\n]/);
    });
  });
});

describe('what WordPress answers', () => {
  const row = fc.record(
    {
      id: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1 }) }, { weight: 1, arbitrary: fc.jsonValue() }),
      link: fc.oneof(
        { weight: 9, arbitrary: oftenOneOf(['https://casa.example/a/', 'https://casa.example/ñ/?x=1']) },
        { weight: 1, arbitrary: fc.jsonValue() },
      ),
      slug: fc.oneof(anyText, fc.jsonValue()),
      status: fc.oneof(fc.constant('publish'), fc.jsonValue()),
      modified_gmt: fc.oneof(fc.constant('2026-03-01T08:30:00'), anyText, fc.jsonValue()),
      title: fc.oneof(fc.record({ rendered: anyText }), fc.jsonValue()),
      content: fc.oneof(fc.record({ rendered: anyText, protected: fc.boolean() }), fc.jsonValue()),
      lang: fc.oneof(fc.constantFrom('es', 'es_ES', 'de_DE_formal'), fc.jsonValue()),
      yoast_head_json: fc.oneof(fc.record({ robots: fc.jsonValue(), schema: fc.jsonValue() }), fc.jsonValue()),
      meta: fc.jsonValue(),
    },
    { requiredKeys: ['id', 'link'] },
  );
  const rows = fc.oneof(
    { weight: 5, arbitrary: fc.array(row, { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );

  it('is a list of pages that can be published, or refused in words', (t) => {
    holds(t, [rows], (data) => {
      const reply = { data, url: 'https://casa.example/wp-json/', status: 200, headers: {} } as never;
      const pages = orRefusal(() => readPages(reply), WordPressError);
      const census = orRefusal(() => readRows(reply), WordPressError);
      assert.equal(pages === undefined, census === undefined);
      for (const { id, link, modified, language, title, content } of pages ?? []) {
        assert.ok(Number.isSafeInteger(id) && id > 0);
        assert.match(new URL(link).protocol, /^https?:$/);
        assert.match(modified, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
        assert.match(language ?? 'es', /^[A-Za-z0-9-]+$/);
        assert.deepEqual([typeof title, typeof content], ['string', 'string']);
      }
      return pages ? 'read' : 'refused';
    });
  });

  it('is found between notices and comments, and broken JSON is never taken for a shorter list', (t) => {
    const noise = fc.oneof(
      fc.constantFrom('', '\uFEFF', '<br />\n<b>Notice</b>: Undefined index [] in {x}\n', '<!-- cached -->'),
      anyText,
    );
    holds(
      t,
      [noise, fc.array(fc.record({ id: fc.nat(), name: anyText }), { minLength: 1, maxLength: 4 }), noise, fc.nat(400)],
      (before_, list, after_, cut) => {
        const json = JSON.stringify(list);
        const whole = decodeJson(before_ + json + after_);
        const broken = decodeJson(json.slice(0, cut % json.length));
        assert.equal(broken.ok, false, JSON.stringify(broken));
        return whole.ok ? 'found' : whole.kind;
      },
    );
  });
});
