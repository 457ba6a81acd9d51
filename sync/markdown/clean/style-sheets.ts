/** What the style sheets within a page hide. Builders write there what is shown on which screen; others hide orders to agents. */
import { attribute, allElements, isText } from '../parse/html.ts';
import type { HtmlElement, HtmlParent } from '../parse/tree.ts';

export type StyleSheets = {
  /** Whether a style sheet hides an element everywhere, and nothing in the page shows it again. */
  readonly hides: (element: HtmlElement) => boolean;
  /** Whether a style sheet hides an element on one kind of screen. */
  readonly hidesOn: (element: HtmlElement, device: 'wide' | 'narrow') => boolean;
};

const LONGEST = 2_000_000;
const HIDES = /(?:^|;)\s*display\s*:\s*none/i;
const SHOWS = /(?:^|;)\s*(?:display\s*:(?!\s*none)|visibility\s*:\s*visible|all\s*:)/i;

/** Reads the `style` elements below the given nodes. */
export function readStyleSheets(roots: readonly HtmlParent[]): StyleSheets {
  const texts = { style: '', script: '' };
  for (const element of roots.flatMap(allElements)) {
    if (element.name !== 'style' && element.name !== 'script') continue;
    for (const child of element.children) if (isText(child)) texts[element.name] += `${child.data}\n`;
  }
  const names = {
    hidden: new Set<string>(),
    shown: new Set<string>(),
    wide: new Set<string>(),
    narrow: new Set<string>(),
  };
  for (const rule of rulesOf(texts.style.slice(0, LONGEST))) {
    for (const selector of rule.selectors) {
      if (SHOWS.test(rule.declarations)) for (const [name] of selector.matchAll(/[.#][\w-]+/g)) names.shown.add(name);
      else if (!/^[.#][\w-]+$/.test(selector) || !HIDES.test(rule.declarations)) continue;
      else if (rule.condition === '') names.hidden.add(selector);
      else {
        const device = deviceOf(rule.condition);
        if (device) names[device].add(selector);
      }
    }
  }
  // A script that names it may open it.
  const scripted = new Set(texts.script.match(/[\w-]+/g));
  const hidden = new Set([...names.hidden].filter((name) => !names.shown.has(name) && !scripted.has(name.slice(1))));
  return {
    hides: (element) => isNamed(element, hidden),
    hidesOn: (element, device) => isNamed(element, names[device]),
  };
}

function isNamed(element: HtmlElement, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  const classes = attribute(element, 'class');
  return names.has(`#${attribute(element, 'id')}`) || classes.split(/\s+/).some((name) => names.has(`.${name}`));
}

type Rule = {
  readonly selectors: readonly string[];
  readonly declarations: string;
  /** The at-rules around it. */
  readonly condition: string;
};

function* rulesOf(css: string): Generator<Rule> {
  const open: string[] = [];
  const text = css.replace(/\/\*[^]*?(?:\*\/|$)/g, '');
  let last = 0;
  for (const { 0: brace, index } of text.matchAll(/[{}]/g)) {
    const before = text.slice(last, index);
    last = index + 1;
    if (brace === '{') open.push(before.slice(before.lastIndexOf(';') + 1).trim());
    else {
      const prelude = open.pop() ?? '';
      if (prelude === '' || prelude.startsWith('@')) continue;
      yield {
        selectors: prelude.split(',').map((selector) => selector.trim()),
        declarations: before,
        condition: open.join(' '),
      };
    }
  }
}

function deviceOf(condition: string): 'wide' | 'narrow' | undefined {
  if (!condition.startsWith('@media') || /print|speech/.test(condition)) return undefined;
  const [isFrom, isTo] = [/min-width/.test(condition), /max-width/.test(condition)];
  if (isFrom === isTo) return undefined;
  return isFrom ? 'wide' : 'narrow';
}
