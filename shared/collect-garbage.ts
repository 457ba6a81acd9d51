/** Collects garbage and frees unused memory of the heap, in a process with `--expose-gc`. */
export async function collectGarbage(): Promise<void> {
  // V8 itself collects only after the heap has grown, and retains freed pages.
  await globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' });
}
