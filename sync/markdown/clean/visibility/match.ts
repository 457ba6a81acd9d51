import type { Rule } from './rules.ts';
import type { Selector } from './selectors.ts';

/** A rule that matches an element, by one of its selectors. */
export type Match = {
  readonly rule: Rule;
  readonly selector: Selector;
  /** Its number among those of the page. */
  readonly number: number;
};
