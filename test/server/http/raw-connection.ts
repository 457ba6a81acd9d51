import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';

/** One answer of several that came over a connection. */
export type RawAnswer = { readonly status: number; readonly headers: Headers; readonly body: string };

/** A connection over which anything can be sent, and of which everything is kept that comes back. */
export async function connectRaw(url: string, { reading = true }: { readonly reading?: boolean } = {}) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const chunks: Buffer[] = [];
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  if (reading) {
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('end', () => socket.end());
  }
  const answers = () => parseAnswers(Buffer.concat(chunks).toString('latin1'));
  return {
    socket,
    send: (bytes: string) => void socket.write(bytes, 'latin1'),
    /** The answers that are complete by now. */
    answers,
    /** Waits for so many answers, or for the end of the connection. */
    async answered(count: number): Promise<readonly RawAnswer[]> {
      while (answers().length < count && !socket.destroyed) await Promise.race([once(socket, 'data'), closed]);
      return answers();
    },
    /** Waits until the server has closed the connection. */
    async closed(): Promise<readonly RawAnswer[]> {
      await closed;
      return answers();
    },
    [Symbol.dispose]: () => void socket.destroy(),
  };
}
export type RawConnection = Awaited<ReturnType<typeof connectRaw>>;

/** Everything that the server answers to these bytes until it closes the connection. */
export async function answersTo(url: string, bytes: string): Promise<readonly RawAnswer[]> {
  using connection = await connectRaw(url);
  connection.send(bytes);
  return await connection.closed();
}

function parseAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let at = 0;
  for (;;) {
    const end = text.indexOf('\r\n\r\n', at);
    if (end < 0) return answers;
    const [first = '', ...lines] = text.slice(at, end).split('\r\n');
    assert.match(first, /^HTTP\/1\.1 \d{3} /);
    const headers = new Headers(lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]));
    const length = Number(headers.get('content-length') ?? 0);
    const body = text.slice(end + 4, end + 4 + length);
    if (body.length < length) return answers;
    answers.push({ status: Number(first.split(' ')[1]), headers, body: Buffer.from(body, 'latin1').toString('utf8') });
    at = end + 4 + length;
  }
}

/** Holds a refusal against the form of every error, of the API or of OAuth's endpoints, with the headers that all answers carry. */
export function assertRefusal(answer: RawAnswer | undefined, status: number, code: string): void {
  assert.ok(answer, 'there is no answer');
  const { headers } = answer;
  const body: any = JSON.parse(answer.body);
  assert.deepEqual([answer.status, body.code ?? body.error], [status, code]);
  if (body.error === undefined) {
    assert.equal(body.data.status, status);
    assert.equal(typeof body.message, 'string');
    assert.match(body.data.hint ?? '', /\.$|^Percent-encode/);
  } else {
    assert.equal(typeof body.error_description, 'string');
  }
  assert.equal(headers.get('api-version'), '1');
  assert.equal(headers.get('content-type'), 'application/json; charset=UTF-8');
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('access-control-allow-origin'), '*');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('connection'), 'close');
}
