/** What methods and properties of elements do to their look: of the DOM, and of jQuery. */
import type { Elements, Value } from './script-values.ts';

/** What a script declares for elements. */
export type ScriptRule = {
  readonly selector: string;
  /** Declarations; none where it only gives them a class or an attribute. */
  readonly css: string;
  /** The class or attribute that it gives to them, as it stands in selectors. */
  readonly given: RegExp | undefined;
  /** Of those elements, it means the first alone. */
  readonly isFirst: boolean;
};

const GONE = 'display:none';

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const rule = ({ selector, isFirst }: Elements, css: string, given?: RegExp): ScriptRule => ({
  selector,
  isFirst,
  css,
  given,
});

export const styled = (elements: Elements, css: string): readonly ScriptRule[] => [rule(elements, css)];

function classed(elements: Elements, names: string): readonly ScriptRule[] {
  return (names.match(/[^\s]+/g) ?? [])
    .filter((name) => /^[\w-]+$/.test(name))
    .map((name) => rule(elements, '', new RegExp(String.raw`\.${name}(?![\w-])`, 'g')));
}

function marked(elements: Elements, name: string, value: string): readonly ScriptRule[] {
  if (name === 'hidden') return styled(elements, GONE);
  if (name === 'style') return styled(elements, value);
  if (name === 'class') return classed(elements, value);
  if (!/^[\w-]+$/.test(name) || !/^[\w-]*$/.test(value)) return [];
  return [rule(elements, '', new RegExp(String.raw`\[${name}(?:=["']?${value}["']?)?\]`, 'g'))];
}

const textOf = (value: Value | undefined) => (value?.kind === 'text' ? value.text : undefined);

const isTrue = (value: Value | undefined) => value?.kind === 'truth' && value.isTrue;

/** The effect of setting a property of elements, or of a part of them. */
export function effectOfSetting(target: Value, name: string, value: Value | undefined): readonly ScriptRule[] {
  const text = textOf(value);
  if (target.kind === 'style') {
    if (!text?.trim()) return [];
    return styled(target.of, name === 'cssText' ? text : `${kebab(name === 'cssFloat' ? 'float' : name)}:${text}`);
  }
  if (target.kind === 'dataset') return text === undefined ? [] : marked(target.of, `data-${kebab(name)}`, text);
  if (target.kind !== 'elements') return [];
  switch (name) {
    case 'hidden':
      return isTrue(value) ? styled(target, GONE) : [];
    case 'style':
      return text?.trim() ? styled(target, text) : [];
    case 'className':
      return text === undefined ? [] : classed(target, text);
    case 'innerHTML':
    case 'outerHTML':
    case 'innerText':
    case 'outerText':
    case 'textContent':
      // What replaces the text may say the same.
      return text?.trim() === '' ? styled(target, GONE) : [];
    default:
      return [];
  }
}

/** The effect of calling a method of elements, or of a part of them. */
export function effectOfCall(target: Value, name: string, args: readonly (Value | undefined)[]): readonly ScriptRule[] {
  const [first, second] = args;
  const [text, next] = [textOf(first), textOf(second)];
  if (target.kind === 'style')
    return /^(?:setProperty|set)$/.test(name) && text !== undefined && next?.trim()
      ? styled(target.of, `${text}:${next}`)
      : [];
  if (target.kind === 'classList') {
    if (name === 'toggle')
      return text === undefined || (args.length > 1 && !isTrue(second)) ? [] : classed(target.of, text);
    if (name === 'add') return args.flatMap((one) => (one?.kind === 'text' ? classed(target.of, one.text) : []));
    return name === 'replace' && next !== undefined ? classed(target.of, next) : [];
  }
  if (target.kind !== 'elements') return [];
  const isBare = args.length === 0;
  switch (name) {
    case 'remove':
    case 'detach':
    case 'empty':
    case 'hide':
    case 'replaceChildren':
      return isBare || (name === 'hide' && first?.kind === 'text') ? styled(target, GONE) : [];
    case 'replaceWith':
      return isBare || text?.trim() === '' ? styled(target, GONE) : [];
    case 'fadeOut':
    case 'slideUp':
      return styled(target, GONE);
    case 'show':
      return styled(target, 'display:block');
    case 'html':
    case 'text':
      return text?.trim() === '' ? styled(target, GONE) : [];
    case 'css':
      if (first?.kind === 'object') return first.entries.length > 0 ? styled(target, declarations(first.entries)) : [];
      return text !== undefined && next?.trim() ? styled(target, `${kebab(text)}:${next}`) : [];
    case 'prop':
      return text === 'hidden' && isTrue(second) ? styled(target, GONE) : [];
    case 'attr':
    case 'setAttribute':
      return text === undefined || (args.length > 1 && next === undefined && text !== 'hidden')
        ? []
        : args.length > 1
          ? marked(target, text, next ?? '')
          : [];
    case 'toggleAttribute':
      return text === 'hidden' && (args.length === 1 || isTrue(second)) ? styled(target, GONE) : [];
    case 'addClass':
      return text === undefined ? [] : classed(target, text);
    default:
      return [];
  }
}

export const declarations = (entries: readonly (readonly [string, string])[]) =>
  entries.map(([name, value]) => `${kebab(name)}:${value}`).join(';');
