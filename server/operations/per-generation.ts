import type { Content } from './content.ts';

/**
 * Memoizes a value that is derived from the content, for one generation. It does not retain the content of earlier
 * generations.
 */
export function memoizePerGeneration<Made>(
  current: () => Content | undefined,
  make: (content: Content | undefined) => Made,
): () => Made {
  let last: { readonly generation: string | undefined; readonly made: Made } | undefined;
  return () => {
    const content = current();
    const generation = content && `${content.index.generation} ${content.index.verdicts}`;
    if (!last || last.generation !== generation) last = { generation, made: make(content) };
    return last.made;
  };
}
