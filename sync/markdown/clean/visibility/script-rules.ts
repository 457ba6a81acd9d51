/** Style rules for what the scripts of a page hide as soon as it is loaded, for certain and for good. */
import { contentsOf } from './css.ts';

/** What a script declares for the elements of one id or class. */
type ScriptRule = {
  /** `#x` or `.x`. */
  readonly selector: string;
  /** Declarations; none where it takes the text away. */
  readonly css: string;
  /** A class that it gives to them. */
  readonly addedClass: string | undefined;
  /** Of those elements, it means the first alone. */
  readonly isFirst: boolean;
};

/** Scripts in which something may depend on more than that the page was loaded. */
const CONDITIONAL =
  /\b(?:if|switch|click|touch\w*|key(?:up|down|press)|mouse\w*|hover|scroll|resize|focus|blur|change|submit|input|toggle\w*|show\w*|open\w*|fade\w+|slide\w+|animate|setTimeout|setInterval|requestAnimationFrame|\w*Observer|location|cookie|localStorage|sessionStorage|navigator|innerWidth|matchMedia|fetch|ajax|then|await|eval|function\s+\w+|on[a-z]+\s*=)(?!\w)|[\w\])]\s*[=:]\s*(?:async\s*)?(?:function|\([\w\s,]*\)\s*=>|\w+\s*=>)|\?(?![.?])|&&|\|\|/i;
/** Words of a script that waits for the page to be loaded. */
const WHEN_LOADED = /addEventListener\(\s*["'](?:DOMContentLoaded|load)["']|\bonload\s*=\s*function\b/g;
const LONGEST = 20_000;
const MOST_RULES = 200;

const STRING = `(?:"[^"\\n]*"|'[^'\\n]*'|\`[^\`$]*\`)`;
const FOUND = new RegExp(
  `(?:document\\s*\\.\\s*(getElementById|getElementsByClassName|querySelector(?:All)?)|\\b(?:jQuery|\\$))\\(\\s*(${STRING})\\s*\\)`,
  'g',
);
/** A variable for it, or for each of a list. */
const NAMED = /([\w$]+)\s*(?:=|of)\s*$/;
/** From a list to each of its elements: a callback with its parameter. */
const EACH =
  /^\s*[\])]?\s*\.\s*forEach\(\s*(?:function\s*\(\s*(\w+)[^)]*\)\s*\{|\(?\s*(\w+)[^)=]*\)?\s*=>\s*\{?)\s*(?=\w)/;
/** From a list to its first element. */
const FIRST = /^\s*\[\s*0\s*\]/;
/** What is done to it, with a string or without. */
const DONE = new RegExp(
  `^\\s*(?:\\?\\.|\\.)\\s*(style\\s*\\.\\s*[\\w-]+|[\\w.]+)\\s*(=(?!=)|\\()\\s*(${STRING}|![01]|[\\w.+-]+)?\\s*(?:,\\s*(${STRING}|[\\w.]+))?`,
);

const textOf = (written: string | undefined) => (written ?? '').replace(/^["'`]|["'`]$/g, '');
const GONE = 'display:none';

/** Style sheets that scripts write: as markup, and as the text of an element that they make. */
export function sheetsOfScript(script: string): readonly string[] {
  const code = certain(script, /<style|createElement\(\s*["']style|insertRule/);
  if (code === undefined) return [];
  const written = [...code.matchAll(/<style[^>]*>([^<]*)<\\?\/style/gi)].map(([, css = '']) => css);
  const isMade = /createElement\(\s*["']style|insertRule/.test(code);
  const strings = isMade ? (code.match(new RegExp(STRING, 'g')) ?? []) : [];
  return [...written, ...strings.map(textOf).filter((text) => /^[^{}<]+\{[^{}]*\}/.test(text))];
}

/** A script without its comments, if it does the same for every visitor; `undefined` for one that lacks what is looked for. */
function certain(script: string, wanted: RegExp): string | undefined {
  if (script.length > LONGEST || !wanted.test(script)) return undefined;
  const code = script.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:"'\\])\/\/[^\n]*/g, ' ');
  return CONDITIONAL.test(code.replaceAll(WHEN_LOADED, '')) ? undefined : code;
}

/** Reads the rules of a page's scripts; those of scripts that wait for visitors to do something are not certain. */
export function scriptRulesOf(script: string): readonly ScriptRule[] {
  const code = certain(script, /getElement|querySelector|jQuery|\$\(/);
  if (code === undefined) return [];
  const rules: ScriptRule[] = [];
  for (const found of code.matchAll(FOUND)) {
    const selector = selectorOf(found[1], textOf(found[2]));
    if (selector === undefined || rules.length >= MOST_RULES) continue;
    const rest = code.slice(found.index + found[0].length);
    const before = code.slice(Math.max(0, found.index - 80), found.index);
    const [, variable] = NAMED.exec(before) ?? [];
    for (const after of variable === undefined ? [rest] : usesOf(variable, rest)) {
      const rule = ruleOf(after);
      const isFirst = found[1] === 'querySelector' || (found[1] === 'getElementsByClassName' && FIRST.test(after));
      if (rule) rules.push({ selector, ...rule, isFirst });
    }
  }
  return rules;
}

function selectorOf(method: string | undefined, found: string): string | undefined {
  const selector =
    method === 'getElementById' ? `#${found}` : method === 'getElementsByClassName' ? `.${found}` : found.trim();
  return /^[a-z]*\d?[#.][\w-]+$/.test(selector) ? selector : undefined;
}

/** What follows each use of a variable, as long as it has its value. */
function usesOf(variable: string, code: string): readonly string[] {
  const name = variable.replaceAll('$', String.raw`\$`);
  const end = code.search(
    new RegExp(`(?<![\\w$.])${name}\\s*(?:=(?![=>])|of\\b)|(?:var|let|const)\\s+${name}(?![\\w$])`),
  );
  const scope = end === -1 ? code : code.slice(0, end);
  const uses = scope.matchAll(new RegExp(`(?<![\\w$.])${name}(?=[\\s?.\\[])`, 'g'));
  return [...uses].slice(0, MOST_RULES).map(({ index }) => scope.slice(index + variable.length));
}

function ruleOf(code: string): Pick<ScriptRule, 'css' | 'addedClass'> | undefined {
  const [each = '', one, other] = EACH.exec(code) ?? [];
  const rest = code.slice(each.length);
  const parameter = one ?? other;
  const after =
    parameter === undefined ? rest.replace(FIRST, '') : rest.startsWith(parameter) ? rest.slice(parameter.length) : '';
  const [, written = '', sign, first, second] = DONE.exec(after.slice(0, LONGEST)) ?? [];
  const name = written.replaceAll(/\s/g, '');
  const [value, next] = [textOf(first), textOf(second)];
  const styled = (css: string) => ({ css, addedClass: undefined });
  if (sign === '=') {
    const property = /^style\.(\w+)$/.exec(name)?.[1];
    if (name === 'style' || name === 'style.cssText') return styled(value);
    if (name === 'className') return classed(value);
    if (property !== undefined) return styled(`${kebab(property)}:${value}`);
    if (name === 'hidden') return /^(?:true|!0|1)$/.test(value) ? styled(GONE) : undefined;
    const isEmptied =
      /^(?:(?:inner|outer)HTML|(?:inner|outer)Text|textContent)$/.test(name) && first !== undefined && value === '';
    return isEmptied ? styled(GONE) : undefined;
  }
  switch (name) {
    case 'replaceWith':
      return value === '' ? styled(GONE) : undefined;
    case 'remove':
    case 'hide':
    case 'detach':
    case 'empty':
    case 'replaceChildren':
      return first === undefined ? styled(GONE) : undefined;
    case 'html':
    case 'text':
      return first !== undefined && value === '' ? styled(GONE) : undefined;
    case 'css':
    case 'style.setProperty':
      return second === undefined ? undefined : styled(`${kebab(value)}:${next}`);
    case 'attr':
    case 'setAttribute':
      if (value === 'style') return styled(next);
      if (value === 'class') return classed(next);
      return value === 'hidden' ? styled(GONE) : undefined;
    case 'toggleAttribute':
      return value === 'hidden' && second === undefined ? styled(GONE) : undefined;
    case 'classList.add':
    case 'addClass':
      return classed(value);
    default:
      return undefined;
  }
}

const classed = (name: string) => (/^[\w-]+$/.test(name) ? { css: '', addedClass: name } : undefined);

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Declarations that no style sheet overrides. */
export const overriding = (css: string) =>
  contentsOf(css).declarations.map(({ property, value }) => ({ property, value, important: true }));
