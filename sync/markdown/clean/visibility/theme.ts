/** The theme around a text of the REST API: style sheets, scripts and elements of the page that it is shown in. */
import { HTML } from '../../parse/element-kinds.ts';
import { element, type HtmlElement } from '../../parse/tree.ts';

type ThemeSheet = { readonly css: string; readonly media: string };

export type Theme = {
  /** In the order in which the page has them. */
  readonly sheets: readonly ThemeSheet[];
  /** Scripts of the page; without them nothing is hidden for certain. */
  readonly script: string | undefined;
  /** Elements around the text, outermost first. */
  readonly around: readonly { readonly name: string; readonly id: string; readonly classes: string }[];
};

/** The elements around a text as a chain of parents, outermost first. */
export function chainOf({ around }: Theme): readonly HtmlElement[] {
  const chain: HtmlElement[] = [];
  for (const { name, id, classes } of around) {
    const one = element(name, HTML, { ...(id && { id }), ...(classes && { class: classes }) });
    one.parent = chain.at(-1) ?? null;
    chain.push(one);
  }
  return chain;
}
