import { setTimeout as wait } from 'node:timers/promises';
import { freePort, startValkey, type ValkeyServer } from './valkey-server.ts';

const SLOTS = 16_384;
const MASTERS = 3;
const LONGEST_WAIT_MS = 60_000;

/** A real cluster of three masters, each with a replica; `owner` has the slot of a key, and `spare` takes over from it. */
export async function startCluster(key: string) {
  await using started = new AsyncDisposableStack();
  const nodes: ValkeyServer[] = [];
  for (let n = 0; n < 2 * MASTERS; n++) {
    const bus = ['--cluster-enabled', 'yes', '--cluster-port', await freePort(), '--cluster-node-timeout', '1000'];
    nodes.push(started.use(await startValkey([...bus, '--repl-diskless-sync-delay', '0'])));
  }
  const [first, ...others] = nodes as [ValkeyServer, ...ValkeyServer[]];
  const masters = nodes.slice(0, MASTERS);
  const replicas = nodes.slice(MASTERS);
  const edge = (n: number) => Math.floor((SLOTS * n) / MASTERS);
  for (const [n, node] of masters.entries()) {
    await node.ask('CLUSTER', 'ADDSLOTSRANGE', String(edge(n)), String(edge(n + 1) - 1));
  }
  for (const node of others) {
    const bus = node.options[node.options.indexOf('--cluster-port') + 1] ?? '';
    await first.ask('CLUSTER', 'MEET', '127.0.0.1', node.port, bus);
  }
  for (const [n, replica] of replicas.entries()) {
    const id = String(await masters[n]?.ask('CLUSTER', 'MYID'));
    await until(async () => String(await replica.ask('CLUSTER', 'NODES')).includes(id));
    await replica.ask('CLUSTER', 'REPLICATE', id);
  }
  await until(async () => {
    const states = await Promise.all(nodes.map((node) => node.ask('CLUSTER', 'INFO')));
    return states.every((state) => /cluster_state:ok[^]*cluster_known_nodes:6/.test(String(state)));
  });
  for (const replica of replicas) {
    await until(async () => String(await replica.ask('INFO', 'replication')).includes('master_link_status:up'));
  }
  const slot = Number(await first.ask('CLUSTER', 'KEYSLOT', key));
  const at = masters.findIndex((_, n) => slot < edge(n + 1));

  const running = started.move();
  return {
    nodes,
    masters,
    owner: masters[at] ?? first,
    spare: replicas[at] ?? first,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Other programs give no sign, so they are asked again and again. */
async function until(done: () => Promise<boolean>): Promise<void> {
  const last = Date.now() + LONGEST_WAIT_MS;
  while (!(await done())) {
    if (Date.now() > last) throw new Error('The cluster takes too long');
    await wait(20);
  }
}
