import type { Rule } from './rules.ts';
import type { Selector } from './selectors.ts';

/** A rule that matches an element, by one of its selectors. */
export type Match = {
  readonly rule: Rule;
  readonly selector: Selector;
  /** Place of its style sheet among those of the page. */
  readonly sheet: number;
  /** Place of the list of rules in which it stands, and its own in that. */
  readonly list: number;
  readonly order: number;
};
