/** Conditions of a script that only ask whether elements are there; no other is understood. */
import type { Node } from './javascript.ts';
import { proofOf, type Value } from './script-values.ts';

export type Condition = {
  /** Selectors of the elements that it asks for. */
  readonly needs: readonly string[];
  /** What the condition is where all of them are there. */
  readonly isTrue: boolean;
};

/** Reads a condition; `valueOf` gives what an expression stands for. */
export function conditionOf(test: Node, valueOf: (node: Node) => Value | undefined): Condition | undefined {
  const read = (node: Node) => conditionOf(node, valueOf);
  switch (test.type) {
    case 'ChainExpression':
      return read(test.expression);
    case 'UnaryExpression': {
      const inner = test.operator === '!' ? read(test.argument) : undefined;
      return inner && { ...inner, isTrue: !inner.isTrue };
    }
    case 'BinaryExpression': {
      const isTrue = COMPARED[`${test.operator} ${nothing(test.right)}`];
      const inner = isTrue === undefined ? undefined : read(test.left);
      return inner?.isTrue && isTrue !== undefined ? { ...inner, isTrue } : undefined;
    }
    case 'LogicalExpression': {
      const left = read(test.left);
      // All of `a && b` are there, or none is missing in `!a || !b`.
      if (!left || left.isTrue !== (test.operator === '&&') || test.operator === '??') return undefined;
      const right = read(test.right);
      return right?.isTrue === left.isTrue ? { ...left, needs: [...left.needs, ...right.needs] } : undefined;
    }
    default: {
      const needs = proofOf(valueOf(test));
      return needs && { needs, isTrue: true };
    }
  }
}

/** Comparisons with nothing, and whether they hold for what is there. */
const COMPARED: Readonly<Record<string, boolean | undefined>> = {
  '!= null': true,
  '!== null': true,
  '!= undefined': true,
  '!== undefined': true,
  '!= 0': true,
  '!== 0': true,
  '> 0': true,
  '>= 1': true,
  '== null': false,
  '=== null': false,
  '== undefined': false,
  '=== undefined': false,
  '== 0': false,
  '=== 0': false,
  '< 1': false,
};

function nothing(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'Literal' && typeof node.value !== 'string' ? String(node.value) : '';
}
