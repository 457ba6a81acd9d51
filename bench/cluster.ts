/** Failover of a cluster of three masters with replicas, as two servers see it when the master of their state is killed under load. */
import { loseMaster } from '../test/helpers/master-loss.ts';
import { hasValkey } from '../test/helpers/valkey-server.ts';

/** Kills a master so many times. */
export async function run({ quick }: { readonly quick: boolean }): Promise<unknown> {
  if (!hasValkey()) {
    console.log('left out: there is no valkey-server or redis-server');
    return [];
  }
  const rows = [];
  for (let turn = 0; turn < (quick ? 1 : 5); turn++) {
    const { statuses, refused, refusedFor, admittedBeyondQuota, exactAfter } = await loseMaster();
    rows.push({
      'without a token': textOf(statuses.anonymous),
      'with a token': textOf(statuses['with a token']),
      'refused with a token': refused,
      'over ms': refusedFor,
      'admitted beyond a quota of 60': admittedBeyondQuota,
      'exact again after ms': exactAfter,
    });
  }
  console.table(rows);
  return rows;
}

const textOf = (statuses: Readonly<Record<number, number>>): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');
