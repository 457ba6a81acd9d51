import type { State } from '../state.ts';
import { openSqliteState } from './sqlite.ts';
import { openValkeyState } from './valkey.ts';

type Options = {
  /** Addresses of the Valkey or Redis that several machines share; without them the state is in the file. */
  readonly addresses?: readonly string[] | undefined;
  readonly file: string;
  readonly now: () => Date;
};

/** Opens the state where the configuration has it. */
export function openState({ addresses, file, now }: Options): State {
  return addresses ? openValkeyState({ addresses, now }) : openSqliteState({ file, now });
}
