/** The door to acorn: scripts as syntax trees (ESTree). */
import { parse, type AnyNode, type ArrowFunctionExpression, type Function as FunctionNode, type Program } from 'acorn';

export type Node = AnyNode;
export type FunctionLike = (FunctionNode & { readonly type: string }) | ArrowFunctionExpression;

/** A script, or a module; `undefined` for what is neither. */
export function parseScript(code: string): Program | undefined {
  for (const sourceType of ['script', 'module'] as const) {
    try {
      return parse(code, { ecmaVersion: 'latest', sourceType, allowReturnOutsideFunction: true });
    } catch {
      // The other kind is tried, and what is neither does nothing.
    }
  }
  return undefined;
}
