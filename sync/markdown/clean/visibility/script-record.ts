/** What is certain of what a script does: what comes after a doubt, or what it touches again, is not. */
import type { Node } from './javascript.ts';
import type { ScriptRule } from './script-effects.ts';
import { scopeOf, sheetsIn, type Elements, type Scope, type Value } from './script-values.ts';

/** What a script declares: rules, and style sheets that it writes. What it does later, or only at times, is `uncertain`. */
export type Done = {
  readonly rules: readonly (ScriptRule & {
    /** Elements without which the script does not get there. */
    readonly needs: readonly string[];
  })[];
  readonly sheets: readonly string[];
  readonly uncertain: string;
};

type Part = Pick<Node, 'start' | 'end'>;

const [MOST_STEPS, MOST_RULES, MOST_OF_SHEETS] = [5000, 200, 100_000];
/** Characters that are searched at the cost of one step. */
const IN_ONE_STEP = 100;
/** What is assigned, or counted. */
const ASSIGNED = /([\w$]+)\s*(?:[-+*/%&|^?<>]{0,3}=(?![=>])|\+\+|--)/g;

export function createRecord(code: string) {
  let rules: Done['rules'] = [];
  const sheets: string[] = [];
  const uncertain = new Set<string>();
  const needs: string[] = [];
  let doubts = 0;
  let isOver = false;
  let steps = MOST_STEPS;
  let room = MOST_OF_SHEETS;

  const isCertain = () => doubts === 0 && !isOver;
  const textOf = ({ start, end }: Part) => code.slice(start, end);
  /** Counts work; throws when a script does too much. */
  const spend = (cost = 1): void => {
    steps -= cost;
    if (steps < 0) throw new RangeError();
  };
  /** Forgets what the variables are that a part of the script may set. */
  const forget = (part: Part, scope: Scope): void => {
    const text = textOf(part);
    spend(Math.ceil(text.length / IN_ONE_STEP));
    for (const [, name = ''] of text.matchAll(ASSIGNED)) scopeOf(name, scope)?.own.set(name, undefined);
  };
  const namesIn = (part: Part): readonly string[] => textOf(part).match(/[\w$]+/g) ?? [];
  const undoWhere = (isUndone: (selector: string) => boolean): void => {
    rules = rules.filter(({ selector }) => !isUndone(selector));
  };
  const within = <T>(run: () => T): T => {
    const before = needs.length;
    const result = run();
    needs.length = before;
    return result;
  };

  return {
    spend,
    forget,
    isCertain,
    textOf,
    /** The words of a pattern that declares or sets variables, of which some are their names. */
    namesIn,
    /** Notes a part of the script that is not understood, or done only at times. */
    leave: (part: Part, scope: Scope): undefined => {
      forget(part, scope);
      uncertain.add(textOf(part));
    },
    /** Follows what is not done for certain: all that it touches is in doubt. */
    doubtfully: <T>(run: () => T): T => {
      doubts++;
      const result = run();
      doubts--;
      return result;
    },
    /** What `require` asks for within a function holds to its end. */
    within,
    require: (selectors: readonly string[]) => {
      needs.push(...selectors);
    },
    /** Follows what is done on pages with such elements alone. */
    given: <T>(selectors: readonly string[], run: () => T): T => {
      const before = needs.length;
      needs.push(...selectors);
      const result = run();
      needs.splice(before, selectors.length);
      return result;
    },
    /** Nothing is certain any more: an error may have ended the script. */
    end: () => {
      isOver = true;
    },
    /** An error in there ends nothing else. */
    apart: <T>(run: () => T): T => {
      const before = isOver;
      const result = run();
      isOver = before;
      return result;
    },
    emit: (made: readonly ScriptRule[]) => {
      if (!isCertain())
        for (const { selector, css } of made) if (!HIDING.test(css)) undoWhere((one) => one === selector);
      if (!isCertain()) return;
      if (rules.length < MOST_RULES) rules = [...rules, ...made.map((rule) => ({ ...rule, needs: [...needs] }))];
    },
    addSheet: (value: Value | undefined) => {
      if (value?.kind !== 'text' || !isCertain() || needs.length > 0) return;
      for (const sheet of sheetsIn(value.text)) if ((room -= sheet.length) >= 0) sheets.push(sheet);
    },
    /** Takes back what was done to elements that the script touches in a way which may show them. */
    undo: (touched: Value | undefined): void => {
      const elements = elementsOf(touched);
      if (elements) undoWhere((selector) => selector === elements.selector);
      const texts = touched?.kind === 'text' ? [touched.text] : [];
      if (touched?.kind === 'object') texts.push(...touched.entries.map(([, text]) => text));
      const names = new Set(texts.flatMap((text) => text.match(NAMES) ?? []));
      if (names.size > 0) undoWhere((selector) => selector.match(NAMES)?.some((name) => names.has(name)) ?? false);
    },
    /** Takes back everything: what was taken out of the page may be put into it again. */
    undoAll: () => undoWhere(() => true),
    done: (): Done => ({ rules, sheets, uncertain: [...uncertain].join('\n') }),
  };
}
export type ScriptRecord = ReturnType<typeof createRecord>;

const HIDING = /^(?:display:none|visibility:hidden|opacity:0)$/;
const NAMES = /[#.][\w-]+/g;

function elementsOf(value: Value | undefined): Elements | undefined {
  if (value?.kind === 'elements') return value;
  return value && 'of' in value ? value.of : undefined;
}
