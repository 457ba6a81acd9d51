type Options = {
  // Key of a link on this site; `undefined` for a foreign link.
  readonly keyOf: (link: string) => string | undefined;
  readonly isListed: (path: string) => boolean;
};

/** Creates the function that finds a canonical address of a page which belongs to another page. */
export function createElsewhere({ keyOf, isListed }: Options) {
  // Many themes declare the front page as canonical on every page, so that is ignored.
  function isElsewhere(link: string, canonical: string): boolean {
    const [own, named] = [keyOf(link), keyOf(canonical)];
    if (named === own || named === '/') return false;
    if (named !== undefined) return isListed(named);
    return URL.parse(canonical)?.pathname !== URL.parse(link)?.pathname;
  }

  return (link: string, canonicals: readonly string[]): string | undefined =>
    canonicals.find((canonical) => isElsewhere(link, canonical));
}
export type Elsewhere = ReturnType<typeof createElsewhere>;
