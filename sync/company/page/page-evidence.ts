import { attribute, textOf } from '../../markdown/parse/html.ts';
import { contact, schemaEvidence } from '../contact/contacts.ts';
import type { Evidence, PageEvidence, SiteEvidence } from '../evidence.ts';
import { linkEvidence, textEvidence } from './line-evidence.ts';
import { createJudge } from './others.ts';
import { legalFacts, operatorLines } from './legal-facts.ts';
import { mainMenu } from './menu.ts';
import { parsePage, type ParsedPage, type SampledPage } from './parsed-page.ts';
import { pricesIn, taxIn } from './prices.ts';
import { titleGroups } from './title-groups.ts';
import { contextOf, type Context, type SiteSigns } from './site-context.ts';
import { organisationsIn } from '../structured-data.ts';
import { widgetContacts } from './widgets.ts';

const MOST_EVIDENCE = 400;

export function collectEvidence(pages: readonly SampledPage[], site: SiteSigns): SiteEvidence {
  const parsed = pages.map(parsePage);
  const context = contextOf(parsed, site);
  const { countries, countryIsCertain, own } = context;
  return { countries, countryIsCertain, own, pages: parsed.map((page) => evidenceOf(page, context)) };
}

function evidenceOf(page: ParsedPage, context: Context): PageEvidence {
  const { url, role, lines, elements } = page;
  const organisations = organisationsIn(page.documents, context.language);
  const judge = createJudge(page, context.names);
  const found = [
    ...organisations.flatMap((organisation, index) => schemaEvidence(organisation, index, context)),
    ...widgetContacts(elements).flatMap(({ kind, value }) =>
      contact(kind, value, { place: 'widget', how: 'widget' }, context),
    ),
    ...lines.flatMap((line, at) => linkEvidence(line, lines[at - 1], context, judge)),
    ...textEvidence(lines, context, judge, role === 'legal' ? operatorLines(lines, context.names) : new Set()),
  ];
  const evidence = [...legalFacts(lines, role, context), ...(role === 'privacy' ? [] : found)];
  const general = role === 'front' || role === 'services' || role === 'prices';
  const shown = lines.some(({ part, text }) => part === 'main' && FILLER.test(text)) ? [] : lines;
  return {
    url,
    role,
    evidence: distinct(evidence).slice(0, MOST_EVIDENCE),
    organisations,
    menu: role === 'front' ? mainMenu(elements, url) : [],
    groups: role === 'legal' || role === 'privacy' ? [] : titleGroups(shown, page),
    ...(role === 'front' && { description: descriptionOf(page) }),
    prices: general ? pricesIn(lines) : [],
    tax: general ? taxIn(lines) : [],
  };
}

const LONGEST_DESCRIPTION = 1_000;

// Returns the title, the description and the main heading of a page.
function descriptionOf({ elements, lines }: ParsedPage): string {
  return [
    ...elements.filter(({ name }) => name === 'title').map(textOf),
    ...elements
      .filter((element) => (attribute(element, 'name') || attribute(element, 'property')).endsWith('description'))
      .map((element) => attribute(element, 'content')),
    ...lines.filter(({ heading }) => heading === 1).map(({ text }) => text),
  ]
    .map((text) => text.slice(0, LONGEST_DESCRIPTION))
    .join('\n')
    .slice(0, LONGEST_DESCRIPTION * 2);
}

// Default text of a theme: titles beside it are also placeholders.
const FILLER = /lorem ipsum/i;

// Fields that identify the evidence of a page.
const IDENTITY = ['field', 'key', 'place', 'how', 'value', 'others', 'office', 'labelled'];

const distinct = (evidence: readonly Evidence[]): Evidence[] => [
  ...new Map(evidence.map((item) => [JSON.stringify(item, IDENTITY), item])).values(),
];
