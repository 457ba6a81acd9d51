/** What the expressions of a script stand for, and what they do. */
import type { Node } from './javascript.ts';
import { createCalls, SOON, UNKNOWN, type Functions } from './script-calls.ts';
import { conditionOf } from './script-conditions.ts';
import { declarations, effectOfSetting, styled } from './script-effects.ts';
import type { ScriptRecord } from './script-record.ts';
import {
  elementAt,
  found,
  globalOf,
  isBuiltIn,
  joined,
  memberOf,
  ofSelector,
  scopeOf,
  textValue,
  type Scope,
  type Value,
} from './script-values.ts';

/** Evaluates expressions; `top` is the scope of the script. */
export function createEvaluate(record: ScriptRecord, functions: Functions, top: Scope) {
  const { invoke, later, functionOf } = functions;
  const { method, each, soon } = createCalls(record, functions);

  const nameOf = (node: Node, scope: Scope): string | undefined => {
    if (node.type !== 'MemberExpression') return undefined;
    if (!node.computed) return node.property.type === 'Identifier' ? node.property.name : undefined;
    const name = evaluate(node.property, scope);
    return name?.kind === 'text' ? name.text : undefined;
  };

  const evaluate = (node: Node, scope: Scope): Value | undefined => {
    record.spend();
    switch (node.type) {
      case 'Literal':
        if (typeof node.value === 'boolean') return { kind: 'truth', isTrue: node.value };
        return typeof node.value === 'string' || typeof node.value === 'number'
          ? textValue(String(node.value))
          : undefined;
      case 'TemplateLiteral':
        return joined(
          node.quasis.flatMap(({ value }, index) => {
            const expression = node.expressions[index];
            return [textValue(value.cooked ?? ''), ...(expression ? [evaluate(expression, scope)] : [])];
          }),
        );
      case 'Identifier':
      case 'ThisExpression': {
        const name = node.type === 'Identifier' ? node.name : 'this';
        const owner = scopeOf(name, scope);
        return owner ? owner.own.get(name) : globalOf(name);
      }
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return functionOf(node, scope);
      case 'ChainExpression':
        return evaluate(node.expression, scope);
      case 'SequenceExpression':
        return node.expressions.map((one) => evaluate(one, scope)).at(-1);
      case 'UnaryExpression': {
        const value = evaluate(node.argument, scope);
        if (value?.kind !== 'text') return undefined;
        if (node.operator === '!') return { kind: 'truth', isTrue: value.text === '0' || value.text === '' };
        return node.operator === '-' ? textValue(`-${value.text}`) : undefined;
      }
      case 'BinaryExpression': {
        const sides = [node.left, node.right].map((side) => evaluate(side, scope));
        return node.operator === '+' ? joined(sides) : undefined;
      }
      case 'LogicalExpression':
        return logical(node, scope);
      case 'ArrayExpression': {
        const [first] = node.elements;
        const spread =
          first?.type === 'SpreadElement' ? evaluate(first.argument, scope) : first && evaluate(first, scope);
        return node.elements.length === 1 && spread?.kind === 'elements' ? spread : { kind: 'list' };
      }
      case 'ObjectExpression': {
        const entries = node.properties.flatMap((property): (readonly [string, string])[] => {
          if (property.type !== 'Property') return [];
          const value = evaluate(property.value, scope);
          const { key } = property;
          const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
          return value?.kind === 'text' ? [[name, value.text]] : [];
        });
        return { kind: 'object', entries };
      }
      case 'MemberExpression': {
        const object = evaluate(node.object, scope);
        const key = node.computed ? evaluate(node.property, scope) : undefined;
        const at = object?.kind === 'elements' && key ? elementAt(object, key) : undefined;
        if (at || (node.computed && key?.kind !== 'text')) return at;
        return memberOf(object, key?.kind === 'text' ? key.text : nameOf(node, scope));
      }
      case 'AssignmentExpression':
        return assign(node, scope);
      case 'CallExpression':
        return call(node, scope);
      case 'NewExpression':
        touch(node.arguments.map((one) => evaluate(one.type === 'SpreadElement' ? one.argument : one, scope)));
        return record.leave(node, scope);
      default:
        return record.leave(node, scope);
    }
  };

  const logical = (node: Node & { readonly type: 'LogicalExpression' }, scope: Scope): Value | undefined => {
    const { left, right } = node;
    const isAnd = node.operator === '&&';
    const valueOf = (one: Node) => evaluate(one, scope);
    if (isAnd || left.type === 'UnaryExpression') {
      const condition = conditionOf(left, valueOf);
      if (condition?.isTrue === isAnd) return record.given(condition.needs, () => valueOf(right));
    }
    const value = isAnd || left.type === 'UnaryExpression' ? undefined : valueOf(left);
    record.leave(right, scope);
    record.doubtfully(() => valueOf(right));
    return value;
  };

  const assign = (node: Node & { readonly type: 'AssignmentExpression' }, scope: Scope): Value | undefined => {
    const { left: target, operator } = node;
    const value = evaluate(node.right, scope);
    if (target.type === 'Identifier') {
      const owner = scopeOf(target.name, scope);
      if (target.name === 'onload' && !owner) later(value);
      const { own } = owner ?? top;
      const sum = operator === '+=' ? joined([own.get(target.name), value]) : undefined;
      own.set(target.name, record.isCertain() ? (operator === '=' ? value : sum) : undefined);
      return value;
    }
    if (target.type !== 'MemberExpression') {
      for (const name of record.namesIn(target)) scopeOf(name, scope)?.own.set(name, undefined);
      return undefined;
    }
    const object = evaluate(target.object, scope);
    const name = nameOf(target, scope);
    if (!object || name === undefined) return record.leave(node, scope);
    if (/^on(?:load|readystatechange|DOMContentLoaded)$/.test(name)) {
      later(value);
      return undefined;
    }
    if (object.kind === 'sheet') record.addSheet(value);
    const isAdded = operator === '+=' && name !== 'className';
    const effect = isAdded ? [] : effectOfSetting(object, name, value);
    if (/^(?:className|cssText|style)$/.test(name) && operator === '=') record.undo(object);
    if (effect.length === 0 && SHOWN_BY.test(`${object.kind} ${name}`)) record.undo(object);
    if (value === undefined && /^(?:inner|outer)HTML$/.test(name)) record.undoAll();
    if (effect.length === 0 && (value?.kind !== 'text' || object.kind === 'style')) record.leave(node, scope);
    record.emit(effect);
    return value;
  };

  const call = (node: Node & { readonly type: 'CallExpression' }, scope: Scope): Value | undefined => {
    const { callee } = node;
    const values = node.arguments.map((arg) => {
      if (arg.type !== 'SpreadElement') return evaluate(arg, scope);
      record.undo(evaluate(arg.argument, scope));
      return undefined;
    });
    const [first, second] = values;
    const leave = (): undefined => {
      touch(values);
      return record.leave(node, scope);
    };
    if (callee.type !== 'MemberExpression') {
      const isGlobal = callee.type === 'Identifier' && !scopeOf(callee.name, scope);
      const value = evaluate(callee, scope);
      if (value?.kind === 'jquery') return query(values);
      if (isGlobal && SOON.test(callee.name)) return soon(values);
      if (value?.kind === 'function') return invoke(value, values);
      if (isGlobal && !isBuiltIn(callee.name) && record.isCertain()) record.end();
      return leave();
    }
    const object = evaluate(callee.object, scope);
    const name = nameOf(callee, scope) ?? '';
    const owner = callee.object.type === 'Identifier' ? callee.object.name : undefined;
    if (name === 'call' || name === 'apply') {
      // `Array.prototype.forEach.call(list, callback)`, and a function with another `this`.
      if (object?.kind === 'function') return invoke(object, values.slice(1), first);
      const inner = nameOf(callee.object, scope);
      if (first?.kind !== 'elements' || !inner) return leave();
      if (inner === 'slice') return values.length === 1 ? first : undefined;
      return each(first, inner, second);
    }
    if (owner === 'Object' && name === 'assign' && first?.kind === 'style' && second?.kind === 'object') {
      record.emit(styled(first.of, declarations(second.entries)));
      return first;
    }
    if (owner === 'Array' && name === 'from' && first?.kind === 'elements')
      return second ? each(first, 'map', second) : first;
    const result = object ? method(object, name, values) : UNKNOWN;
    if (result !== UNKNOWN) return result;
    if (object) record.undo(object);
    if (INSERTING.test(name) && values.includes(undefined)) record.undoAll();
    return leave();
  };

  /** Values that get to code which is not followed. */
  const touch = (values: readonly (Value | undefined)[]): void => {
    for (const value of values)
      if (value?.kind === 'function') record.doubtfully(() => invoke(value));
      else record.undo(value);
  };

  /** What jQuery finds, or what it does when the page is ready. */
  const query = ([first, within, ...more]: readonly (Value | undefined)[]): Value | undefined => {
    if (first?.kind === 'function') later(first, 0, [{ kind: 'jquery' }]);
    if (first?.kind !== 'text' || more.length > 0) return first?.kind === 'function' ? undefined : first;
    if (within?.kind === 'elements') return found('find', first.text, within);
    return within === undefined ? ofSelector(first.text) : undefined;
  };

  return evaluate;
}
export type Evaluate = (node: Node, scope: Scope) => Value | undefined;

/** Methods that put something into the page, which may have been there before. */
const INSERTING = /^(?:append|prepend|insert|before|after|replace|html|wrap)/;
/** Settings by which an element may be shown. */
const SHOWN_BY = /^(?:style|elements (?:hidden|style|className|(?:inner|outer)(?:HTML|Text)|textContent)|dataset)\b/;
