/** What the expressions of a script stand for, as far as they lead to elements of the page. */
import type { FunctionLike } from './javascript.ts';

/** Elements by a selector, all of them or the first. */
export type Elements = {
  readonly kind: 'elements';
  readonly selector: string;
  readonly isFirst: boolean;
  /** Elements that a page has if there are any of these; `undefined` for a part of others, which may be none. */
  readonly proof: string | undefined;
};

export type Value =
  | Elements
  | { readonly kind: 'document' | 'window' | 'jquery' | 'sheet' | 'list' }
  /** A part of elements that says how they look. */
  | { readonly kind: 'style' | 'classList' | 'dataset'; readonly of: Elements }
  /** How many they are, and what a loop counts from the first to the last of them. */
  | { readonly kind: 'length' | 'counter'; readonly of: Elements }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'truth'; readonly isTrue: boolean }
  | {
      readonly kind: 'object';
      readonly entries: readonly (readonly [name: string, value: string])[];
    }
  | { readonly kind: 'function'; readonly node: FunctionLike; readonly scope: Scope };

/** Variables, and those of the code around. */
export type Scope = {
  readonly own: Map<string, Value | undefined>;
  readonly around: Scope | undefined;
  /** It is of a block, and holds what `let` and `const` declare there. */
  readonly isBlock: boolean;
};

export const textValue = (text: string): Value => ({ kind: 'text', text });

/** Longer texts, and longer selectors, are not known. */
const [LONGEST_TEXT, LONGEST_SELECTOR] = [20_000, 2000];

/** The elements of the document by a selector. */
function all(selector: string): Elements {
  return { kind: 'elements', selector, isFirst: false, proof: selector };
}

function derived(selector: string, proof?: string): Elements | undefined {
  return selector.length > LONGEST_SELECTOR ? undefined : { ...all(selector), proof };
}

/** The variable's scope; `undefined` for a name that no code declares. */
export function scopeOf(name: string, scope: Scope): Scope | undefined {
  for (let one: Scope | undefined = scope; one; one = one.around) if (one.own.has(name)) return one;
  return undefined;
}

/** The scope of `var` within another. */
export function functionScopeOf(scope: Scope): Scope {
  return scope.isBlock && scope.around ? functionScopeOf(scope.around) : scope;
}

/** Elements found in the document, or within others, by a method of the DOM. */
export function found(method: string, argument: string, within?: Elements): Elements | undefined {
  const inside = (selector: string) =>
    within
      ? derived(`:is(${within.selector}) :is(${selector})`)
      : selector.length > LONGEST_SELECTOR
        ? undefined
        : all(selector);
  if (within?.isFirst && !isUnique(within)) return undefined;
  switch (method) {
    case 'getElementById':
      return /^[\w-]+$/.test(argument) ? all(`#${argument}`) : undefined;
    case 'getElementsByClassName':
      return /^[\w\s-]+$/.test(argument) ? inside(`.${argument.trim().replaceAll(/\s+/g, '.')}`) : undefined;
    case 'getElementsByTagName':
      return /^\w+$/.test(argument) ? inside(argument) : undefined;
    case 'querySelector':
      return firstOf(inside(argument));
    case 'querySelectorAll':
    case 'find':
      return inside(argument);
    default:
      return undefined;
  }
}

function firstOf(elements: Elements | undefined): Elements | undefined {
  return elements && { ...elements, isFirst: !isUnique(elements) };
}

/** Elements beside, above or below others, by a property or a method. */
export function reached(name: string, from: Elements): Elements | undefined {
  if (from.isFirst && !isUnique(from)) return undefined;
  const { selector } = from;
  switch (name) {
    case 'parentElement':
    case 'parentNode':
    case 'parent':
      return derived(`:has(> :is(${selector}))`, from.proof);
    case 'nextElementSibling':
    case 'next':
      return derived(`:is(${selector}) + *`);
    case 'previousElementSibling':
    case 'prev':
      return derived(`:has(+ :is(${selector}))`);
    case 'children':
      return derived(`:is(${selector}) > *`);
    case 'firstElementChild':
      return derived(`:is(${selector}) > :first-child`);
    case 'lastElementChild':
      return derived(`:is(${selector}) > :last-child`);
    default:
      return undefined;
  }
}

/** One of elements by its number, or all of them by what counts them. */
export function elementAt(elements: Elements, index: Value | undefined): Elements | undefined {
  if (index?.kind === 'text' && index.text === '0') return firstOf(elements);
  return index?.kind === 'counter' && index.of.selector === elements.selector ? elements : undefined;
}

/** Selectors of what a page must have for a value to be true; `undefined` if nothing tells. */
export function proofOf(value: Value | undefined): readonly string[] | undefined {
  if (value?.kind === 'document' || value?.kind === 'jquery' || value?.kind === 'list') return [];
  const elements = value?.kind === 'elements' ? value : value && 'of' in value ? value.of : undefined;
  if (elements?.proof === undefined || value?.kind === 'counter') return undefined;
  return /^(?:html|head|body)$/.test(elements.proof) ? [] : [elements.proof];
}

/** True for elements of which a page has one. */
function isUnique({ selector }: Elements): boolean {
  return /^#[\w-]+$/.test(selector);
}

/** A text of several; `undefined` if one is not known. */
export function joined(values: readonly (Value | undefined)[]): Value | undefined {
  let text = '';
  for (const value of values) {
    if (value?.kind !== 'text' || text.length + value.text.length > LONGEST_TEXT) return undefined;
    text += value.text;
  }
  return textValue(text);
}

/** What is named without a declaration: of the browser, of jQuery, or the element with such an id. */
export function globalOf(name: string): Value | undefined {
  if (name === 'document') return { kind: 'document' };
  if (/^(?:window|self|globalThis|this)$/.test(name)) return { kind: 'window' };
  if (name === 'jQuery' || name === '$') return { kind: 'jquery' };
  return isBuiltIn(name) ? undefined : all(`#${name}`);
}

/** True for a name that is defined on every page, or in libraries. */
export function isBuiltIn(name: string): boolean {
  return BUILT_IN.test(name);
}

const BUILT_IN =
  /^(?:[A-Z]\w*|\$.*|undefined|location|history|navigator|screen|name|top|parent|event|console|fetch|localStorage|sessionStorage|innerWidth|innerHeight|status|length|origin|performance|wp|ajaxurl|dataLayer|gtag|fbq|set\w+|clear\w+|request\w+|queueMicrotask|matchMedia|onload|alert|confirm|prompt|open|close)$/;

/** What jQuery finds; nothing for markup, of which it makes something new. */
export function ofSelector(text: string): Elements | undefined {
  return text.trim().startsWith('<') ? undefined : found('find', text);
}

/** A property of what an expression stands for. */
export function memberOf(object: Value | undefined, name: string | undefined): Value | undefined {
  if (!object) return undefined;
  if (object.kind === 'window') return name === undefined ? undefined : globalOf(name);
  if (object.kind === 'document') {
    if (name === 'documentElement') return all('html');
    if (name === 'body') return all('body');
    return name === 'head' || name === 'styleSheets' ? { kind: 'list' } : undefined;
  }
  if (object.kind === 'jquery') return name === 'fn' ? undefined : object;
  if (object.kind === 'list' || object.kind === 'sheet') return object;
  if (object.kind !== 'elements') return undefined;
  if (name === 'style' || name === 'attributeStyleMap') return { kind: 'style', of: object };
  if (name === 'classList' || name === 'dataset' || name === 'length') return { kind: name, of: object };
  return name === undefined ? undefined : reached(name, object);
}

/** A text that is a style sheet. */
export function sheetsIn(text: string): readonly string[] {
  return /^[^{}<]+\{[^{}]*\}/.test(text) ? [text] : [];
}
