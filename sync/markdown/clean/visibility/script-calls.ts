/** What methods of the document, of elements and of lists of them do, in the DOM and in jQuery. */
import type { FunctionLike } from './javascript.ts';
import { effectOfCall } from './script-effects.ts';
import type { ScriptRecord } from './script-record.ts';
import { elementAt, found, reached, type Scope, type Value } from './script-values.ts';

type Values = readonly (Value | undefined)[];

/** How functions of the script are followed: now, with a `this`, or after the code around. */
export type Functions = {
  readonly invoke: (value: Value | undefined, args?: Values, self?: Value) => Value | undefined;
  readonly later: (value: Value | undefined, wait?: number, args?: Values) => void;
  readonly functionOf: (node: FunctionLike, scope: Scope) => Value;
};

const EVENTS = /^(?:DOMContentLoaded|load|readystatechange|pageshow)$/;
export const SOON = /^(?:requestAnimationFrame|queueMicrotask|requestIdleCallback|setTimeout)$/;
/** Methods that change nothing, and give the same elements. */
const SAME = /^(?:on|off|one|bind|addEventListener|removeEventListener|delay|promise|focus|blur)$/;
/** Methods that change nothing, and give something else. */
const READING =
  /^(?:is|has\w*|find|children|next|prev|parent|query\w+|filter|not|slice|last|odd|even|contents|clone\w*|get\w+|matches|contains|closest|index\w*|val|data|width|height|outer\w+|inner\w+|offset\w*|position|map|some|every|end|addBack|add|siblings|\w+Until|parents|nextAll|prevAll|toArray|keys|values|entries|compare\w+|dispatchEvent|trigger\w*|scroll\w*|pop|shift)$/;

export function createCalls(record: ScriptRecord, { invoke, later }: Pick<Functions, 'invoke' | 'later'>) {
  /** Calls back with each of the elements. */
  const each = (list: Value, name: string, callback: Value | undefined): Value | undefined => {
    if (list.kind !== 'elements' || !/^(?:forEach|map|each)$/.test(name)) return undefined;
    const run = () => invoke(callback, name === 'each' ? [undefined, list] : [list], list);
    const mayStop = name === 'each' && callback?.kind === 'function' && /\breturn\b/.test(record.textOf(callback.node));
    if (mayStop) record.doubtfully(run);
    else run();
    return name === 'map' ? undefined : list;
  };

  const soon = ([callback, wait]: Values): undefined => {
    later(callback, wait?.kind === 'text' ? Number(wait.text) : 0);
  };

  const addMarkup = (value: Value | undefined) => {
    if (value?.kind !== 'text') return;
    for (const [, css = ''] of value.text.matchAll(/<style[^>]*>([^<]*)<\\?\/style/gi))
      record.addSheet({ kind: 'text', text: css });
  };

  const ofDocument = (object: Value, name: string, values: Values): Value | undefined => {
    const [first, second] = values;
    if (/^(?:addEventListener|on)$/.test(name)) {
      if (first?.kind === 'text' && EVENTS.test(first.text)) later(second);
      return undefined;
    }
    if (name === 'ready') later(first, 0, [{ kind: 'jquery' }]);
    if (object.kind === 'window' && SOON.test(name)) return soon(values);
    if (name === 'createElement') return { kind: first?.kind === 'text' && first.text === 'style' ? 'sheet' : 'list' };
    if (name === 'createTextNode') return first;
    return first?.kind === 'text' ? found(name, first.text) : undefined;
  };

  /** The value of a call; `unknown` for one that may do anything. */
  const method = (object: Value, name: string, values: Values): Value | undefined | typeof UNKNOWN => {
    const [first] = values;
    if (/^(?:insertRule|replaceSync|addRule)$/.test(name) || object.kind === 'sheet') record.addSheet(first);
    if (/^(?:write|writeln|insertAdjacentHTML|append|prepend|html)$/.test(name))
      for (const one of values) addMarkup(one);
    if (object.kind === 'document' || object.kind === 'window' || object.kind === 'jquery')
      return ofDocument(object, name, values);
    if (object.kind === 'elements') {
      if (/^(?:forEach|map|each)$/.test(name)) return each(object, name, first);
      if (name === 'first') return elementAt(object, { kind: 'text', text: '0' });
      if (/^(?:slice|get)$/.test(name) && values.length === 0) return object;
      if (name === 'slice' && first?.kind === 'text' && first.text === '0' && values.length === 1) return object;
      if (/^(?:item|eq|get)$/.test(name)) return elementAt(object, first);
      if (SAME.test(name)) return object;
      const inner =
        values.length === 0
          ? reached(name, object)
          : first?.kind === 'text'
            ? found(name, first.text, object)
            : undefined;
      if (inner) return inner;
      if (READING.test(name) || isRead(name, values)) return undefined;
      if (name === 'removeChild' && first?.kind === 'elements') {
        record.emit(effectOfCall(first, 'remove', []));
        return undefined;
      }
    }
    const effect = effectOfCall(object, name, values);
    if (REPLACING.test(`${name} ${first?.kind === 'text' ? first.text : ''}`)) record.undo(object);
    record.emit(effect);
    if (effect.length === 0 && 'of' in object && /^(?:contains|item|get\w*)$/.test(name)) return undefined;
    if (effect.length === 0 && !/^(?:sheet|text|truth)$/.test(object.kind)) return UNKNOWN;
    return object.kind === 'elements' ? object : undefined;
  };

  return { method, each, soon };
}

/** True for a method of jQuery that sets what it is given, and is not given it. */
function isRead(name: string, values: Values): boolean {
  if (values.length === 0) return /^(?:text|html)$/.test(name);
  return values.length === 1 && values[0]?.kind === 'text' && /^(?:attr|prop|css)$/.test(name);
}

/** What a method gives that is not known. */
export const UNKNOWN = Symbol('unknown');
/** Attributes in whose place the next value comes. */
const REPLACING = /^(?:setAttribute|attr) (?:class|style)$/;
