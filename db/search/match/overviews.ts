import { remember } from '../remember.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { Matcher } from '../types.ts';

/** A general page that names this share of the services by their titles is an overview of them, where there are so many. */
const NAMED_SHARE = 0.75;
const FEWEST_SERVICES = 4;
/** So many services are enough to tell. */
const MOST_SERVICES = 40;
const CACHED = 2000;

/**
 * Tells overviews: general pages that name most services of the company, each of which has a page of its own, such as a list of all
 * prices. A service is a general page that has copies for cities.
 */
export function createOverviews({
  matcher,
  lexicon,
  analyzer,
}: {
  readonly matcher: Matcher;
  readonly lexicon: Lexicon;
  readonly analyzer: Analyzer;
}): (page: number) => boolean {
  let services: readonly (readonly number[])[] | undefined;

  function titleOf(page: number): readonly number[] {
    const { tokens, start, ends } = matcher.tokensOf(page);
    const telling = [...tokens.subarray(start, ends[0])].filter((surface) =>
      analyzer.isContentWord(analyzer.fold(lexicon.surfaceText(surface))),
    );
    return telling.map(stemOf);
  }

  const stemOf = (surface: number): number => lexicon.stemOfSurface(surface) ?? -1;

  function namesServices(page: number): boolean {
    services ??= matcher
      .services()
      .slice(0, MOST_SERVICES)
      .map(titleOf)
      .filter((title) => title.length > 0);
    if (services.length < FEWEST_SERVICES) return false;
    const { tokens, start, ends } = matcher.tokensOf(page);
    const held = new Set(Array.from(tokens.subarray(start, ends[2]), stemOf));
    const named = services.filter((title) => title.every((stem) => held.has(stem)));
    return named.length >= NAMED_SHARE * services.length;
  }

  return remember(CACHED, String, namesServices);
}
