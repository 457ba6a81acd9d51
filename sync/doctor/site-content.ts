import { languageInPlaceOf } from '../../db/search/text/languages/text-language.ts';
import { counted } from '../../shared/printable.ts';
import { primaryLanguage } from '../../shared/languages.ts';
import { UNSHOWN, wholeTextsOf, withoutBetween } from '../run/visible/text-comparison.ts';
import { isFirewall, type WordPressError } from '../wordpress/errors.ts';
import { createDisallowed } from '../wordpress/robots-txt.ts';
import type { WordPressPage } from '../wordpress/rows.ts';
import { decodeEntities } from '../wordpress/text.ts';
import type { View } from '../wordpress/visitor.ts';
import { SEE_PAGES } from '../service/report/next-steps.ts';
import { note, ok, problem, type Finding } from './finding.ts';
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
  if (texts.length === 0) {
    return [
      ok('site.builder', `All of ${pages.length} sample pages are password-protected: their page builder is unknown`),
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
    findings.push(note('site.content', message, 'sync reads their HTML instead; compare read_page with the page'));
  }
  const noindex = pages.filter((page) => page.noindex);
  if (noindex.length > 0) {
    findings.push(
      note('site.noindex', `${noindex.length} sample pages are marked noindex and stay out: ${linksOf(noindex)}`),
    );
  }
  return findings;
}

/** Returns the errors of sample pages that a firewall blocks. */
export const keptFromSync = (views: readonly View[]): readonly WordPressError[] =>
  views.flatMap((view) => (view.kind === 'unknown' && isFirewall(view.error) ? [view.error] : []));

/** Reports that a firewall blocks visitor requests of sync to a sample of pages, with its name if known. */
export function judgeVisits(views: readonly View[], firewall: string | undefined): Finding[] {
  const blocked = keptFromSync(views);
  const [first] = blocked;
  if (!first) return [];
  const what = `A firewall${firewall === undefined ? '' : ` (${firewall})`} blocks ${blocked.length} of ${views.length} sample pages, but not the REST API: ${first.message}`;
  const fate =
    'pages that sync never fetched as a visitor are not published, and published pages are removed after UNSEEN_HOURS';
  return [problem('site.firewall', `${what}; ${fate}`, SEE_PAGES)];
}

/** Reports password-protected pages, and a front page with `noindex`. */
export function judgeHidden(rows: readonly unknown[], siteAsksNotToBeIndexed: boolean): Finding[] {
  const hidden = rows.filter((row) => {
    const content = typeof row === 'object' && row !== null ? Reflect.get(row, 'content') : undefined;
    return typeof content === 'object' && content !== null && Reflect.get(content, 'protected') === true;
  });
  const findings: Finding[] = [];
  if (hidden.length > 0) {
    findings.push(
      ok('site.password', `${hidden.length} of the first ${rows.length} pages are password-protected and stay out`),
    );
  }
  if (siteAsksNotToBeIndexed) {
    const advice = 'if the site is public: Settings > Reading > «Discourage search engines» off';
    findings.push(note('site.noindex_all', 'The front page is marked noindex', advice));
  }
  return findings;
}

/** Reports published pages that robots.txt disallows for all crawlers. Visitors see them, so sync publishes them. */
export function judgeRobotsTxt(rows: readonly unknown[], home: string, robots: string): Finding[] {
  const isDisallowed = createDisallowed(robots);
  const check = 'site.robots_txt';
  if (isDisallowed(`${home}/`)) return [note(check, 'robots.txt disallows the whole site for all crawlers')];
  const links = rows.flatMap((row) => {
    const link: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'link') : undefined;
    return typeof link === 'string' && URL.canParse(link) && isDisallowed(link) ? [link] : [];
  });
  if (links.length === 0) return [];
  const what = `robots.txt disallows ${counted(links.length, 'published page')} for all crawlers: ${firstOf(links)}`;
  return [note(check, what, 'to hide pages from agents too, list them under exclude in site.yaml')];
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
  const what = `${offered}; pages in all of them are indexed, and ${wanted ?? own} is the main language`;
  if (wanted !== undefined) return ok('site.languages', what);
  const advice = 'if the main language is different, set `language: xx` in site.yaml; `exclude` omits pages (`/en/*`)';
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
    `The texts are in ${name}, but WordPress declares ${own}: search and documents use ${name}`,
    `if that is wrong, add to site.yaml: language: ${primaryLanguage(own)}\nIn WordPress: Settings > General > Site Language`,
  );
}

// Text of HTML without shortcodes.
const textOf = (html: string): string =>
  decodeEntities(wholeTextsOf(withoutBetween(html, '[', ']'), UNSHOWN).join(' '));

const linksOf = (pages: readonly WordPressPage[]): string => firstOf(pages.map(({ link }) => link));

const firstOf = (links: readonly string[]): string => links.slice(0, 3).join(', ');
