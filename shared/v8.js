import { fileURLToPath } from 'node:url';

/**
 * Flags of V8 for each process of the service: garbage is collected when the heap has grown by a quarter, and a process can
 * collect it before it rests. Processes share compiled modules only if these flags are the same.
 */
export const HEAP_FLAGS = ['--heap-growing-percent=25', '--expose-gc'];

/** Folder of compiled modules of a checkout. */
export const COMPILED = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));
