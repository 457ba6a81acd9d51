import { languageInPlaceOf } from '../../db/search/text/languages/text-language.ts';
import { fieldAt } from '../../shared/fields.ts';
import { counted } from '../../shared/printable.ts';
import { primaryLanguage } from '../../shared/languages.ts';
import { wholeTextsOf } from '../run/visible/html-elements.ts';
import { UNSHOWN, withoutBetween } from '../run/visible/text-comparison.ts';
import { isFirewall, type WordPressError } from '../wordpress/errors.ts';
import { createDisallowed } from '../wordpress/robots-txt.ts';
import type { WordPressPage } from '../wordpress/rows.ts';
import { decodeEntities } from '../wordpress/text.ts';
import type { VisitorSnapshot } from '../wordpress/visitor.ts';
import { SEE_PAGES } from '../service/report/next-steps.ts';
import { found, type Finding } from './finding.ts';
import { builderOf, languagesOffered } from './site-marks.ts';

/** Judges a sample of full pages: page builder, unrendered or empty content, noindex. */
export function judgePages(pages: readonly WordPressPage[]): Finding[] {
  if (pages.length === 0) return [];
  const texts = pages.filter(({ protected: hidden }) => !hidden);
  const builders = new Map<string, number>();
  for (const { content } of texts) {
    const builder = builderOf(content);
    if (builder) builders.set(builder.name, (builders.get(builder.name) ?? 0) + 1);
  }
  if (texts.length === 0) return [found('site.builder', 'hidden', { count: pages.length })];
  const count = texts.length;
  const list = [...builders].map(([name, made]) => `${name} (${made})`).join(', ') || 'the classic editor';
  const findings: Finding[] = [found('site.builder', 'made', { count, list })];
  const raw = texts.filter(({ content }) => builderOf(content)?.raw === true);
  const empty = texts.filter(({ content }) => content.trim() === '');
  if (raw.length + empty.length > 0) {
    const counts = [
      raw.length > 0 && `${raw.length} with unrendered shortcodes`,
      empty.length > 0 && `${empty.length} without a text`,
    ];
    const values = { count, counts: counts.filter(Boolean).join(' and '), links: linksOf([...raw, ...empty]) };
    findings.push(found('site.content', 'empty', values));
  }
  const noindex = pages.filter((page) => page.noindex);
  if (noindex.length > 0)
    findings.push(found('site.noindex', 'marked', { count: noindex.length, links: linksOf(noindex) }));
  return findings;
}

/** Returns the errors of sample pages that a firewall blocks. */
export const blockedIn = (snapshots: readonly VisitorSnapshot[]): readonly WordPressError[] =>
  snapshots.flatMap((one) => (one.kind === 'unknown' && isFirewall(one.error) ? [one.error] : []));

/** Reports that a firewall blocks visitor requests of sync to a sample of pages, with its name if known. */
export function judgeVisits(snapshots: readonly VisitorSnapshot[], firewall: string | undefined): Finding[] {
  const blocked = blockedIn(snapshots);
  const [first] = blocked;
  if (!first) return [];
  const named = firewall === undefined ? '' : ` (${firewall})`;
  const values = { firewall: named, blocked: blocked.length, all: snapshots.length, fault: first.message };
  return [found('site.firewall', 'blocks', values, { advice: SEE_PAGES })];
}

/** Reports password-protected pages, and a front page with `noindex`. */
export function judgeHidden(rows: readonly unknown[], siteAsksNotToBeIndexed: boolean): Finding[] {
  const hidden = rows.filter((row) => fieldAt(row, 'content', 'protected') === true);
  return [
    ...(hidden.length > 0 ? [found('site.password', 'hidden', { hidden: hidden.length, all: rows.length })] : []),
    ...(siteAsksNotToBeIndexed ? [found('site.noindex_all', 'marked')] : []),
  ];
}

/** Reports published pages that robots.txt disallows for all crawlers. Visitors see them, so sync publishes them. */
export function judgeRobotsTxt(rows: readonly unknown[], home: string, robots: string): Finding[] {
  const isDisallowed = createDisallowed(robots);
  if (isDisallowed(`${home}/`)) return [found('site.robots_txt', 'whole')];
  const links = rows.flatMap((row) => {
    const link = fieldAt(row, 'link');
    return typeof link === 'string' && URL.canParse(link) && isDisallowed(link) ? [link] : [];
  });
  if (links.length === 0) return [];
  const pages = counted(links.length, 'published page');
  return [found('site.robots_txt', 'pages', { pages, links: firstOf(links) })];
}

type SiteLanguages = {
  // Language that WordPress declares.
  readonly own: string;
  // Language in site.yaml.
  readonly wanted: string | undefined;
  readonly pages: readonly WordPressPage[];
};

/** Reports the languages of a site and its main language. */
export function judgeLanguages(
  namespaces: readonly string[],
  html: string,
  { own, wanted, pages }: SiteLanguages,
): Finding {
  const { plugin, languages } = languagesOffered(namespaces, html);
  if (plugin === undefined && languages.length < 2) return judgeOneLanguage({ own, wanted, pages });
  const offered = `${plugin ?? 'The site'} offers ${languages.join(', ') || 'several languages'}`;
  return found('site.languages', wanted === undefined ? 'undecided' : 'several', { offered, main: wanted ?? own });
}

function judgeOneLanguage({ own, wanted, pages }: SiteLanguages): Finding {
  if (wanted !== undefined) return found('site.languages', 'single', { main: wanted });
  const written = languageInPlaceOf(
    primaryLanguage(own),
    pages.map(({ content }) => textOf(content)),
  );
  if (written === undefined) return found('site.languages', 'single', { main: own });
  const name = String(new Intl.DisplayNames('en', { type: 'language' }).of(written));
  return found('site.languages', 'written', { name, own, primary: primaryLanguage(own) });
}

// Text of HTML without shortcodes.
const textOf = (html: string): string =>
  decodeEntities(wholeTextsOf(withoutBetween(html, '[', ']'), UNSHOWN).join(' '));

const linksOf = (pages: readonly WordPressPage[]): string => firstOf(pages.map(({ link }) => link));

const firstOf = (links: readonly string[]): string => links.slice(0, 3).join(', ');
