import type { State } from './state.ts';
import { openSqliteState, type Damage } from './sqlite/state.ts';
import { openValkeyState } from './valkey/state.ts';

type Options = {
  /** Addresses of the Valkey or Redis that several machines share; without them the state is in the file. */
  readonly addresses?: readonly string[] | undefined;
  readonly file: string;
  readonly now: () => Date;
  /** Told when a damaged file was moved aside for a new one; without it, a damaged file stays, and every call rejects. */
  readonly onDamage?: ((damage: Damage) => void) | undefined;
};

/** Opens the state where the configuration has it. */
export function openState({ addresses, file, now, onDamage }: Options): State {
  return addresses ? openValkeyState({ addresses, now }) : openSqliteState({ file, now, onDamage });
}
