/** What the scripts of a page do to its elements as soon as it is loaded, for certain and for good: as style rules. */
import { parseScript, type FunctionLike, type Node } from './javascript.ts';
import type { Functions } from './script-calls.ts';
import { createEvaluate } from './script-expressions.ts';
import { createRecord, type Done } from './script-record.ts';
import { createStatements, declare } from './script-statements.ts';
import type { Scope, Value } from './script-values.ts';

const LONGEST = 20_000;
const DEEPEST = 30;
/** Longer, in milliseconds, a visitor sees what a script will take away. */
const LONGEST_WAIT = 1000;
/** Scripts without any of these change nothing. */
const CHANGING =
  /style|hidden|class|remove|replace|innerHTML|textContent|innerText|outerHTML|hide|css|attr|dataset|write|insertRule|toggle|fadeOut|slideUp|empty|detach/i;
const NOTHING: Done = { rules: [], sheets: [], uncertain: '' };

/** Follows a script through what it does for every visitor when the page is loaded. */
export function readScript(code: string): Done {
  if (code.length > LONGEST || !CHANGING.test(code)) return { ...NOTHING, uncertain: code };
  const program = parseScript(code);
  if (!program) return { ...NOTHING, uncertain: code };
  try {
    return follow(code, program.body);
  } catch (error) {
    // Code that is nested absurdly, or does too much.
    if (!(error instanceof RangeError)) throw error;
    return { ...NOTHING, uncertain: code };
  }
}

function follow(code: string, program: readonly Node[]): Done {
  const record = createRecord(code);
  const functions = new Map<FunctionLike, Value>();
  const called = new Set<FunctionLike>();
  const queue: { readonly at: number; readonly run: () => void }[] = [];
  const top: Scope = { own: new Map(), around: undefined, isBlock: false };
  let depth = 0;
  let now = 0;

  const functionOf: Functions['functionOf'] = (node, scope) => {
    const value: Value = { kind: 'function', node, scope };
    functions.set(node, value);
    return value;
  };

  const invoke = (
    value: Value | undefined,
    args: readonly (Value | undefined)[] = [],
    self?: Value,
  ): Value | undefined => {
    if (value?.kind !== 'function') return undefined;
    const { node } = value;
    if (depth > DEEPEST || node.async || node.generator) return record.leave(node, value.scope);
    if (record.isCertain()) called.add(node);
    const scope: Scope = { own: new Map([['this', self]]), around: value.scope, isBlock: false };
    for (const [index, parameter] of node.params.entries()) declare(record, parameter, args[index], scope);
    depth++;
    const { body } = node;
    const result = record.within(() =>
      body.type === 'BlockStatement' ? block(body.body, scope) : evaluate(body, scope),
    );
    depth--;
    return typeof result === 'symbol' ? undefined : result;
  };

  /** Code that runs once the code around has run. */
  const later: Functions['later'] = (value, wait = 0, args = []): void => {
    const at = now + wait;
    if (value?.kind !== 'function' || !(at <= LONGEST_WAIT) || !record.isCertain()) return;
    queue.push({ at, run: () => record.apart(() => invoke(value, args)) });
  };

  const evaluate = createEvaluate(record, { invoke, later, functionOf }, top);
  const block = createStatements(record, evaluate, functionOf);

  block(program, top);
  while (queue.length > 0) {
    const next = queue.reduce((one, other) => (other.at < one.at ? other : one));
    queue.splice(queue.indexOf(next), 1);
    now = next.at;
    next.run();
  }
  for (const [node, value] of functions) {
    if (called.has(node)) continue;
    record.leave(node, top);
    record.doubtfully(() => invoke(value));
  }
  return record.done();
}
