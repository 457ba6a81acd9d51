import assert from 'node:assert/strict';
import { assertInContract } from '../helpers/contract.ts';
import { API } from '../helpers/running-server.ts';
import type { Answer, Sent } from './connections.ts';

/** Headers of every answer. */
const COMMON: Readonly<Record<string, RegExp>> = {
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^no-referrer$/,
  'content-security-policy': /^default-src 'none'/,
  'strict-transport-security': /^max-age=\d+$/,
  'access-control-allow-origin': /^(?:\*|https:\/\/casa\.example)$/,
};

const PROBLEM_TEXT = /^[\x20\x21\x23-\x5B\x5D-\x7E]+$/;

/** Throws unless an answer is one that this service gives, whatever the request was. */
export function assertSound(request: Sent, answer: Answer | undefined): void {
  try {
    assert.ok(answer, 'the connection was closed without an answer');
    judge(request, answer);
  } catch (error) {
    const received = answer && `${answer.status} ${JSON.stringify([...answer.headers])} ${answer.body.slice(0, 500)}`;
    throw new Error(`${JSON.stringify(request)} was answered ${received}`, { cause: error });
  }
}

/** Characters of a malformed request that the server decodes, without its method. */
const LEGIBLE = 490;

function judge({ method, target }: Sent, answer: Answer): void {
  const { status, headers, body } = answer;
  const path = pathOf(target);
  assert.ok(status >= 200 && status < 500, `status ${status}`);
  for (const [name, pattern] of Object.entries(COMMON)) assert.match(headers.get(name) ?? '', pattern, name);
  if (!headers.has('x-request-id') && status >= 400) {
    // A malformed request has no route: the start of its target, perhaps below the path of a site, selects the format.
    const isOAuth = /^\/(?:.*\/)?oauth\//.test(path.slice(0, LEGIBLE));
    if (method !== 'HEAD') judgeFault(isOAuth ? '/oauth/' : '', status, JSON.parse(body));
    return;
  }
  if (path === API || path.startsWith(`${API}/`)) assert.equal(headers.get('api-version'), '1');
  if (status === 204 || status === 304 || status === 202) assert.equal(body, '');
  if (status === 401) assert.match(headers.get('www-authenticate') ?? '', /^(?:Bearer|Basic) realm="/);
  if (status === 405) assert.match(headers.get('allow') ?? '', /^[A-Z]+(?:, [A-Z]+)*$/);
  if (status === 429) assert.match(headers.get('retry-after') ?? '', /^\d+$/);
  if (method === 'HEAD') return;
  const type = headers.get('content-type') ?? '';
  // Persons see the faults of the authorization endpoint (RFC 6749 section 4.1.2.1).
  const isPage = path === '/oauth/authorize' && type === 'text/html; charset=utf-8';
  if (status >= 400 && !isPage) {
    assert.match(type, /^application\/json/);
    judgeFault(path, status, JSON.parse(body));
  } else if (body !== '') {
    assert.match(headers.get('x-request-id') ?? type, /^(?:[0-9a-f-]{36}|text\/(?:css|html|javascript))/);
    assert.match(type, /^(?:application|text)\/[a-z+.-]+/);
    if (/^application\/(?:[a-z-]+\+)?json/.test(type)) JSON.parse(body);
  }
  assertInContract(path, method, answer);
}

/** The path of a target, which may come with the address of some host before it. */
function pathOf(target: string): string {
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  return path;
}

/** A fault is answered in the words of its protocol. */
function judgeFault(path: string, status: number, fault: any): void {
  if (path.startsWith('/oauth/')) {
    assert.match(fault.error, /^[a-z_]+$/);
    assert.match(fault.error_description, PROBLEM_TEXT);
  } else if (/^\/mcp(?:\/knowledge)?\/?$/i.test(path)) {
    assert.equal(fault.jsonrpc, '2.0');
    assert.ok(Number.isInteger(fault.error.code) && typeof fault.error.message === 'string');
    assert.notEqual(fault.id, null);
  } else {
    assert.match(fault.code, /^rest_[a-z_]+$/);
    assert.ok(typeof fault.message === 'string' && fault.message !== '');
    assert.equal(fault.data.status, status);
  }
}
