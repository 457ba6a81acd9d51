import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { REFUSED_BY_HOST, startGatewaySite, type GatewaySite } from './gateway-site.ts';
import { faultsOf } from './hostile-requests.ts';
import { HOSTING } from './hosting.ts';
import { DOUBLED, runContractTests } from './through-front.ts';

const SITE_PORT = 8245;
const PORT = 8247;
const FRONT = `http://127.0.0.1:${PORT}`;

describe('the contract behind the gateway of the WordPress plugin', () => {
  const stack = new AsyncDisposableStack();
  before(async () => {
    const { site }: GatewaySite = stack.use(await startGatewaySite({ port: SITE_PORT, front: FRONT }));
    stack.use(await HOSTING.nginx({ port: PORT, root: site.dir, fpm: SITE_PORT + 1 }));
  });
  after(() => stack.disposeAsync());

  it('gives its tests the results that they have without it', async () => {
    const { failed, passed } = await runContractTests({
      port: PORT,
      isGateway: true,
      skip: [DOUBLED, 'is refused when it is empty', 'refuses a bad token before it reads'],
    });
    assert.deepEqual(failed, []);
    assert.ok(passed > 70, String(passed));
  });

  it('holds for each refused request that the web server passes to PHP', async () => {
    assert.deepEqual(await faultsOf(FRONT, REFUSED_BY_HOST.nginx), []);
  });
});
