import { existsSync } from 'node:fs';
import { createMirror, openMirrorDatabase } from '../../../db/mirror/mirror.ts';
import { dataPaths, type Settings } from '../../../shared/settings.ts';
import { found, type Finding, type Section } from '../finding.ts';
import { compare, type Difference } from './differences.ts';
import { openRenderer } from './renderer.ts';

// Rendered pages, spread over the site.
const SAMPLE = 12;
const MOST_LISTED = 5;

type Published = { readonly url: string; readonly markdown: string };

/** Compares a sample of published pages with their display in Chromium. Requires playwright-core and a Chromium. */
export async function examineWithBrowser(settings: Settings, signal: AbortSignal): Promise<Section[]> {
  const pages = publishedPages(settings);
  const title = `Published pages in Chromium: ${pages.length} of the site`;
  if (pages.length === 0) return [{ title, findings: [found('browser', 'unpublished')] }];
  await using renderer = await openRenderer();
  if (!renderer) return [{ title, findings: [found('browser', 'missing')] }];
  const findings: Finding[] = [];
  for (const { url, markdown } of pages) {
    if (signal.aborted) break;
    try {
      const { html, shown } = await renderer.render(url);
      findings.push(...judgePage(url, compare(html, url, shown, markdown).differences));
    } catch (error) {
      findings.push(found('browser.page', 'unrendered', { url, fault: String(error).split('\n')[0] ?? '' }));
    }
  }
  return [{ title, findings }];
}

/** Formats the differences of a page as findings for its owner. */
export function judgePage(url: string, differences: readonly Difference[]): Finding[] {
  if (differences.length === 0) return [found('browser.page', 'equal', { url })];
  return differences.slice(0, MOST_LISTED).map(({ kind, text, isContact }) => {
    const excerpt = `“${text.replaceAll(/\s+/g, ' ').slice(0, 100)}”`;
    if (kind === 'kept') return found('browser.hidden', 'kept', { url, excerpt });
    return found(isContact ? 'browser.contact' : 'browser.lost', 'lost', { url, excerpt });
  });
}

function publishedPages(settings: Settings): readonly Published[] {
  const file = dataPaths(settings).mirror;
  if (!existsSync(file)) return [];
  using db = openMirrorDatabase(file);
  const all = [...createMirror(db).publishable()].map(({ url, markdown }) => ({ url, markdown }));
  const step = Math.max(1, Math.floor(all.length / SAMPLE));
  return all.filter((_, index) => index % step === 0).slice(0, SAMPLE);
}
