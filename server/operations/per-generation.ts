import type { Content } from './content.ts';

/** What is made of the content, made once for each generation. */
export function perGeneration<Made>(
  current: () => Content | undefined,
  make: (content: Content | undefined) => Made,
): () => Made {
  let last: { readonly of: Content | undefined; readonly made: Made } | undefined;
  return () => {
    const content = current();
    if (!last || last.of !== content) last = { of: content, made: make(content) };
    return last.made;
  };
}
