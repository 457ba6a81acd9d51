import { setTimeout as wait } from 'node:timers/promises';
import { freePort, startValkey, type ValkeyServer } from './valkey-server.ts';

const SLOTS = 16_384;
const MASTERS = 3;

/** A real cluster of three nodes, and a fourth that takes over from the one that has the slot of this key. */
export async function startCluster(key: string) {
  await using started = new AsyncDisposableStack();
  const nodes: ValkeyServer[] = [];
  for (let n = 0; n <= MASTERS; n++) {
    const bus = ['--cluster-enabled', 'yes', '--cluster-port', await freePort(), '--cluster-node-timeout', '1000'];
    nodes.push(started.use(await startValkey([...bus, '--repl-diskless-sync-delay', '0'])));
  }
  const [first, ...others] = nodes as [ValkeyServer, ...ValkeyServer[]];
  const masters = nodes.slice(0, MASTERS);
  const spare = nodes[MASTERS] ?? first;
  const edge = (n: number) => Math.floor((SLOTS * n) / MASTERS);
  for (const [n, node] of masters.entries()) {
    await node.ask('CLUSTER', 'ADDSLOTSRANGE', String(edge(n)), String(edge(n + 1) - 1));
  }
  for (const node of others) {
    const bus = node.options[node.options.indexOf('--cluster-port') + 1] ?? '';
    await first.ask('CLUSTER', 'MEET', '127.0.0.1', node.port, bus);
  }
  const slot = Number(await first.ask('CLUSTER', 'KEYSLOT', key));
  const owner = masters[masters.findIndex((_, n) => slot < edge(n + 1))] ?? first;
  const ownerId = String(await owner.ask('CLUSTER', 'MYID'));
  await until(async () => String(await spare.ask('CLUSTER', 'NODES')).includes(ownerId));
  await spare.ask('CLUSTER', 'REPLICATE', ownerId);
  await until(async () => {
    const states = await Promise.all(nodes.map((node) => node.ask('CLUSTER', 'INFO')));
    return states.every((state) => /cluster_state:ok[^]*cluster_known_nodes:4/.test(String(state)));
  });
  await until(async () => String(await spare.ask('INFO', 'replication')).includes('master_link_status:up'));

  const running = started.move();
  return {
    nodes,
    masters,
    owner,
    spare,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Other programs give no sign, so they are asked again and again. */
async function until(done: () => Promise<boolean>): Promise<void> {
  while (!(await done())) await wait(20);
}
