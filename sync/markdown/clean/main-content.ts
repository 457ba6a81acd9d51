import { attribute, elementsBelow, textOf } from '../parse/html.ts';
import type { HtmlElement, HtmlParent } from '../parse/tree.ts';

/** Where themes and builders put what a page is about; the first that holds enough of the text is taken. */
const MAIN: readonly ((element: HtmlElement) => boolean)[] = [
  (element) =>
    /(?:^|\s)(?:entry-content|post-content|page-content|wp-block-post-content|et_builder_inner_content)(?:\s|$)/.test(
      attribute(element, 'class'),
    ),
  (element) => /^(?:wp-(?:page|post)|single(?:-page|-post)?)$/.test(attribute(element, 'data-elementor-type')),
  (element) =>
    /(?:^|\s)(?:wpb-content-wrapper|fl-builder-content-primary|fl-post-content|brz-root__container|panel-layout)(?:\s|$)/.test(
      attribute(element, 'class'),
    ),
  (element) => element.name === 'main' || attribute(element, 'role') === 'main',
  (element) => element.name === 'article',
  (element) => /^(?:content|main|main-content|inner_content|primary|page)$/.test(attribute(element, 'id')),
  (element) =>
    /(?:^|\s)(?:the-content|post_content|content|content-area|site-content|main-content)(?:\s|$)/.test(
      attribute(element, 'class'),
    ),
];
const MOST = 0.5;
/** So much text in a place that is made for it is the content, whatever else stands on the page. */
const ENOUGH = 400;

/** The part of a cleaned page that is its content. */
export function mainContent(body: HtmlParent): HtmlParent {
  const total = lengthOf(body);
  for (const isMain of MAIN) {
    let best: { element: HtmlElement; length: number } | undefined;
    for (const element of elementsBelow(body, isMain)) {
      if (!isMain(element)) continue;
      const length = lengthOf(element);
      if (length > (best?.length ?? 0)) best = { element, length };
    }
    if (best && (best.length >= MOST * total || best.length >= ENOUGH)) return best.element;
  }
  return body;
}

function lengthOf(root: HtmlParent): number {
  return textOf(root).replace(/\s+/g, '').length;
}
