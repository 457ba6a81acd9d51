/** Rules of style sheets within shadow trees (CSS Scoping 1, 3): they are about these, their hosts and what stands in their slots. */
import { IN_SHADOW, SHADOW_HOST } from '../../parse/shadow-trees.ts';
import type { HtmlElement } from '../../parse/tree.ts';

/** Where a rule stands, and what it is about. */
export type Shadow = {
  readonly tree: string;
  /** It is about the host of the tree, or about what is slotted: of these, the page has the last word. */
  readonly isOutward: boolean;
};

const OF_HOST = /:host(?![\w-])(?:\(([^()]*)\))?/g;
const OF_SLOTTED = /(?<=([\w\])-])?)::slotted(?=\()/g;

/** A selector of a shadow tree as one of the page. */
export function selectorIn(tree: string, selector: string): { readonly selector: string; readonly shadow: Shadow } {
  const outer = selector
    .replaceAll(
      OF_HOST,
      (_, argument?: string) => `[${SHADOW_HOST.replace('/', '\\/')}="${tree}"]${argument ? `:is(${argument})` : ''}`,
    )
    .replaceAll(OF_SLOTTED, (_, slot?: string) => `${slot === undefined ? 'slot' : ''} > :is`);
  return { selector: outer, shadow: { tree, isOutward: outer !== selector } };
}

/** True for a rule that may be about an element, by the trees in which both stand. */
export function reaches(shadow: Shadow | undefined, { attribs, parent }: HtmlElement): boolean {
  if (attribs[IN_SHADOW] === shadow?.tree) return true;
  if (!shadow?.isOutward) return false;
  const isSlotted = parent?.name === 'slot' && parent.attribs[IN_SHADOW] === shadow.tree;
  return attribs[SHADOW_HOST] === shadow.tree || isSlotted;
}
