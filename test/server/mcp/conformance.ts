/**
 * Runs the official conformance suite against a server of our own, both eras. The suite comes by `npx` at an exact
 * version: it is large, and only this file needs it. `npm run test:conformance`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { authorize } from '../../helpers/authorization.ts';
import { freePort, runLocalServer, type LocalServer } from '../../helpers/local-server.ts';
import { newClient } from '../../helpers/oauth.ts';

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';

const SCENARIOS: readonly (readonly [scenario: string, ...versions: string[]])[] = [
  ['tools-list', '2026-07-28', '2025-11-25', '2025-06-18'],
  ['http-header-validation', '2026-07-28'],
  ['dns-rebinding-protection', '2026-07-28', '2025-11-25'],
  ['server-stateless', '2026-07-28'],
  ['caching', '2026-07-28'],
  ['server-sse-multiple-streams', '2026-07-28'],
  ['input-required-result-unsupported-methods', '2026-07-28'],
  ['input-required-result-validate-input', '2026-07-28'],
  ['input-required-result-ignore-extra-params', '2026-07-28'],
  ['sep-2164-resource-not-found', '2026-07-28'],
  ['server-initialize', '2025-11-25', '2025-06-18'],
  ['ping', '2025-11-25', '2025-06-18'],
];

/** Scenarios that also judge diagnostic tools, prompts and resources, which this server has not. */
const EXPECTED_TO_FAIL = new Set(['server-stateless', 'caching']);

/** Versions whose scenarios for authorization servers are run, all together: one hands the metadata to the next. */
const AUTHORIZATION_VERSIONS = ['2026-07-28', '2025-11-25'] as const;

/** Judges the authorization server as a public client. The suite prints an address, where we press the button. */
async function judgeAuthorization(server: LocalServer, version: string): Promise<boolean> {
  const port = await freePort();
  const metadata = {
    redirect_uris: [`http://127.0.0.1:${port}/callback`],
    client_name: 'Conformance',
    token_endpoint_auth_method: 'none',
  };
  const { client_id } = await newClient(server, metadata);
  const target = ['--url', server.publicUrl, '--resource', `${server.publicUrl}/mcp`, '--port', port];
  let isOpened = false;
  return await report(
    ['authorization', ...target, '--client-id', client_id, '--spec-version', version],
    `${version} authorization`,
    (output) => {
      const [address] = /http:\/\/\S+\/oauth\/authorize\?\S+(?=\s)/.exec(output) ?? [];
      if (address === undefined || isOpened) return;
      isOpened = true;
      const parameters = Object.fromEntries(new URL(address).searchParams);
      void authorize(server, parameters).then((location) => fetch(location));
    },
  );
}

/** Runs the suite, and prints a line about its judgement. */
async function report(args: readonly string[], name: string, onOutput?: (output: string) => void): Promise<boolean> {
  const child = spawn('npx', ['--yes', SUITE, ...args], { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      onOutput?.(output);
    });
  }
  const [code] = (await once(child, 'close')) as [number];
  const [passed = ''] = output.match(/Passed: .*/) ?? [];
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} ${passed}`);
  if (code !== 0) console.log(output);
  return code === 0;
}

async function judge(url: string, scenario: string, version: string): Promise<boolean> {
  // With a list of expected failures the suite takes warnings for failures, so only who needs the list gets it.
  const expected = EXPECTED_TO_FAIL.has(scenario)
    ? ['--expected-failures', join(import.meta.dirname, 'conformance.yml')]
    : [];
  const suite = ['server', '--url', url, '--scenario', scenario, '--spec-version', version, ...expected];
  return await report(suite, `${version} ${scenario}`);
}

async function main(): Promise<void> {
  await using server = await runLocalServer();
  const results: boolean[] = [];
  for (const [scenario, ...versions] of SCENARIOS) {
    for (const version of versions) results.push(await judge(`${server.publicUrl}/mcp`, scenario, version));
  }
  for (const version of AUTHORIZATION_VERSIONS) results.push(await judgeAuthorization(server, version));
  if (results.includes(false)) process.exitCode = 1;
}

await main();
