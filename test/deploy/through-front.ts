import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { STARTERS } from './front.ts';

/** Tests of the contract, which reach their servers through a front if `FRONT_PORT` is set. */
const SUITES = ['api/api', 'access/bearer', 'mcp/client', 'mcp/routes', 'oauth/strangers', 'openapi/document'];

/** The test of a doubled `Authorization`, of which nginx, Caddy and PHP keep one. */
export const DOUBLED = 'is refused when the header is doubled';

type Front = {
  readonly port: number;
  readonly isGateway?: boolean;
  /** Patterns of tests of what this front changes. */
  readonly skip?: readonly string[];
};

/** Runs the tests of the contract through a front. */
export async function runContractTests({ port, isGateway = false, skip = [] }: Front) {
  const files = SUITES.map((name) => join(import.meta.dirname, '../server', `${name}.test.ts`));
  const skipped = skip.map((pattern) => `--test-skip-pattern=${pattern}`);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(
    process.execPath,
    ['--test', '--test-reporter=tap', '--test-concurrency=2', ...skipped, ...files],
    {
      env: { ...env, FRONT_PORT: String(port), ...(isGateway && { FRONT_IS_GATEWAY: '1' }) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const output = await text(child.stdout);
  return {
    failed: output.match(/^ *not ok .*$/gm) ?? [],
    passed: Number(/^# pass (\d+)$/m.exec(output)?.[1]),
    output,
  };
}

/** Declares a test that runs the tests of the contract through the example of a web server, without WordPress behind it. */
export function testContractThrough(
  name: keyof typeof IN_FRONT_OF_TESTS,
  { port, skip = [] }: Omit<Front, 'isGateway'>,
) {
  it(`gives the tests of the contract the same results through ${name}`, async () => {
    await using stack = new AsyncDisposableStack();
    const root = await mkdtemp(join(tmpdir(), 'front-'));
    stack.defer(() => rm(root, { recursive: true, force: true }));
    const nowhere = '127.0.0.1:9';
    stack.use(
      await STARTERS[name]({ port, service: `http://${nowhere}`, root, fpm: nowhere, edit: IN_FRONT_OF_TESTS[name] }),
    );
    const { failed, passed, output } = await runContractTests({ port, skip });
    assert.deepEqual(failed, [], output);
    assert.ok(passed > 70, String(passed));
  });
}

/** The port of a test's server, in the address at which a request arrives (test/helpers/running-server.ts). */
const ADDRESS = String.raw`127\.10(\d)\.1(\d\d)\.1(\d\d)`;

/**
 * Changes of an example, so that one web server stands in front of the servers of all tests. It sends the `Host` that each of them expects. As behind a CDN, the address of a visitor is in
 * `X-Forwarded-For`, which the tests set.
 */
export const IN_FRONT_OF_TESTS = {
  nginx: (example: string) =>
    `map $server_addr $test_server { "~^${ADDRESS}$" 127.0.0.1:$1$2$3; }
    map $http_host $test_host { default $http_host; "~^127\\.10" $test_server; }
    set_real_ip_from 127.0.0.0/8; real_ip_header X-Forwarded-For;
    ${example
      .replace(/listen 127\.0\.0\.1:(\d+) default_server;/, 'listen $1 default_server;')
      .replace('Host $host$port_of_host', 'Host $test_host')
      .replaceAll('proxy_pass http://content_service', 'proxy_pass http://$test_server')}`,
  apache: (main: string) =>
    `LoadModule remoteip_module /usr/lib/apache2/modules/mod_remoteip.so
    ${main
      .replaceAll(/(?<=Listen |<VirtualHost )127\.0\.0\.1:/g, '*:')
      .replace(
        /# \(\*\) Name, certificate and folder\./,
        () => `RemoteIPHeader X-Forwarded-For
        RemoteIPInternalProxy 127.0.0.0/8
        SetEnvIf Server_Addr "^${ADDRESS}$" TEST_SERVER=127.0.0.1:$1$2$3
        ProxyPassInterpolateEnv On
        RequestHeader set Host "expr=%{reqenv:TEST_SERVER}" "expr=%{HTTP_HOST} =~ m#^127[.]10#"`,
      )
      .replaceAll(/^(\s*ProxyPass\w* .*)http:\/\/127\.0\.0\.1:9(.*)$/gm, '$1http://$${TEST_SERVER}$2 interpolate')
      .replaceAll('http://127.0.0.1:9%', 'http://%{ENV:TEST_SERVER}%')}`,
  caddy: (example: string) =>
    example
      .replace(
        '{$SITE_URL:https://example.com} {',
        `http://:{$PORT} {\n\tmap {host} {test_server} {\n\t\t~^${ADDRESS}$ 127.0.0.1:\${1}\${2}\${3}\n\t}`,
      )
      .replaceAll('{$CONTENT_SERVICE:127.0.0.1:8080}', '{test_server}')
      .replace(
        '(way_to_content_service) {',
        '(way_to_content_service) {\n\ttrusted_proxies 127.0.0.0/8\n\theader_up Host {test_server}',
      ),
} as const;
