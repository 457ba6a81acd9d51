import { dataPaths, SITE_NAME, type Settings } from '../../shared/settings.ts';
import { sqliteStore } from './sqlite/store.ts';
import type { OpenOptions, State, StateLocation, States, StateStore, StoreCondition } from './state.ts';
import { valkeyStore } from './valkey/store.ts';

/** Every store by the scheme of its address. A new one is a folder beside this file and a line here. */
export const STATE_STORES: Readonly<Record<string, StateStore>> = {
  'file:': sqliteStore,
  'redis:': valkeyStore,
  'rediss:': valkeyStore,
};

/** Where the state of a site is, as its settings say. */
export function stateLocation(settings: Settings): StateLocation {
  return { addresses: settings.STATE_URL, file: dataPaths(settings).state, site: settings[SITE_NAME] };
}

/** The store that the configuration names: by the scheme of STATE_URL, or SQLite in a file without one. */
function storeAt({ addresses: [address] = [] }: Pick<StateLocation, 'addresses'>): StateStore {
  const scheme = address === undefined ? 'file:' : new URL(address).protocol;
  const store = STATE_STORES[scheme];
  if (!store) throw new Error(`There is no store for addresses that begin with ${scheme}`);
  return store;
}

/** Opens the state where the configuration has it. */
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

/** The same for several sites, which have a connection in common where the store is at an address. */
export function openStates(options: Pick<OpenOptions, 'addresses' | 'now'>): States {
  return storeAt(options).openAll(options);
}

/** True when servers on several machines use the state together. */
export function stateIsShared(location: Pick<StateLocation, 'addresses'>): boolean {
  return storeAt(location).isShared;
}

/** False before anything was ever stored, as far as that shows without a connection: there is nothing to open. */
export function stateMayExist(location: StateLocation): boolean {
  return storeAt(location).mayExist(location);
}

/** Judges the store for `npm run doctor`, and changes nothing in it. */
export async function examineState(location: StateLocation, now: () => Date): Promise<StoreCondition> {
  return await storeAt(location).examine(location, now);
}
