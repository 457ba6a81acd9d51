import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { authorize, newProof, openAuthorization } from './authorization.ts';
import { newClient, postForm } from './oauth.ts';
import { jsonOf, runServer } from './running-server.ts';
import { movedClock } from './moved-clock.ts';

const REDIRECTS = [
  'https://one.example/callback',
  'https://one.example/callback?x=1',
  'https://two.example/callback',
  'http://127.0.0.1/callback',
  'http://localhost:3000/callback',
  'app.example://callback',
] as const;

/** Redirect URIs that come near one of a client, and are none of its own. */
const NEAR: readonly ((uri: string) => string)[] = [
  (uri) => `${uri}/`,
  (uri) => `${uri}?`,
  (uri) => `${uri}#`,
  (uri) => `${uri}/../callback`,
  (uri) => uri.replace('callback', 'Callback'),
  (uri) => uri.replace('://', '://user@'),
  (uri) => uri.replace('://', '://evil.example/'),
  (uri) => uri.replace('.example', '.example.evil'),
  (uri) => uri.replace('127.0.0.1', '127.0.0.2'),
  (uri) => uri.replace('http:', 'https:'),
  (uri) => uri.replace('https:', 'http:'),
  (uri) => uri.replace('callback', 'call%62ack'),
  (uri) => uri.replace('/callback', '\\callback'),
  (uri) => ` ${uri}`,
  (uri) => `${uri}%00`,
  () => 'javascript:alert(1)',
];

/** A deviation from the right request, in few of the attempts: half of the codes are redeemed as they should be. */
const seldom = <Value>(arbitrary: fc.Arbitrary<Value>, weight = 1): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight, arbitrary });

const attempt = fc.record({
  client: fc.nat(5),
  own: fc.nat(1),
  /** Another redirect URI of the authorization request. */
  near: seldom(fc.nat(NEAR.length - 1), 3),
  foreign: seldom(fc.constantFrom(...REDIRECTS)),
  /** Another client, redirect URI, verifier and code of the token request. */
  thief: seldom(fc.nat(5)),
  sent: seldom(fc.constantFrom(...REDIRECTS)),
  verifier: seldom(fc.constantFrom('another', 'challenge')),
  broken: seldom(fc.nat(200)),
  seconds: fc.constantFrom(0, 0, 0, 59, 59, 60),
});
type Attempt = typeof attempt extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * Makes random authorizations and redeems their codes with random clients, redirect URIs and verifiers: a code goes to a
 * redirect URI of its client alone, and is redeemed once, in time, with everything as in its request. Returns the numbers
 * of codes, of codes that were redeemed, and of those that were refused.
 */
export async function guessCodes({ runs, seed }: { readonly runs: number; readonly seed: number }) {
  const clock = movedClock();
  await using server = await runServer({ sources: clock.sources, logTo: { write: () => undefined } });
  /** A client each has two of the redirect URIs. */
  const clients = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => {
      const redirects = [REDIRECTS[n], REDIRECTS[(n + 1) % 6]] as readonly [string, string];
      const metadata = { redirect_uris: redirects, token_endpoint_auth_method: 'none' };
      return { id: (await newClient(server, metadata)).client_id, redirects };
    }),
  );
  const counts = { codes: 0, redeemed: 0, refused: 0, noCode: 0 };
  let calls = 0;
  /** A new address for each call: no limit is to hide a leak. */
  const from = () => `10.${((calls += 1) >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;

  async function tryOne(one: Attempt): Promise<void> {
    const client = clients[one.client];
    const thief = one.thief === undefined ? client : clients[one.thief];
    if (!client || !thief) throw new Error('There are six clients');
    const own = client.redirects[one.own] ?? '';
    const near = one.near === undefined ? undefined : NEAR[one.near];
    const redirectUri = one.foreign ?? near?.(own) ?? own;
    const proof = newProof();
    const request = {
      response_type: 'code',
      client_id: client.id,
      redirect_uri: redirectUri,
      code_challenge: proof.challenge,
      code_challenge_method: 'S256',
    };
    if (!client.redirects.includes(redirectUri)) {
      const answer = await openAuthorization(server, request, { 'X-Forwarded-For': from() });
      assert.deepEqual([answer.status, answer.headers.get('location')], [400, null], `${client.id} ${redirectUri}`);
      await answer.arrayBuffer();
      counts.noCode += 1;
      return;
    }
    const location = await authorize(server, request);
    assert.ok(location.href.startsWith(`${redirectUri}${redirectUri.includes('?') ? '&' : '?'}code=`), location.href);
    counts.codes += 1;
    clock.advance(one.seconds);
    const whole = location.searchParams.get('code') ?? '';
    const at = one.broken === undefined ? undefined : one.broken % (whole.length - 1);
    const code =
      at === undefined ? whole : `${whole.slice(0, at)}${whole[at] === 'A' ? 'B' : 'A'}${whole.slice(at + 1)}`;
    const form = {
      grant_type: 'authorization_code',
      client_id: thief.id,
      redirect_uri: one.sent ?? redirectUri,
      code_verifier:
        one.verifier === undefined
          ? proof.verifier
          : one.verifier === 'another'
            ? newProof().verifier
            : proof.challenge,
      code,
    };
    const isRight =
      code === whole &&
      one.seconds < 60 &&
      one.verifier === undefined &&
      form.client_id === client.id &&
      form.redirect_uri === redirectUri;
    for (let n = 0; n < 2; n += 1) {
      const answer = await postForm(server, '/oauth/token', form, { headers: { 'X-Forwarded-For': from() } });
      const body = await jsonOf(answer);
      const expected = isRight && n === 0 ? [200, undefined] : [400, 'invalid_grant'];
      assert.deepEqual([answer.status, body.error], expected, JSON.stringify({ one, form }));
      counts[answer.status === 200 ? 'redeemed' : 'refused'] += 1;
    }
  }

  await fc.assert(fc.asyncProperty(attempt, tryOne), { numRuns: runs, seed, endOnFailure: true });
  return counts;
}
