import { createHash, randomBytes } from 'node:crypto';
import type { RunningServer } from './running-server.ts';

type Server = Pick<RunningServer, 'url'>;
type Parameters = Readonly<Record<string, string | undefined>>;

/** A PKCE verifier with its challenge (RFC 7636, S256). */
export function newProof(verifier = randomBytes(32).toString('base64url')) {
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

let visits = 0;

/** Opens the authorization page as a browser of an address of its own. */
export async function openAuthorization(server: Server, parameters: Parameters, headers: Record<string, string> = {}) {
  visits += 1;
  const from = `100.65.${(visits >> 8) & 255}.${visits & 255}`;
  return await fetch(`${server.url}/oauth/authorize?${queryOf(parameters)}`, {
    redirect: 'manual',
    headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'X-Forwarded-For': from, ...headers },
  });
}

/** Fields of the form on a page, as a browser would send them. */
export function formOf(html: string): URLSearchParams {
  const decode = (text: string) =>
    text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
  return new URLSearchParams(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']): [string, string] => [
        decode(name),
        decode(
          value.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
        ),
      ],
    ),
  );
}

/** Presses the button of the page. */
export async function pressButton(server: Server, html: string, headers: Record<string, string> = {}) {
  visits += 1;
  return await fetch(`${server.url}/oauth/authorize`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Sec-Fetch-Site': 'same-origin',
      'X-Forwarded-For': `100.66.${(visits >> 8) & 255}.${visits & 255}`,
      ...headers,
    },
    body: formOf(html).toString(),
  });
}

/** Opens the page, presses the button, and returns the address that the browser is sent to. */
export async function authorize(server: Server, parameters: Parameters): Promise<URL> {
  const page = await openAuthorization(server, parameters);
  const html = await page.text();
  if (page.status !== 200)
    throw new Error(`the page is answered ${page.status}: ${page.headers.get('location') ?? html}`);
  const answer = await pressButton(server, html);
  const location = answer.headers.get('location');
  if (answer.status !== 303 || location === null) {
    throw new Error(`the button is answered ${answer.status}: ${await answer.text()}`);
  }
  return new URL(location);
}

export function queryOf(parameters: Parameters): string {
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return new URLSearchParams(given).toString();
}
