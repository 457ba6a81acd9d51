/** What the statements of a script do, and how certain it is that what comes after them is done. */
import type { Node } from './javascript.ts';
import type { Functions } from './script-calls.ts';
import { conditionOf } from './script-conditions.ts';
import type { Evaluate } from './script-expressions.ts';
import type { ScriptRecord } from './script-record.ts';
import { functionScopeOf, scopeOf, type Scope, type Value } from './script-values.ts';

/** How a statement ends, if not by going on: with a value or without, by leaving a loop or its turn, or in one of these at times. */
type End = Value | typeof RETURNED | typeof LEFT | typeof MAYBE | undefined;
const RETURNED = Symbol('returned');
const LEFT = Symbol('left');
const MAYBE = Symbol('maybe');

/** Names what a declaration or parameter declares. */
export function declare(record: ScriptRecord, pattern: Node, value: Value | undefined, scope: Scope): void {
  if (pattern.type === 'Identifier') scope.own.set(pattern.name, value);
  else for (const name of record.namesIn(pattern)) scope.own.set(name, undefined);
}

/** Follows statements, to how they end. */
export function createStatements(record: ScriptRecord, evaluate: Evaluate, functionOf: Functions['functionOf']) {
  const block = (statements: readonly Node[], scope: Scope): End => {
    for (const node of statements)
      if (node.type === 'FunctionDeclaration' && node.id) scope.own.set(node.id.name, functionOf(node, scope));
    for (const [index, node] of statements.entries()) {
      const end = execute(node, scope);
      if (end !== MAYBE && end !== undefined) return end;
      if (end === undefined) continue;
      const rest = statements.slice(index + 1);
      for (const one of rest) record.leave(one, scope);
      record.doubtfully(() => block(rest, scope));
      return MAYBE;
    }
    return undefined;
  };

  const inner = (scope: Scope): Scope => ({ own: new Map(), around: scope, isBlock: true });

  const branch = (node: Node & { readonly type: 'IfStatement' }, scope: Scope): End => {
    const condition = conditionOf(node.test, (test) => evaluate(test, scope));
    const [one, other] =
      condition?.isTrue === false ? [node.alternate, node.consequent] : [node.consequent, node.alternate];
    const run = (statement: Node | null | undefined) => (statement ? execute(statement, inner(scope)) : undefined);
    if (!condition) {
      record.leave(node, scope);
      const ends = record.doubtfully(() => [run(one), run(other)]);
      return ends.some((end) => end !== undefined) ? MAYBE : undefined;
    }
    const { needs } = condition;
    const end = record.given(needs, () => run(one));
    if (needs.length === 0) return end;
    record.forget(node, scope);
    if (other) record.leave(other, scope);
    const isLeft = record.doubtfully(() => run(other)) !== undefined;
    if (isLeft) record.require(needs);
    return end === undefined || isLeft ? end : MAYBE;
  };

  /** The body of a loop over all of some elements. */
  const overAll = (body: Node, scope: Scope): End => {
    const run = () => execute(body, scope);
    if (!/\b(?:break|return|throw)\b/.test(record.textOf(body))) {
      run();
      return undefined;
    }
    record.leave(body, scope);
    return record.doubtfully(run) === undefined ? undefined : MAYBE;
  };

  /** What counts from the first of some elements to the last. */
  const counterOf = (node: Node & { readonly type: 'ForStatement' }, scope: Scope) => {
    const { test, update } = node;
    if (test?.type !== 'BinaryExpression' || test.operator !== '<' || test.left.type !== 'Identifier') return undefined;
    if (update?.type !== 'UpdateExpression' || update.operator !== '++') return undefined;
    const [start, end] = [evaluate(test.left, scope), evaluate(test.right, scope)];
    if (start?.kind !== 'text' || start.text !== '0' || end?.kind !== 'length') return undefined;
    return { name: test.left.name, value: { kind: 'counter', of: end.of } as const };
  };

  const loop = (node: Node & { readonly type: 'ForStatement' }, scope: Scope): End => {
    if (node.init) (node.init.type === 'VariableDeclaration' ? execute : evaluate)(node.init, scope);
    const counter = counterOf(node, scope);
    if (!counter) return unknown(node, scope);
    const { own } = scopeOf(counter.name, scope) ?? scope;
    own.set(counter.name, counter.value);
    const end = overAll(node.body, scope);
    own.set(counter.name, undefined);
    return end;
  };

  /** Does a statement. */
  const execute = (node: Node, scope: Scope): End => {
    record.spend();
    switch (node.type) {
      case 'ExpressionStatement':
        evaluate(node.expression, scope);
        return undefined;
      case 'VariableDeclaration':
        for (const { id, init } of node.declarations) {
          const value = init ? evaluate(init, scope) : undefined;
          declare(record, id, value, node.kind === 'var' ? functionScopeOf(scope) : scope);
        }
        return undefined;
      case 'BlockStatement':
        return block(node.body, inner(scope));
      case 'TryStatement': {
        const end = record.apart(() => block(node.block.body, inner(scope)));
        if (node.handler) record.leave(node.handler, scope);
        const last = node.finalizer && block(node.finalizer.body, inner(scope));
        return last ?? (end === undefined ? undefined : MAYBE);
      }
      case 'ReturnStatement':
        return (node.argument && evaluate(node.argument, scope)) ?? RETURNED;
      case 'ThrowStatement':
        record.end();
        return RETURNED;
      case 'BreakStatement':
      case 'ContinueStatement':
        return LEFT;
      case 'IfStatement':
        return branch(node, scope);
      case 'ForOfStatement': {
        const list = evaluate(node.right, scope);
        const [declared] = node.left.type === 'VariableDeclaration' ? node.left.declarations : [];
        if (list?.kind !== 'elements' || !declared) return unknown(node, scope);
        const own = inner(scope);
        declare(record, declared.id, list, own);
        return overAll(node.body, own);
      }
      case 'ForStatement':
        return loop(node, inner(scope));
      case 'FunctionDeclaration':
      case 'EmptyStatement':
        return undefined;
      default:
        return unknown(node, scope);
    }
  };

  /** A statement that is not understood, which may end the code around. */
  const unknown = (node: Node, scope: Scope): End => {
    record.leave(node, scope);
    if (/^(?:For|While|DoWhile)/.test(node.type) && 'body' in node && !Array.isArray(node.body)) {
      const { body } = node;
      record.doubtfully(() => execute(body, inner(scope)));
    }
    return /\b(?:return|throw)\b/.test(record.textOf(node)) ? MAYBE : undefined;
  };

  return block;
}
