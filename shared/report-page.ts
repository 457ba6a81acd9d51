import { readFileSync } from 'node:fs';
import { escapeHtml } from './escape-html.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

// Style sheet of HTML reports that need no network.
const STYLE = read('palette.css') + read('report-page.css');

type Page = {
  // BCP 47 tag of the texts.
  readonly language: string;
  readonly title: string;
  readonly about: string;
  // HTML after the heading.
  readonly body: readonly string[];
};

/** Renders an HTML report without scripts or further requests, in light and dark mode. */
export function reportPage({ language, title, about, body }: Page): string {
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>`,
    `<header><h1>${escapeHtml(title)}</h1><p>${escapeHtml(about)}</p></header>`,
    ...body,
    '</body></html>\n',
  ].join('\n');
}

type Section = { readonly id: string; readonly title: string; readonly about: string };

/** Renders a section of a report with its HTML content. */
export const reportSection = ({ id, title, about }: Section, ...content: readonly string[]): string =>
  `<section><h2 id="${id}">${escapeHtml(title)}</h2><p>${escapeHtml(about)}</p>${content.join('')}</section>`;

/** Renders wide content of the section with this id, which scrolls sideways on a small screen. */
export const scrolled = (id: string, content: string): string =>
  `<div class="scroll" role="group" aria-labelledby="${id}" tabindex="0">${content}</div>`;

/** Renders the table of the section with this id, from cells in HTML. */
export function reportTable(id: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => `<tr>${cells.join('')}</tr>`);
  const head = `<thead><tr>${heads.join('')}</tr></thead>`;
  return scrolled(id, `<table>${head}\n<tbody>${lines.join('\n')}</tbody></table>`);
}
