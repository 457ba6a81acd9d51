import { availableParallelism } from 'node:os';
import { createConverters } from '../markdown/converter.ts';
import { createNarrowGates } from '../wordpress/gate.ts';
import { readStamps } from '../run/publish/stamps.ts';

/** What the runs of one process share, whatever their sites: the stamps of its code, threads that convert pages, gates. */
export function createRunResources() {
  // A site whose pages take long leaves one to the others.
  const converters = createConverters({ threads: Math.max(2, availableParallelism()) });
  return {
    stamps: readStamps(),
    converters,
    /** Of the requests to one site: by the key of its address. */
    gateOf: createNarrowGates(),
    [Symbol.asyncDispose]: () => converters[Symbol.asyncDispose](),
  };
}
export type RunResources = ReturnType<typeof createRunResources>;
