import { readDeliveryNote } from '../delivery/note.ts';
import { age } from '../report/age.ts';
import { note, ok, problem, type Finding } from './finding.ts';

type Given = { readonly dataDir: string; readonly delivers: boolean; readonly now: () => Date };

/** Tells how it goes with SYNC_ON_PUBLISH; nothing without it. */
export function examineDelivery({ dataDir, delivers, now }: Given): Finding[] {
  if (!delivers) return [];
  const { delivered_at, failures, fault } = readDeliveryNote(dataDir);
  const last = delivered_at === undefined ? 'never' : `${age(delivered_at, now())} ago`;
  if (fault !== undefined) {
    const message = `SYNC_ON_PUBLISH fails (failures: ${failures}, last delivery: ${last}): ${fault}`;
    return [problem('delivery', message, 'mend the command, and try it with npm run sync')];
  }
  if (delivered_at === undefined)
    return [note('delivery', 'SYNC_ON_PUBLISH has delivered nothing yet', 'run npm run sync')];
  return [ok('delivery', `SYNC_ON_PUBLISH delivered what was published, ${last}`)];
}
