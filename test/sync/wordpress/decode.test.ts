import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { decodeBody, decodeJson } from '../../../sync/wordpress/decode.ts';

const ROWS = [{ id: 1, title: { rendered: 'Ñandú “]}” \\" [' } }];
const JSON_ROWS = JSON.stringify(ROWS);
const NOTICE =
  '<br />\n<b>Warning</b>:  Undefined array key [] in <b>/srv/wp-content/plugins/a{b}.php</b> on line <b>7</b><br />\n';

describe('decodeBody', () => {
  const latin1 = (text: string) => Buffer.from(text, 'latin1');
  const broken = { ok: false, kind: 'damaged', what: 'text that is not UTF-8' };

  it('takes UTF-8, also a replacement character that the author wrote', () => {
    const rows = [{ title: 'Fontanería � 👷' }];
    assert.deepEqual(decodeBody(Buffer.from(JSON.stringify(rows))), { ok: true, value: rows, before: '', after: '' });
  });

  it('refuses a value in another charset, or with one byte changed or missing', () => {
    assert.deepEqual(decodeBody(latin1('[{"title":"Fontanería"}]')), broken);
    const body = Buffer.from('[{"title":"Fontanería"}]');
    const at = body.indexOf('í');
    assert.deepEqual(decodeBody(Buffer.concat([body.subarray(0, at + 1), body.subarray(at + 2)])), broken);
    body[at] = 0xff;
    assert.deepEqual(decodeBody(body), broken);
  });

  it('does not mind what the text around the value is written in', () => {
    const body = Buffer.concat([
      latin1('Aviso: conexión {lenta}\n'),
      Buffer.from(JSON_ROWS),
      latin1('\n<!-- caché -->'),
    ]);
    const decoded = decodeBody(body);
    assert.deepEqual(decoded.ok && decoded.value, ROWS);
    // Also when a whole value stands undamaged beside its damaged duplicate.
    assert.deepEqual(decodeBody(Buffer.concat([latin1('[1,"ñ"]'), Buffer.from(' [1,"ñ",2]')])).ok, true);
  });

  it('never takes a value that has lost a byte for UTF-8', () => {
    const words = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => /[^\0-\x7f]/.test(text));
    fc.assert(
      fc.property(words, fc.nat(), (text, where) => {
        const body = Buffer.from(JSON.stringify([text]));
        const high = [...body.keys()].filter((at) => (body[at] ?? 0) > 0x7f);
        const at = high[where % high.length] ?? 0;
        const decoded = decodeBody(Buffer.concat([body.subarray(0, at), body.subarray(at + 1)]));
        assert.equal(decoded.ok, false);
      }),
    );
  });
});

describe('decodeJson', () => {
  it('returns plain JSON as it is', () => {
    assert.deepEqual(decodeJson(JSON_ROWS), { ok: true, value: ROWS, before: '', after: '' });
  });

  it('skips a byte order mark and says so', () => {
    assert.deepEqual(decodeJson(`\uFEFF${JSON_ROWS}`), { ok: true, value: ROWS, before: '\uFEFF', after: '' });
  });

  it('skips PHP notices before, even with brackets in them, and a cache comment after', () => {
    const after = '\n<!-- Page cached by [X] {1} -->';
    assert.deepEqual(decodeJson(`${NOTICE}${JSON_ROWS}${after}`), { ok: true, value: ROWS, before: NOTICE, after });
  });

  it('takes an empty list only when that is the whole answer', () => {
    assert.deepEqual(decodeJson('[]'), { ok: true, value: [], before: '', after: '' });
    const decoded = decodeJson(`${NOTICE}${JSON_ROWS}`);
    assert.deepEqual(decoded.ok && decoded.value, ROWS);
  });

  it('does not believe an empty list that other text comes before', () => {
    assert.equal(decodeJson(NOTICE).ok, false);
    assert.equal(decodeJson('PHP Fatal error: Uncaught Error: Cannot use [] for reading').ok, false);
    assert.deepEqual(decodeJson('\uFEFF[]'), { ok: true, value: [], before: '\uFEFF', after: '' });
  });

  it('skips a log line that looks like the beginning of a list', () => {
    const decoded = decodeJson(`[12-Nov-2026 10:00:00 UTC] PHP Notice: x\n${JSON_ROWS}`);
    assert.deepEqual(decoded.ok && decoded.value, ROWS);
  });

  it('refuses an HTML page, named by its title, even when it holds JSON', () => {
    const html = `<!DOCTYPE html><html><head><title>Just a moment...</title><script type="application/ld+json">${JSON_ROWS}</script></head></html>`;
    assert.deepEqual(decodeJson(html), {
      ok: false,
      kind: 'html',
      what: 'an HTML page instead of JSON: “Just a moment...”',
    });
  });

  it('takes JSON that a late fatal error follows', () => {
    const decoded = decodeJson(`${JSON_ROWS}<!DOCTYPE html><html><head><title>Error</title></head></html>`);
    assert.deepEqual(decoded.ok && decoded.value, ROWS);
  });

  it('refuses an empty body and text without JSON', () => {
    assert.equal(decodeJson('').ok, false);
    assert.equal(decodeJson('\uFEFF \n').ok, false);
    const decoded = decodeJson('Error establishing a database connection');
    assert.deepEqual(decoded, {
      ok: false,
      kind: 'not_json',
      what: '“Error establishing a database connection” instead of JSON',
    });
  });

  it('calls a list truncated wherever it is cut, with or without a notice before it', () => {
    for (const before of ['', NOTICE]) {
      const text = `${before}${JSON.stringify([...ROWS, { a: -1.5e3, b: [true, false, null], c: {} }])}`;
      for (let length = before.length + 1; length < text.length; length += 1) {
        const decoded = decodeJson(text.slice(0, length));
        // As long as the `[]` of the notice is no shorter than what is left of the list, the fault has another name.
        const expected = before !== '' && length < before.length + 3 ? 'not_json' : 'truncated';
        assert.equal(decoded.ok ? 'value' : decoded.kind, expected, text.slice(0, length));
      }
    }
  });

  it('finds any list or object between any junk without brackets or tags', () => {
    const junk = fc.string().map((text) => text.replace(/[[\]{}<"]/g, ''));
    const json = fc.oneof(
      fc.array(fc.jsonValue(), { minLength: 1 }),
      fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
    );
    fc.assert(
      fc.property(junk, json, junk, (before, value, after) => {
        const decoded = decodeJson(`${before}${JSON.stringify(value)}${after}`);
        assert.deepEqual(decoded.ok && decoded.value, JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  // What took quadratic time would take hours here.
  it('answers for a megabyte of open brackets, of notices, and of quotes', { timeout: 120_000 }, () => {
    for (const text of [
      '['.repeat(1e6),
      NOTICE.repeat(1e4),
      '[x"'.repeat(3e5),
      `[${'"\\'.repeat(5e5)}`,
      '{"a":'.repeat(2e5),
    ]) {
      assert.equal(typeof decodeJson(text).ok, 'boolean');
    }
  });
});
