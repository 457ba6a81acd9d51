/** The gateway of the WordPress plugin on a real WordPress: what an answer through it costs next to WordPress by itself. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { activatePlugin } from '../test/deploy/plugin.ts';
import { SECRET } from '../test/helpers/refresh.ts';
import { API, runServer } from '../test/helpers/running-server.ts';
import { startWordPressSite } from '../test/helpers/wordpress-site.ts';

const PORT = 8180;

/** Time of one look at a request that is none of the service's, in microseconds. */
const LOOK = `define('WP_USE_THEMES', true); $_SERVER = ['REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '/contacto/', 'HTTP_ACCEPT' => 'text/html'];
  $began = hrtime(true); for ($i = 0; $i < 100000; $i++) Content_Service\\Gateway::answer(); echo (hrtime(true) - $began) / 1e8;`;

/** Asks in turn, one request after the other, so that a busy machine is as unkind to each. */
export async function run({ quick }: { readonly quick: boolean }): Promise<unknown> {
  await using site = await startWordPressSite({ port: PORT, server: 'fpm' });
  await using service = await runServer({ env: { PUBLIC_URL: site.url, GATEWAY_SECRET: SECRET } });
  await activatePlugin(site);
  await site.php(
    `update_option('content_service', ['url' => '${service.url}', 'secret' => '${SECRET}', 'gateway' => true]);`,
  );
  await writeFile(join(site.dir, 'bare.php'), `<?php require __DIR__ . '/wp-load.php'; echo 'ok';`);
  const asked = {
    'the service itself': `${service.url}${API}`,
    'through the gateway': `${site.url}${API}`,
    'WordPress loaded, nothing answered': `${site.url}/bare.php`,
    'REST API of WordPress': `${site.url}/wp-json/wp/v2/types/page?_fields=slug`,
    'a page of WordPress': `${site.url}/contacto/`,
  };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times = new Map(Object.keys(asked).map((name) => [name, [] as number[]]));
  for (let round = 0; round < (quick ? 12 : 202); round += 1) {
    for (const [name, url] of Object.entries(asked)) {
      const took = await timeOf(url, agent);
      // The first two fill caches.
      if (round > 1) times.get(name)?.push(took);
    }
  }
  agent.destroy();
  const bare = quantile(times.get('WordPress loaded, nothing answered') ?? [], 0.5);
  const rows = [...times].map(([what, all]) => ({
    what,
    'p50 ms': Number(quantile(all, 0.5).toFixed(2)),
    'p99 ms': Number(quantile(all, 0.99).toFixed(2)),
    'of bare WordPress': Number((quantile(all, 0.5) / bare).toFixed(2)),
  }));
  console.table(rows);
  const look = Number(await site.php(LOOK));
  console.log(`Every other request to WordPress: ${look.toFixed(2)} µs`);
  return { rows, 'look at another request, µs': look };
}

async function timeOf(url: string, agent: Agent): Promise<number> {
  const began = performance.now();
  const [answer] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
  return performance.now() - began;
}

function quantile(all: readonly number[], share: number): number {
  const sorted = all.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
