import { explain } from '../../../shared/errors.ts';
import type { StateLocation, StateStore, StoreCondition } from '../state.ts';
import { openValkeyStates } from './state.ts';

/** Valkey or Redis, a server or a cluster, which servers on several machines share. */
export const valkeyStore: StateStore = {
  isShared: true,
  openAll: openValkeyStates,
  mayExist: () => true,
  examine,
};

async function examine(location: StateLocation, now: () => Date): Promise<StoreCondition> {
  await using states = openValkeyStates({ ...location, now });
  await using state = states.of(location);
  try {
    const clients = await state.clients.count();
    return { part: 'store', level: 'ok', message: `The store of STATE_URL answers and knows ${clients} client(s)` };
  } catch (error) {
    const advice = 'start it or correct STATE_URL; until then nobody can register or use a token';
    return { part: 'store', level: 'problem', message: explain(error), advice };
  }
}
