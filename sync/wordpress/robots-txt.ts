import imported from 'robots-parser';

// Its types describe an ES module, but it is CommonJS: the default import is the function.
const robotsParser = imported as unknown as typeof imported.default;

// Maximum characters of a file, and relevant lines. Common lists of unwanted crawlers have 1,200 lines.
const [LONGEST, MOST_LINES] = [500_000, 2000];
// `\s` also matches a byte order mark.
const RELEVANT = /^\s*(?:user-agent|allow|disallow)\s*:/i;
const AGENT = /^\s*user-agent\s*:([^#/]*).*/is;
// Rules of 500 characters or more than 10 wildcards.
const COSTLY_RULE = /^\s*(?:dis)?allow\s*:(?:[^#]{500}|(?:[^*#]*\*){11}).*/is;
// Any origin: a file is valid for the origin that it comes from.
const ORIGIN = 'https://site.invalid';

/**
 * Creates a test for addresses that a `robots.txt` disallows, for all crawlers or for a named crawler. The test uses path and
 * query string. The group of a named crawler replaces the group `*` (RFC 9309 §2.2.1).
 */
export function createDisallowed(text: string, crawler = '*'): (address: string) => boolean {
  const robots = robotsParser(`${ORIGIN}/robots.txt`, relevantLines(text, crawler));
  return (address) => {
    const { pathname, search } = new URL(address);
    return robots.isAllowed(`${ORIGIN}${pathname}${search}`, crawler) === false;
  };
}

// robots-parser ends a list of agents at any other line, against RFC 9309 §2.2.4. It copies each rule to each agent of its
// group. Irrelevant agents get the same name, and repeated agents are dropped. An empty rule replaces a costly rule, because it
// still ends the list of agents.
function relevantLines(text: string, crawler: string): string {
  const agents = new Set<string>();
  const rename = (_: string, agent: string): string => {
    const name = agent.trim().toLowerCase();
    return `User-agent: ${name === '*' || name === crawler.toLowerCase() ? name : '-'}`;
  };
  const lines = text.slice(0, LONGEST).split(/[\r\n]+/);
  const relevant = lines.flatMap((line) => {
    if (!RELEVANT.test(line)) return [];
    const renamed = line.replace(AGENT, rename);
    if (agents.has(renamed)) return [];
    if (AGENT.test(line)) agents.add(renamed);
    else agents.clear();
    return [renamed.replace(COSTLY_RULE, 'Disallow:')];
  });
  return relevant.slice(0, MOST_LINES).join('\n');
}
