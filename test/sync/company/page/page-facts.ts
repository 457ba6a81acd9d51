import { decide } from '../../../../sync/company/decide.ts';
import type { ContactField } from '../../../../sync/company/evidence.ts';
import { collectEvidence } from '../../../../sync/company/page/page-evidence.ts';
import type { SampledPage } from '../../../../sync/company/page/parsed-page.ts';
import { readPage } from '../../../../sync/markdown/parse/page.ts';

export const SITE = { home: 'https://casa.es', language: 'es', hosts: ['casa.es'] };

/** A page of that site with this body; its address says what it is. */
export const page = (html: string, role: SampledPage['role'] = 'front'): SampledPage => ({
  url: role === 'front' ? 'https://casa.es/' : `https://casa.es/${role}/`,
  role,
  page: readPage(`<html lang="es"><body>${html}</body></html>`),
});

/** What pages of the site tell of a field, and what is in doubt. */
export function decided(field: ContactField, ...pages: readonly SampledPage[]) {
  const { pages: evidence, own } = collectEvidence(pages, SITE);
  return decide(field, evidence, own);
}

export const valueOf = (field: ContactField, ...pages: readonly SampledPage[]) => decided(field, ...pages).fact?.value;
