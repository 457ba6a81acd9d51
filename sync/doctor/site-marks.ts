import { z } from 'zod';
import { BUILDERS } from '../markdown/builders.ts';
import { unrenderedBuilder } from '../markdown/clean/shortcodes.ts';
import { classMatcher, classNames } from '../markdown/parse/class-names.ts';
import type { Answer } from '../wordpress/connection.ts';
import { headerText } from '../wordpress/text.ts';
import { readWords } from './finding.ts';

type Marked = Pick<Answer, 'status' | 'headers' | 'body'>;

const pattern = z.string().transform((source) => new RegExp(source, 'i'));
const Blocker = z.strictObject({
  name: z.string(),
  advice: z.string(),
  settings: z.string().optional(),
  /** A rule of the web server, which refuses an address to all clients unless it names some. */
  rule: z.boolean().optional(),
  status: z.number().optional(),
  header: z.record(z.string(), pattern).default({}),
  body: pattern.optional(),
});
const BLOCKERS = readWords('blockers', z.array(Blocker));

/** Identifies the product that blocked a request by its fingerprint (`words/blockers.yaml`), with advice. */
export function blockerOf({ status, headers, body }: Marked): z.output<typeof Blocker> | undefined {
  const text = body.subarray(0, 65_536).toString('utf8');
  const known = BLOCKERS.find(
    ({ status: only = status, header, body: mark }) =>
      only === status &&
      Object.entries(header).every(([name, value]) => value.test(headerText(headers[name]))) &&
      (!mark || mark.test(text)),
  );
  // A word such as «wordfence» in a regular page is not a block.
  return known && (status >= 400 || !/^\s*[[{]/.test(text)) ? known : undefined;
}

/** Names the product that blocked a request, to append to a message. */
export const blockedBy = (blocker: { readonly name: string } | undefined): string =>
  blocker ? `; this is ${blocker.name}` : '';

const Host = z.strictObject({ name: z.string(), advice: z.string(), headers: z.record(z.string(), pattern) });
const HOSTS = readWords('hosts', z.array(Host));

/** Identifies a host that answers `/.well-known/` itself (`words/hosts.yaml`) by a header of a response. */
export const hostOf = (
  ...responses: readonly Answer['headers'][]
): Pick<z.output<typeof Host>, 'name' | 'advice'> | undefined =>
  HOSTS.find(({ headers: marks }) =>
    Object.entries(marks).some(([name, value]) => responses.some((headers) => value.test(headerText(headers[name])))),
  );

const MADE_BY = BUILDERS.map(({ name, classes = '' }) => ({ name, marks: classMatcher(classes) }));

/** Identifies the page builder of a text; `raw` if its shortcodes are unrendered. */
export function builderOf(html: string): { readonly name: string; readonly raw: boolean } | undefined {
  const unrendered = unrenderedBuilder(html);
  if (unrendered) return { name: unrendered.name, raw: true };
  const attributes = [...html.matchAll(/\sclass\s*=\s*["']?([^"'>]+)/gi)].map(([, value]) => value);
  const classes = classNames(attributes.join(' '));
  const found = MADE_BY.find(({ marks }) => marks(classes) !== undefined);
  return found && { name: found.name, raw: false };
}

const TRANSLATORS: readonly (readonly [name: string, namespace: RegExp])[] = [
  ['WPML', /^wpml\//],
  ['Polylang', /^pll\//],
  ['TranslatePress', /^trp\//],
  ['Weglot', /^weglot\//],
];

/** Returns the translation plugin and the languages that a front page offers. */
export function languagesOffered(namespaces: readonly unknown[], html: string) {
  const plugin = TRANSLATORS.find(([, namespace]) => namespaces.some((one) => namespace.test(String(one))))?.[0];
  const tags = [...html.matchAll(/<link\s[^>]*hreflang\s*=\s*["']([a-z]{2,3}(?:-[a-z0-9]+)*)["'][^>]*>/gi)];
  const languages = [...new Set(tags.map(([, tag]) => tag?.toLowerCase() ?? ''))];
  return { plugin, languages };
}

/** Returns the lead of a site's clock over this machine in seconds, from the `Date` and `Age` headers (RFC 9110, RFC 9111). */
export function clockSkew(headers: Answer['headers'], now: Date): number | undefined {
  const date = Date.parse(headerText(headers['date']));
  if (Number.isNaN(date)) return undefined;
  return Math.round((date - now.getTime()) / 1000 + (Number(headerText(headers['age'])) || 0));
}
