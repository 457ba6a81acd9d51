import { languageInPlaceOf } from '../../db/search/text/languages/text-language.ts';
import { counted } from '../../shared/printable.ts';
import { primaryLanguage } from '../../shared/languages.ts';
import { UNSHOWN, wholeTextsOf, withoutBetween } from '../run/visible/text-comparison.ts';
import { isFirewall, type WordPressError } from '../wordpress/errors.ts';
import { createDisallowed } from '../wordpress/robots-txt.ts';
import type { WordPressPage } from '../wordpress/rows.ts';
import { decodeEntities } from '../wordpress/text.ts';
import type { View } from '../wordpress/visitor.ts';
import { SEE_PAGES } from '../report/next-steps.ts';
import { note, ok, problem, type Finding } from './finding.ts';
import { builderOf, languagesOffered } from './site-marks.ts';

/** Judges a sample of whole pages: page builder, unrendered or empty content, noindex. */
export function judgePages(pages: readonly WordPressPage[]): Finding[] {
  if (pages.length === 0) return [];
  const texts = pages.filter(({ protected: hidden }) => !hidden);
  const builders = new Map<string, number>();
  for (const { content } of texts) {
    const builder = builderOf(content);
    if (builder) builders.set(builder.name, (builders.get(builder.name) ?? 0) + 1);
  }
  if (texts.length === 0) {
    return [
      ok('site.builder', `All of ${pages.length} sample pages are behind a password: what made them is not seen`),
    ];
  }
  const list = [...builders].map(([name, count]) => `${name} (${count})`).join(', ');
  const findings = [ok('site.builder', `Of ${texts.length} sample pages, made with: ${list || 'the classic editor'}`)];
  const raw = texts.filter(({ content }) => builderOf(content)?.raw === true);
  const empty = texts.filter(({ content }) => content.trim() === '');
  if (raw.length + empty.length > 0) {
    const counts = [
      raw.length > 0 && `${raw.length} with unrendered shortcodes`,
      empty.length > 0 && `${empty.length} without a text`,
    ];
    const what = counts.filter(Boolean).join(' and ');
    const message = `Of ${texts.length} sample pages the REST API has ${what}: ${linksOf([...raw, ...empty])}`;
    findings.push(
      note('site.content', message, 'sync reads their HTML instead; compare what read_page gives with the page'),
    );
  }
  const noindex = pages.filter((page) => page.noindex);
  if (noindex.length > 0) {
    findings.push(
      note('site.noindex', `${noindex.length} sample pages ask not to be indexed and stay out: ${linksOf(noindex)}`),
    );
  }
  return findings;
}

/** The errors of sample pages that a firewall keeps from sync. */
export const keptFromSync = (views: readonly View[]): readonly WordPressError[] =>
  views.flatMap((view) => (view.kind === 'unknown' && isFirewall(view.error) ? [view.error] : []));

/** Reports that a firewall, of this name if it is known, keeps sync from a sample of pages as visitors see them. */
export function judgeVisits(views: readonly View[], firewall: string | undefined): Finding[] {
  const kept = keptFromSync(views);
  const [first] = kept;
  if (!first) return [];
  const what = `A firewall${firewall === undefined ? '' : ` (${firewall})`} keeps ${kept.length} of ${views.length} sample pages from sync, and not the REST API: ${first.message}`;
  const fate = 'a page that sync never saw as a visitor is not published, and published pages leave after UNSEEN_HOURS';
  return [problem('site.firewall', `${what}; ${fate}`, SEE_PAGES)];
}

/** Finds pages behind a password, and a front page that asks not to be indexed. */
export function judgeHidden(rows: readonly unknown[], siteAsksNotToBeIndexed: boolean): Finding[] {
  const hidden = rows.filter((row) => {
    const content = typeof row === 'object' && row !== null ? Reflect.get(row, 'content') : undefined;
    return typeof content === 'object' && content !== null && Reflect.get(content, 'protected') === true;
  });
  const findings: Finding[] = [];
  if (hidden.length > 0) {
    findings.push(
      ok('site.password', `${hidden.length} of the first ${rows.length} pages are behind a password and stay out`),
    );
  }
  if (siteAsksNotToBeIndexed) {
    const advice = 'if the site is public: Settings > Reading > «Discourage search engines» off';
    findings.push(note('site.noindex_all', 'The front page asks search engines to leave it out', advice));
  }
  return findings;
}

/** Finds published pages that robots.txt asks all crawlers to leave alone: it hides nothing from visitors, and sync publishes them. */
export function judgeRobotsTxt(rows: readonly unknown[], home: string, robots: string): Finding[] {
  const isDisallowed = createDisallowed(robots);
  const check = 'site.robots_txt';
  if (isDisallowed(`${home}/`)) return [note(check, 'robots.txt asks all crawlers to leave the whole site alone')];
  const links = rows.flatMap((row) => {
    const link: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'link') : undefined;
    return typeof link === 'string' && URL.canParse(link) && isDisallowed(link) ? [link] : [];
  });
  if (links.length === 0) return [];
  const what = `robots.txt asks all crawlers to leave ${counted(links.length, 'published page')} alone: ${firstOf(links)}`;
  return [note(check, what, 'name those under exclude in site.yaml that are not for agents either')];
}

type SiteLanguages = {
  /** The language that the site says it is in. */
  readonly own: string;
  /** The language that site.yaml names. */
  readonly wanted: string | undefined;
  /** A sample of its pages. */
  readonly pages: readonly WordPressPage[];
};

/** Tells the languages of a site, and which of them is the main one. */
export function judgeLanguages(
  namespaces: readonly string[],
  html: string,
  { own, wanted, pages }: SiteLanguages,
): Finding {
  const { plugin, languages } = languagesOffered(namespaces, html);
  if (plugin === undefined && languages.length < 2) return judgeOneLanguage({ own, wanted, pages });
  const offered = `${plugin ?? 'The site'} offers ${languages.join(', ') || 'several languages'}`;
  const what = `${offered}; pages in all of them are indexed, and ${wanted ?? own} is the main language`;
  if (wanted !== undefined) return ok('site.languages', what);
  const advice =
    'if another one is the main language, say `language: xx` in site.yaml; `exclude` keeps pages out (`/en/*`)';
  return note('site.languages', what, advice);
}

function judgeOneLanguage({ own, wanted, pages }: SiteLanguages): Finding {
  if (wanted !== undefined) return ok('site.languages', `One language: ${wanted}`);
  const written = languageInPlaceOf(
    primaryLanguage(own),
    pages.map(({ content }) => textOf(content)),
  );
  if (written === undefined) return ok('site.languages', `One language: ${own}`);
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(written);
  return note(
    'site.languages',
    `The texts are in ${name}, and WordPress names ${own}: words are searched and documents written in ${name}`,
    `if that is wrong, put this into site.yaml: language: ${primaryLanguage(own)}\nWordPress has it under Settings > General > Site Language`,
  );
}

/** The text of HTML, without shortcodes. */
const textOf = (html: string): string =>
  decodeEntities(wholeTextsOf(withoutBetween(html, '[', ']'), UNSHOWN).join(' '));

const linksOf = (pages: readonly WordPressPage[]): string => firstOf(pages.map(({ link }) => link));

const firstOf = (links: readonly string[]): string => links.slice(0, 3).join(', ');
