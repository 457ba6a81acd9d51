/** Custom properties (CSS Variables 1). */
import { hasStyle } from './conditions.ts';
import { componentsOf, type Component, type Declaration } from './css.ts';

/** Values longer than this, and of more variables, come from variables that double each other. */
const LONGEST_VALUE = 5000;
const MOST_VARIABLES = 100;

/** Custom properties, by their names. */
export type Custom = Readonly<Record<string, string>>;

/** The custom properties of an element, over those around it. */
export function withCustom(own: readonly Declaration[], around: Custom): Custom {
  if (own.length === 0) return around;
  // By its prototype, for there may be thousands around it.
  const custom = Object.create(around) as Record<string, string>;
  for (const { property, value } of own) custom[property] = value;
  return custom;
}

/** A value with its variables put in; `undefined` where one is missing. */
export function withVariables(value: string, custom: Custom): string | undefined {
  return substituted(value, custom, { left: MOST_VARIABLES });
}

const OPEN = /\b(?:var|if)\(/i;

type Budget = { left: number };

function substituted(value: string, custom: Custom, budget: Budget): string | undefined {
  if (value.length > LONGEST_VALUE) return undefined;
  if (!OPEN.test(value)) return value;
  const written: string[] = [];
  let length = 0;
  for (const part of componentsOf(value)) {
    const text = part.args ? ofFunction(part, custom, budget) : part.source;
    if (text === undefined || (length += text.length) > LONGEST_VALUE) return undefined;
    written.push(text);
  }
  return written.join(' ');
}

function ofFunction({ text, source, args = [] }: Component, custom: Custom, budget: Budget): string | undefined {
  if (!OPEN.test(source)) return source;
  if (--budget.left < 0) return undefined;
  if (text === 'if') {
    const found = chosen(args, custom);
    return found === undefined ? undefined : substituted(found, custom, budget);
  }
  const open = source.indexOf('(');
  if (text !== 'var') {
    const inner = substituted(source.slice(open + 1, -1), custom, budget);
    return inner === undefined ? undefined : `${text}(${inner})`;
  }
  const name = args[0]?.source ?? '';
  // Names of other kinds are those that every object has.
  const value = name.startsWith('--') && custom[name] !== 'initial' ? custom[name] : undefined;
  const found = value === undefined ? undefined : substituted(value, custom, budget);
  if (found !== undefined) return found;
  const comma = source.indexOf(',');
  return comma < 0 ? undefined : substituted(source.slice(comma + 1, -1), custom, budget);
}

/** The value of the first condition of an `if()` that holds (CSS Values 5, 6.1); `undefined` for conditions of other kinds. */
function chosen(args: readonly Component[], custom: Custom): string | undefined {
  const is = (part: Component, sign: string) => part.text === sign && !part.args;
  let rest = args;
  while (rest.length > 0) {
    const end = rest.findIndex((part) => is(part, ';'));
    const branch = end < 0 ? rest : rest.slice(0, end);
    const colon = branch.findIndex((part) => is(part, ':'));
    const [condition, other] = branch.slice(0, colon);
    if (!condition || other) return undefined;
    const holds = is(condition, 'else') || (condition.text === 'style' && hasStyle(condition.args ?? [], custom));
    if (!holds && condition.text !== 'style') return undefined;
    if (holds)
      return branch
        .slice(colon + 1)
        .map(({ source }) => source)
        .join(' ');
    rest = end < 0 ? [] : rest.slice(end + 1);
  }
  return '';
}
