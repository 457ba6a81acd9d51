import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startApache, startCaddy, startNginx } from './web-server.ts';

/** Tests of the contract, which reach their servers through a front if `FRONT_PORT` is set. */
const SUITES = ['api/api', 'access/bearer', 'mcp/client', 'mcp/routes', 'oauth/strangers', 'openapi/document'];

/** Tests of an `Authorization` that is empty or doubled: most web servers remove or join such fields. */
export const EMPTY_OR_DOUBLED = ['is refused when it is empty', 'is refused when the header is doubled'];

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
} as const;

export const STARTERS = { nginx: startNginx, apache: startApache, caddy: startCaddy };
