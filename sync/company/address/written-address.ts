import type { OwnNames } from '../page/others.ts';
import type { Line } from '../page/page-lines.ts';

/** An address as written, in one or several lines. */
export type WrittenAddress = {
  readonly text: string;
  /** Has a street and a post code. Without a post code, it needs a map sign or a label. */
  readonly whole: boolean;
  /** A street without a town, or with a province only. */
  readonly half: boolean;
  readonly line: Line;
};

/** Facts of a site that are needed to parse its addresses. */
export type AddressSigns = {
  /** ISO 3166-1 codes. */
  readonly countries: readonly string[];
  /** Names of countries in lower case. */
  readonly countryNames: ReadonlySet<string>;
  readonly names: OwnNames;
};

/** The lines of a page, with the facts that are needed to parse them. */
export type PageText = Pick<AddressSigns, 'countries' | 'countryNames'> & {
  readonly lines: readonly Line[];
  readonly postCode: RegExp;
};

/** The result of a parser of addresses. */
export type Found = Pick<WrittenAddress, 'text' | 'whole'> & { readonly half?: boolean };
