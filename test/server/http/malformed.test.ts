import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { runServer, type RunningServer } from '../../helpers/running-server.ts';
import { startBystander } from './bystander.ts';
import { answersTo, assertRefusal, connectRaw } from './raw-connection.ts';

let server: RunningServer;
let bystander: ReturnType<typeof startBystander>;
const log: string[] = [];
before(async () => {
  server = await runServer({ logTo: { write: (line) => void log.push(line) } });
  bystander = startBystander(server.url);
});
after(async () => {
  bystander[Symbol.dispose]();
  await server[Symbol.asyncDispose]();
});

const get = (...headers: string[]) => `GET /livez HTTP/1.1\r\n${[...headers, '', ''].join('\r\n')}`;
const HOST = 'Host: casa.example';
const CLOSE = 'Connection: close';
/** Must never be read as a request when it stands where a body does. */
const SMUGGLED = `GET /smuggled HTTP/1.1\r\n${HOST}\r\n\r\n`;
const post = (framing: string, body: string) =>
  `POST /oauth/token HTTP/1.1\r\n${HOST}\r\nContent-Type: application/x-www-form-urlencoded\r\n${framing}\r\n\r\n${body}`;

const NOT_HTTP: Readonly<Record<string, string>> = {
  'a word': 'hola\r\n\r\n',
  'an unknown method': `FOO / HTTP/1.1\r\n${HOST}\r\n\r\n`,
  'a method in lower case': `get /livez HTTP/1.1\r\n${HOST}\r\n\r\n`,
  'HTTP/0.9': 'GET /livez\r\n\r\n',
  'HTTP/1.2': `GET /livez HTTP/1.2\r\n${HOST}\r\n\r\n`,
  'HTTP/2.0': `GET /livez HTTP/2.0\r\n${HOST}\r\n\r\n`,
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'the first bytes of TLS': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'a target with a space': `GET /a b HTTP/1.1\r\n${HOST}\r\n\r\n`,
  'a target in authority form': `GET casa.example:443 HTTP/1.1\r\n${HOST}\r\n\r\n`,
  'bytes beyond ASCII in the target': `GET /liv\xffz HTTP/1.1\r\n${HOST}\r\n\r\n`,
  'an OAuth address in a fragment': `GET /liv\xffz#/oauth/token HTTP/1.1\r\n${HOST}\r\n\r\n`,
  'lines that end in LF': get(HOST).replaceAll('\r\n', '\n'),
  'one line that ends in LF': `GET /livez HTTP/1.1\r\n${HOST}\nX: y\r\n\r\n`,
  'one line that ends in CR': `GET /livez HTTP/1.1\r\n${HOST}\rX: y\r\n\r\n`,
  'NUL in a value': get(HOST, 'X: a\0b'),
  'NUL in a name': get(HOST, 'X\0: a'),
  'a folded line': get(HOST, 'X: a', ' b'),
  'a space before the first name': get(` ${HOST}`),
  'a space before a colon': get('Host : casa.example'),
  'a line without a colon': get(HOST, 'nothing'),
  'an empty name': get(HOST, ': x'),
  'no Host': get(),
  'two Hosts': get(HOST, 'Host: otra.example'),
  'the same Host twice': get(HOST, HOST),
  'a Host with a path': get('Host: casa.example/x'),
  'a Host with a user': get('Host: x@casa.example'),
  'a Host with a space': get('Host: casa.example otra.example'),
};

/** Each could have its end seen elsewhere by whoever forwarded it. */
const SMUGGLING: Readonly<Record<string, string>> = {
  'Content-Length with Transfer-Encoding': post('Content-Length: 6\r\nTransfer-Encoding: chunked', '0\r\n\r\n'),
  'Transfer-Encoding with Content-Length': post('Transfer-Encoding: chunked\r\nContent-Length: 6', '0\r\n\r\n'),
  'two Content-Lengths': post('Content-Length: 5\r\nContent-Length: 6', 'hola!'),
  'the same Content-Length twice': post('Content-Length: 5\r\nContent-Length: 5', 'hola!'),
  'a list of Content-Lengths': post('Content-Length: 5, 5', 'hola!'),
  'a Content-Length with a plus': post('Content-Length: +5', 'hola!'),
  'a negative Content-Length': post('Content-Length: -5', 'hola!'),
  'a Content-Length with a space': post('Content-Length: 5 5', 'hola!'),
  'an empty Content-Length': post('Content-Length: ', 'hola!'),
  'a hexadecimal Content-Length': post('Content-Length: 0x5', 'hola!'),
  'a Content-Length beyond all numbers': post(`Content-Length: ${'9'.repeat(40)}`, 'hola!'),
  'chunked, identity': post('Transfer-Encoding: chunked, identity', '0\r\n\r\n'),
  identity: post('Transfer-Encoding: identity', '0\r\n\r\n'),
  xchunked: post('Transfer-Encoding: xchunked', '0\r\n\r\n'),
  'chunked twice': post('Transfer-Encoding: chunked, chunked', '0\r\n\r\n'),
  'gzip, then chunked': post('Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked', '0\r\n\r\n'),
  'chunked after a vertical tab': post('Transfer-Encoding: \x0bchunked', '0\r\n\r\n'),
  'a space before the colon of Transfer-Encoding': post('Transfer-Encoding : chunked', '0\r\n\r\n'),
  'chunked in HTTP/1.0': post('Transfer-Encoding: chunked', '0\r\n\r\n').replace('1.1', '1.0'),
  'a chunk size that is no number': post('Transfer-Encoding: chunked', 'zz\r\nhola\r\n0\r\n\r\n'),
  'a negative chunk size': post('Transfer-Encoding: chunked', '-1\r\nhola\r\n0\r\n\r\n'),
  'a chunk size beyond all numbers': post('Transfer-Encoding: chunked', 'fffffffffffffffff\r\nhola\r\n0\r\n\r\n'),
  'a chunk longer than its size': post('Transfer-Encoding: chunked', '2\r\nhola\r\n0\r\n\r\n'),
  'chunks that end in LF': post('Transfer-Encoding: chunked', '4\nhola\n0\n\n'),
};

describe('what is not HTTP/1.1', () => {
  for (const [what, bytes] of Object.entries(NOT_HTTP)) {
    it(`${what}: 400 in JSON, and the connection is closed`, async () => {
      const answers = await answersTo(server.url, bytes);
      assert.equal(answers.length, 1);
      assertRefusal(answers[0], 400, 'rest_bad_request');
    });
  }

  it('an address in UTF-8 is shown as it must be sent', async () => {
    for (const [sent, shown] of [
      ['/x/search_pages?query=fontanería&city=málaga', '/x/search_pages?query=fontaner%C3%ADa&city=m%C3%A1laga'],
      ['/x?query=fuga de%20agua', '/x?query=fuga%20de%20agua'],
    ] as const) {
      const bytes = Buffer.from(`${get(HOST)}${get(HOST).replace('/livez', sent)}`).toString('latin1');
      const [, answer] = await answersTo(server.url, bytes);
      assertRefusal(answer, 400, 'rest_bad_request');
      const { data } = JSON.parse(answer?.body ?? '') as { data: { hint: string } };
      assert.equal(data.hint, `Percent-encode it as UTF-8: ${shown}`);
    }
  });

  it('CONNECT: 405 in JSON, and the connection is closed', async () => {
    const answers = await answersTo(server.url, `CONNECT casa.example:443 HTTP/1.1\r\n${HOST}\r\n\r\n${SMUGGLED}`);
    assert.equal(answers.length, 1);
    assertRefusal(answers[0], 405, 'rest_method_not_allowed');
  });

  it('is refused in its turn, after the answers to what came before it', async () => {
    const [first, second, ...more] = await answersTo(server.url, `${get(HOST)}hola\r\n\r\n${SMUGGLED}`);
    assert.equal(first?.status, 200);
    assertRefusal(second, 400, 'rest_bad_request');
    assert.deepEqual(more, []);
  });
});

describe('a body whose end is doubtful', () => {
  for (const [what, bytes] of Object.entries(SMUGGLING)) {
    it(`${what}: 400 in JSON, and nothing after it is read as a request`, async () => {
      const answers = await answersTo(server.url, bytes + SMUGGLED);
      assert.equal(answers.length, 1);
      assertRefusal(answers[0], 400, 'invalid_request');
      assert.deepEqual(
        log.filter((line) => line.includes('/smuggled')),
        [],
      );
    });
  }

  it('which nobody asked for is skipped, and the next request is the one after it', async () => {
    const body = `Content-Length: ${SMUGGLED.length}`;
    const [first, second, ...more] = await answersTo(server.url, `${get(HOST, body)}${SMUGGLED}${get(HOST, CLOSE)}`);
    assert.deepEqual([first?.status, second?.status, more], [200, 200, []]);
    assert.deepEqual(
      log.filter((line) => line.includes('/smuggled')),
      [],
    );
  });
});

describe('what is too much', () => {
  it('a long address: 414', async () => {
    const target = `/${'a'.repeat(9000)}`;
    const [answer] = await answersTo(server.url, get(HOST, CLOSE).replace('/livez', target));
    assertRefusal(answer, 414, 'rest_uri_too_long');
  });

  it('large headers, one, many, or trailers: 431', async () => {
    for (const bytes of [
      get(HOST, `X: ${'a'.repeat(20_000)}`),
      get(HOST, ...Array.from({ length: 101 }, (_, n) => `X-${n}: 1`)),
      get(HOST, ...Array.from({ length: 2500 }, () => 'a:')),
      post('Transfer-Encoding: chunked', `4\r\nhola\r\n0\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`),
    ]) {
      const answers = await answersTo(server.url, bytes);
      assert.equal(answers.length, 1);
      assertRefusal(answers[0], 431, bytes.startsWith('POST /oauth/') ? 'invalid_request' : 'rest_header_too_large');
    }
  });

  it('chunks with more about them than in them: 413', async () => {
    const [answer] = await answersTo(server.url, post('Transfer-Encoding: chunked', `4;${'a'.repeat(20_000)}\r\n`));
    assertRefusal(answer, 413, 'invalid_request');
  });

  it('a large body: 413 before it has arrived, with a length or in chunks', async () => {
    for (const bytes of [
      post('Content-Length: 2000000', 'a'.repeat(100)),
      post('Transfer-Encoding: chunked', `20000\r\n${'a'.repeat(0x20000)}\r\n`),
    ]) {
      using connection = await connectRaw(server.url);
      connection.send(bytes);
      const [answer] = await connection.answered(1);
      assert.equal(answer?.status, 413);
      assert.equal(JSON.parse(answer.body).error, 'invalid_request');
    }
  });
});

describe('while all this comes in', () => {
  it('others are served', async (t) => {
    t.diagnostic(await bystander.stop());
  });
});
