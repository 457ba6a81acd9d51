/**
 * Runs the official conformance suite against a server of our own, both eras. The suite comes by `npx` at an exact
 * version: it is large, and only this file needs it. `npm run test:conformance`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { runLocalServer } from '../../helpers/local-server.ts';

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

async function judge(url: string, scenario: string, version: string): Promise<boolean> {
  // With a list of expected failures the suite takes warnings for failures, so only who needs the list gets it.
  const expected = EXPECTED_TO_FAIL.has(scenario)
    ? ['--expected-failures', join(import.meta.dirname, 'conformance.yml')]
    : [];
  const suite = ['--yes', SUITE, 'server', '--url', url, '--scenario', scenario, '--spec-version', version];
  const child = spawn('npx', [...suite, ...expected], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  const [passed = ''] = output.match(/Passed: .*/) ?? [];
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${version} ${scenario} ${passed}`);
  if (code !== 0) console.log(output);
  return code === 0;
}

async function main(): Promise<void> {
  await using server = await runLocalServer();
  const results: boolean[] = [];
  for (const [scenario, ...versions] of SCENARIOS) {
    for (const version of versions) results.push(await judge(`${server.publicUrl}/mcp`, scenario, version));
  }
  if (results.includes(false)) process.exitCode = 1;
}

await main();
