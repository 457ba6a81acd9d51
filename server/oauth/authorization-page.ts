import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fill } from '../../shared/fill.ts';
import { POLICIES } from '../access/limits.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { documentLanguage, textsOf } from '../texts/texts.ts';

const STYLE = ['../../shared/palette.css', 'authorization.css']
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join('');

/** Source expression of the only style sheet of the pages (CSP Level 3, hash sources). */
export const PAGE_STYLE_SOURCE = `'sha256-${hash('sha256', STYLE, 'base64')}'`;

type Site = { readonly name: string; readonly language: string } | undefined;

/** Renders the consent page: the permissions of the client, and a form that repeats the request. */
export function consentPage(facts: {
  readonly site: Site;
  readonly siteUrl: string;
  readonly action: string;
  /** The name that the client gave itself. */
  readonly client: string | null;
  /** Host or scheme of the redirect URI. */
  readonly host: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}): string {
  const texts = textsOf(facts.site).authorization;
  const name = siteName(facts.site, facts.siteUrl);
  const client = facts.client ?? facts.host;
  const points = texts.gets.map(
    (point) => `<li>${escapeHtml(fill(point, { site: name, limit: POLICIES.identificado.limit }))}</li>`,
  );
  const inputs = facts.fields.map(
    ([field, value]) => `<input type="hidden" name="${escapeHtml(field)}" value="${attribute(value)}">`,
  );
  return page(facts.site, fill(texts.title, { site: name }), [
    `<h1>${escapeHtml(fill(texts.heading, { client, site: name }))}</h1>`,
    `<p>${escapeHtml(texts.lead)}</p>`,
    `<ul>${points.join('')}</ul>`,
    `<p>${escapeHtml(texts.nothing)}</p>`,
    `<form method="post" action="${escapeHtml(facts.action)}">`,
    ...inputs,
    `<button type="submit">${escapeHtml(texts.button)}</button>`,
    '</form>',
    `<p class="note">${escapeHtml(fill(texts.returns, { host: facts.host }))}</p>`,
  ]);
}

/** Renders the error of a request that must not be redirected to a client. */
export function faultPage(facts: { readonly site: Site; readonly siteUrl: string; readonly detail: string }): string {
  const texts = textsOf(facts.site).authorization;
  return page(facts.site, fill(texts.title, { site: siteName(facts.site, facts.siteUrl) }), [
    `<h1>${escapeHtml(texts.fault.heading)}</h1>`,
    `<p>${escapeHtml(texts.fault.lead)}</p>`,
    `<p class="note" lang="en">${escapeHtml(facts.detail)}</p>`,
  ]);
}

function page(site: Site, title: string, body: readonly string[]): string {
  return [
    `<!doctype html>\n<html lang="${documentLanguage(site?.language)}">\n<head>\n<meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${STYLE}</style>\n</head>\n<body>\n<main>`,
    ...body,
    '</main>\n</body>\n</html>\n',
  ].join('\n');
}

const siteName = (site: Site, siteUrl: string): string => site?.name ?? new URL(siteUrl).host;

// Escapes line breaks too, so that the value returns unchanged.
function attribute(value: string): string {
  return value.replaceAll(/[&<>"'\r\n]/g, (sign) => `&#${sign.codePointAt(0)};`);
}
