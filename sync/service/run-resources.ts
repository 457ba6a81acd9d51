import { availableParallelism } from 'node:os';
import { createConverters } from '../markdown/converter.ts';
import { createNarrowGates } from '../wordpress/gate.ts';
import { readStamps } from '../run/publish/stamps.ts';

/** Creates the resources that all runs of a process share: code digests, converter threads and request gates. */
export function createRunResources() {
  // With two threads, a site with slow pages does not block the conversion of further sites.
  const converters = createConverters({ threads: Math.max(2, availableParallelism()) });
  return {
    stamps: readStamps(),
    converters,
    /** Gates of the requests to a site, by the key of its address. */
    gateOf: createNarrowGates(),
    [Symbol.asyncDispose]: () => converters[Symbol.asyncDispose](),
  };
}
export type RunResources = ReturnType<typeof createRunResources>;
