import { isElement, isText, textOf, type HtmlElement, type HtmlParent } from '../html.ts';
import { cleanText, hasSmuggling } from './characters.ts';
import { isHiddenFromAll } from './hidden.ts';
import { isNoise } from './noise.ts';
import { removeShortcodes } from './shortcodes.ts';

/** Takes out of a tree what is not content; returns what was hidden from everybody, in sentences. */
export function clean(root: HtmlParent, source: 'rest' | 'page'): string[] {
  removeShortcodes(root);
  const notes: string[] = [];
  const stack: { readonly parent: HtmlParent; readonly near: string }[] = [{ parent: root, near: '' }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { parent, near } = next;
    parent.children = parent.children.filter((child) => {
      if (isText(child)) {
        if (hasSmuggling(child.data))
          notes.push(`Removed characters that reorder or hide text near “${excerpt(child.data)}”.`);
        child.data = cleanText(child.data);
        return true;
      }
      if (!isElement(child) || isNoise(child, source)) return false;
      if (!isHiddenFromAll(child, near)) return true;
      const text = excerpt(textOf(child));
      if (text !== '') notes.push(`Removed text hidden from everybody: “${text}”.`);
      return false;
    });
    for (const child of parent.children) {
      if (isElement(child) && child.children.length > 0)
        stack.push({ parent: child, near: `${names(child)} ${near}`.slice(0, 240) });
    }
  }
  return notes;
}

function names(element: HtmlElement): string {
  return `${element.attribs['class'] ?? ''} ${element.attribs['id'] ?? ''}`.trim();
}

function excerpt(text: string): string {
  const folded = cleanText(text).replace(/\s+/g, ' ').trim();
  return folded.length > 80 ? `${folded.slice(0, 79)}…` : folded;
}
