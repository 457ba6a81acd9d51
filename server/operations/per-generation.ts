import type { Content } from './content.ts';

/** What is made of the content, made once for each generation. It does not keep the content of a former generation alive. */
export function memoizePerGeneration<Made>(
  current: () => Content | undefined,
  make: (content: Content | undefined) => Made,
): () => Made {
  let last: { readonly generation: number | undefined; readonly made: Made } | undefined;
  return () => {
    const content = current();
    const generation = content?.index.generation;
    if (!last || last.generation !== generation) last = { generation, made: make(content) };
    return last.made;
  };
}
