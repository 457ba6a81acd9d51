import { dataPaths, SITE_NAME, type Settings } from '../../shared/settings.ts';
import { sqliteStore } from './sqlite/state.ts';
import type { OpenOptions, State, StateLocation, States, StateStore, StoreCondition } from './state.ts';
import { valkeyStore } from './valkey/state.ts';

/** Stores by the scheme of their address. A new store is a folder in `db/state/` and a line in this table. */
export const STATE_STORES: Readonly<Record<string, StateStore>> = {
  'file:': sqliteStore,
  'redis:': valkeyStore,
  'rediss:': valkeyStore,
};

export function stateLocation(settings: Settings): StateLocation {
  return { addresses: settings.STATE_URL, file: dataPaths(settings).state, site: settings[SITE_NAME] };
}

function storeAt({ addresses: [address] = [] }: Pick<StateLocation, 'addresses'>): StateStore {
  const scheme = address === undefined ? 'file:' : new URL(address).protocol;
  const store = STATE_STORES[scheme];
  if (!store) throw new Error(`There is no store for addresses that begin with ${scheme}`);
  return store;
}

export function openState(options: OpenOptions): State {
  const states = openStates(options);
  const state = states.of(options);
  return {
    ...state,
    async [Symbol.asyncDispose]() {
      await state[Symbol.asyncDispose]();
      await states[Symbol.asyncDispose]();
    },
  };
}

/** Opens the states of several sites, which share a connection to the store. */
export function openStates(options: Pick<OpenOptions, 'addresses' | 'now'>): States {
  return storeAt(options).openAll(options);
}

/** Returns true if servers on several machines share the state. */
export function stateIsShared(location: Pick<StateLocation, 'addresses'>): boolean {
  return storeAt(location).isShared;
}

/** Returns false if nothing was ever stored, as far as this is known without a connection. */
export function stateMayExist(location: StateLocation): boolean {
  return storeAt(location).mayExist(location);
}

/** Checks the store for `npm run doctor`, without changes. */
export async function examineState(location: StateLocation, now: () => Date): Promise<StoreCondition> {
  return await storeAt(location).examine(location, now);
}
