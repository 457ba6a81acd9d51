export const HEAP_FLAGS: readonly string[];
export const COMPILED: string;
