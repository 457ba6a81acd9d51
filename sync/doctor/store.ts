import { openValkeyState } from '../../db/state/valkey/state.ts';
import { explain } from '../../shared/errors.ts';
import { ok, problem, type Finding } from './finding.ts';

/** Whether the store that servers share answers. Changes nothing in it. */
export async function examineStore(addresses: readonly string[], now: () => Date): Promise<Finding> {
  await using state = openValkeyState({ addresses, now });
  try {
    return ok('state.store', `The store of STATE_URL answers and knows ${await state.clients.count()} client(s)`);
  } catch (error) {
    const advice = 'start it or correct STATE_URL; until then nobody can register or use a token';
    return problem('state.store', explain(error), advice);
  }
}
