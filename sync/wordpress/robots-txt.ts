import imported from 'robots-parser';

// Its types describe an ES module, but it is CommonJS: the default import is the function.
const robotsParser = imported as unknown as typeof imported.default;

// Maximum parsed characters of a file.
const LONGEST = 500_000;
// Any origin: a file is valid for the origin that it comes from.
const ORIGIN = 'https://site.invalid';

/**
 * Creates a test for addresses that a `robots.txt` disallows, for all crawlers or for a named crawler. The test uses path and
 * query string. The group of a named crawler replaces the group `*` (RFC 9309 §2.2.1).
 */
export function createDisallowed(text: string, crawler = '*'): (address: string) => boolean {
  const robots = robotsParser(`${ORIGIN}/robots.txt`, text.slice(0, LONGEST));
  return (address) => {
    const { pathname, search } = new URL(address);
    return robots.isDisallowed(`${ORIGIN}${pathname}${search}`, crawler) === true;
  };
}
