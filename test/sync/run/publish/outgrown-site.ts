import assert from 'node:assert/strict';
import type { Pointer } from '../../../../db/index/generations.ts';
import type { Page } from '../../../../shared/page.ts';
import { page } from '../../../helpers/sample-index.ts';
import { publishedSite } from './published-site.ts';

/** Pages of the site. */
export const COUNT = 600;
/** Of so many changed pages on, the whole index is due. */
export const DUE = 13;

export const pageAt = (id: number, text = `Texto de la página ${id} sobre grifos.`): Page =>
  page(id, `/p${id}`, `Página ${id}`, text, { modified: '2026-03-01T09:30:00Z' });

/** The first pages, with other texts. */
export const edited = (count: number, text = 'Otro texto'): readonly Page[] =>
  Array.from({ length: count }, (_, at) => pageAt(at + 1, `${text} ${at} sobre muchos grifos.`));

/** A site that was published, and then edited so much that the whole index is due; the edit is published. */
export async function outgrownSite(pages = edited(DUE)) {
  const site = await publishedSite();
  site.write(Array.from({ length: COUNT }, (_, at) => pageAt(at + 1)));
  await site.publish();
  site.write(pages);
  const delta = await site.publish();
  assert.ok(delta);
  return { ...site, delta };
}

/** The numbers of a generation and of its base. */
export const partsOf = (pointer: Pointer | undefined): readonly (number | undefined)[] => [
  pointer?.generation,
  pointer?.base?.generation,
];
