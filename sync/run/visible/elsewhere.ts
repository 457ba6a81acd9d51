type Options = {
  /** The key of a link, when it is of this site. */
  readonly keyOf: (link: string) => string | undefined;
  /** True for the path of a page that the site has. */
  readonly isListed: (path: string) => boolean;
};

/** Finds among the canonical addresses that a page names one that is another page's. */
export function createElsewhere({ keyOf, isListed }: Options) {
  /** Themes that name the front page on every page are common, and mean nothing. */
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
