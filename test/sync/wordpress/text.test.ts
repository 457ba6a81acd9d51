import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { decompress } from '../../../sync/wordpress/connection.ts';
import { isShownIn, readHtml, wholeDocument } from '../../../sync/wordpress/html.ts';
import { readPage } from '../../../sync/markdown/parse/page.ts';
import { decodeEntities, languageTag } from '../../../sync/wordpress/text.ts';

describe('decodeEntities', () => {
  it('undoes named and numeric entities once, and leaves what is none', () => {
    assert.equal(decodeEntities('P&eacute;rez &amp; Hijos &#8211; &#x41;&quot;&apos;'), 'P&eacute;rez & Hijos – A"\'');
    assert.equal(
      decodeEntities('&amp;lt; &#0; &#x110000; &#xD800; &constructor; &'),
      '&lt; &#0; &#x110000; &#xD800; &constructor; &',
    );
  });
});

describe('languageTag', () => {
  it('makes a BCP 47 tag of a WordPress locale', () => {
    assert.deepEqual(['es_ES', 'ca', 'de_DE_formal', 'pt-br', ' ', 'not a locale', 7].map(languageTag), [
      'es-ES',
      'ca',
      'de-DE',
      'pt-BR',
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('readHtml', () => {
  it('reads the charset that the answer names', () => {
    const body = Buffer.from('España', 'latin1');
    const read = (type: string | undefined, bytes: Buffer) =>
      readHtml({
        url: 'http://x.es/',
        status: 200,
        headers: type === undefined ? {} : { 'content-type': type },
        body: bytes,
        delay: 0,
        askedAt: NaN,
      });
    assert.equal(read('text/html; charset=ISO-8859-1', body), 'España');
    assert.equal(read('text/html; charset=nobody-knows', Buffer.from('España')), 'España');
    assert.equal(read(undefined, Buffer.from('España')), 'España');
  });
});

describe('decompress', () => {
  const text = Buffer.from('una página '.repeat(100));

  it('undoes what the header says, in its order', async () => {
    assert.deepEqual(await decompress(gzipSync(text), 'gzip', 10_000), text);
    assert.deepEqual(await decompress(deflateSync(text), 'deflate', 10_000), text);
    assert.deepEqual(await decompress(gzipSync(brotliCompressSync(text)), 'br, gzip', 10_000), text);
    assert.deepEqual(await decompress(text, undefined, 10_000), text);
  });

  it('stops at the size cap, at the end of a cut body, and at damage', async () => {
    await assert.rejects(decompress(gzipSync(text), 'gzip', 100), { code: 'ERR_BUFFER_TOO_LARGE' });
    await assert.rejects(decompress(brotliCompressSync(text), 'br', 100), { code: 'ERR_BUFFER_TOO_LARGE' });
    await assert.rejects(decompress(gzipSync(text).subarray(0, 20), 'gzip', 10_000), { code: 'Z_BUF_ERROR' });
    await assert.rejects(decompress(text, 'gzip', 10_000), { code: 'Z_DATA_ERROR' });
    await assert.rejects(decompress(text, 'br', 10_000), { code: 'Z_DATA_ERROR' });
    await assert.rejects(decompress(text, 'zstd', 10_000), /zstd, which was not requested/);
  });
});

describe('isShownIn', () => {
  const link = 'https://casa.example/fontaneria/';
  const read = (text: string, more = {}) => {
    const answer = {
      url: link,
      status: 200,
      headers: { 'content-type': 'text/html; charset=UTF-8', ...more },
      body: Buffer.from(text),
      askedAt: NaN,
      delay: 0,
    };
    const page = readPage(wholeDocument(readHtml(answer)));
    return isShownIn(answer, page, { link, id: 12 }) ? page.html : undefined;
  };
  const whole = (inside: string) =>
    `<!DOCTYPE html><html><head><title>Título</title></head><body>${inside}</body></html>`;

  it('takes the document alone, without what PHP printed before or after it', () => {
    const page = whole('<p class="page-id-12">Texto</p>');
    const notice = '<br />\n<b>Notice</b>: Undefined index in <b>x.php</b> on line <b>3</b>\n';
    assert.equal(read(notice + page + notice), page);
    assert.equal(read(page.replace('<!DOCTYPE html>', notice)), page.replace('<!DOCTYPE html>', ''));
    const loose = '<p class="page-id-12">Texto</p></body>';
    assert.equal(read(loose), loose);
  });

  it('takes a page that names itself, by its address or its number', () => {
    for (const mark of [
      '<a href="http://casa.example/fontaneria">',
      '<script>{"url":"https:\\/\\/casa.example\\/fontaneria\\/"}</script>',
      '<main class="page-id-12 x">',
      '<link rel="shortlink" href="/?p=12">',
      '<link rel="alternate" type="application/json" href="/wp-json/wp/v2/pages/12">',
    ]) {
      assert.equal(read(whole(mark)), whole(mark), mark);
    }
  });

  it('takes a page that its headers alone name, and an archive that takes the place of one', () => {
    const named = { link: '<https://casa.example/wp-json/>; rel="https://api.w.org/", </?p=12>; rel=shortlink' };
    assert.equal(read(whole('Texto'), named), whole('Texto'));
    const archive = (names: string) => `<html><body class="${names}">Entradas</body></html>`;
    assert.equal(read(archive('blog paged')), archive('blog paged'));
    assert.equal(read(archive('archive woocommerce-shop')), archive('archive woocommerce-shop'));
    for (const names of ['home blog', 'blogging', 'archive']) assert.equal(read(archive(names)), undefined, names);
  });

  it('refuses a front page of posts, which another site of the network shows at its address', () => {
    const front = '<html><body class="home blog"><a href="https://casa.example/fontaneria/">Inicio</a></body></html>';
    assert.equal(read(front), undefined);
    assert.equal(read(front.replace('home ', '')), front.replace('home ', ''));
  });

  it('refuses whatever stands in its place', () => {
    for (const inside of ['Just a moment...', '<main class="page-id-123">', '<a href="https://casa.example/">']) {
      assert.equal(read(whole(inside)), undefined, inside);
    }
  });
});
