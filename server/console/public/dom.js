/** Helpers for elements. Strings become text nodes, never HTML. */

export const byId = (id) => document.getElementById(id);

/** Creates an element with properties, `aria-…` and `data-…` attributes, and children (elements or text). */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes('-')) element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children);
  return element;
}

/** Creates a button that does not submit a form. */
export function button(text, onClick, properties = {}) {
  const element = make('button', { type: 'button', className: 'quiet', ...properties }, text);
  element.addEventListener('click', onClick);
  return element;
}

/** Creates a link to a web page, or plain text for URLs with a different scheme. */
export function webLink(url, text = url) {
  const { protocol } = URL.parse(url) ?? {};
  if (protocol !== 'https:' && protocol !== 'http:') return document.createTextNode(text);
  return make('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, text);
}

/** Returns true for a click without a modifier key, such as Ctrl for a new tab. */
export const isPlainClick = ({ ctrlKey, metaKey, shiftKey, altKey }) => !(ctrlKey || metaKey || shiftKey || altKey);

/** Fills a description list; a value is text, an element or an array. */
export function fill(list, entries) {
  list.replaceChildren(
    ...entries.flatMap(([term, value]) => [make('dt', {}, term), make('dd', {}, ...[value].flat())]),
  );
  list.hidden = entries.length === 0;
  return list;
}

/** Creates collapsed details; their content is created when they open. */
export function folded(summary, makeContent) {
  const details = make('details', {}, make('summary', {}, ...[summary].flat()));
  details.addEventListener('toggle', () => details.append(...makeContent()), { once: true });
  return details;
}
