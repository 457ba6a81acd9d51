/** Small ways to make elements. Text is always text: nothing here takes HTML. */

export const byId = (id) => document.getElementById(id);

/** An element with properties, `aria-…` and `data-…` attributes, and children (elements or text). */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes('-')) element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children);
  return element;
}

/** A button that sends no form. */
export function button(text, onClick, properties = {}) {
  const element = make('button', { type: 'button', className: 'quiet', ...properties }, text);
  element.addEventListener('click', onClick);
  return element;
}

/** A link to a web page, or plain text when the address is anything else. */
export function webLink(url, text = url) {
  const { protocol } = URL.parse(url) ?? {};
  if (protocol !== 'https:' && protocol !== 'http:') return document.createTextNode(text);
  return make('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, text);
}

/** A click that means nothing but "here", such as "in a new tab". */
export const isPlainClick = ({ ctrlKey, metaKey, shiftKey, altKey }) => !(ctrlKey || metaKey || shiftKey || altKey);

/** A list of terms and what they are: text, an element, or several of them. */
export function fill(list, entries) {
  list.replaceChildren(
    ...entries.flatMap(([term, value]) => [make('dt', {}, term), make('dd', {}, ...[value].flat())]),
  );
  list.hidden = entries.length === 0;
  return list;
}

/** Text that is folded away below a summary of nodes or text, and made when somebody opens it. */
export function folded(summary, makeContent) {
  const details = make('details', {}, make('summary', {}, ...[summary].flat()));
  details.addEventListener('toggle', () => details.append(...makeContent()), { once: true });
  return details;
}
