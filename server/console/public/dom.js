/** Small ways to make elements. Text is always text: nothing here takes HTML. */

const SVG = 'http://www.w3.org/2000/svg';

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

/** The same for SVG, whose names are all attributes. */
export function makeSvg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** A link to a web page, or plain text when the address is anything else. */
export function webLink(url, text = url) {
  const { protocol } = URL.parse(url) ?? {};
  if (protocol !== 'https:' && protocol !== 'http:') return document.createTextNode(text);
  return make('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, text);
}

/** A list of terms and what they are. */
export function fill(list, entries) {
  list.replaceChildren(
    ...entries.flatMap(([term, value, className = '']) => [make('dt', {}, term), make('dd', { className }, value)]),
  );
  list.hidden = entries.length === 0;
}

export const number = new Intl.NumberFormat('es');
export const date = (text) =>
  new Date(text).toLocaleDateString('es', { day: 'numeric', month: 'short', year: 'numeric' });
