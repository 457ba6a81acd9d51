import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTraceparent } from '../../../server/http/trace-context.ts';
import { runServer } from '../../helpers/running-server.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

describe('readTraceparent', () => {
  it('takes the trace and the parent of version 00', () => {
    assert.deepEqual(readTraceparent(`00-${TRACE}-${PARENT}-01`), { trace_id: TRACE, parent_id: PARENT });
  });

  it('takes what it knows of a later version', () => {
    assert.deepEqual(readTraceparent(`cc-${TRACE}-${PARENT}-01-more`), { trace_id: TRACE, parent_id: PARENT });
  });

  it('takes nothing that the recommendation calls invalid', () => {
    const invalid = [
      '',
      `ff-${TRACE}-${PARENT}-01`,
      `00-${TRACE}-${PARENT}-01-more`,
      `00-${'0'.repeat(32)}-${PARENT}-01`,
      `00-${TRACE}-${'0'.repeat(16)}-01`,
      `00-${TRACE.toUpperCase()}-${PARENT}-01`,
      `00-${TRACE}-${PARENT}`,
      `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`,
      `00-${TRACE}-${PARENT}-01\n{"level":"error"}`,
    ];
    assert.deepEqual(
      invalid.filter((text) => readTraceparent(text) !== undefined),
      [],
    );
  });
});

describe('a request with a traceparent', () => {
  async function linesOf(headers: Readonly<Record<string, string>>): Promise<readonly string[]> {
    const lines: string[] = [];
    await using server = await runServer({ logTo: { write: (line) => lines.push(line) } });
    await server.get('/get_company_info', { headers });
    return lines.filter((line) => line.includes('"http.request"'));
  }

  it('has its trace in the log', async () => {
    const [line = ''] = await linesOf({ traceparent: `00-${TRACE}-${PARENT}-01` });
    assert.match(line, new RegExp(`"trace_id":"${TRACE}","parent_id":"${PARENT}"`));
  });

  it('has nothing of one that is not valid', async () => {
    const [line = ''] = await linesOf({ traceparent: 'x"y' });
    assert.doesNotMatch(line, /trace_id|x.?"y/);
  });

  it('may come from a web page', async () => {
    await using server = await runServer();
    for (const path of ['/wp-json/agentes/v1/get_company_info', '/oauth/token']) {
      const answer = await fetch(server.url + path, { method: 'OPTIONS' });
      assert.match(answer.headers.get('access-control-allow-headers') ?? '', /\bTraceparent, Tracestate\b/);
    }
  });
});
