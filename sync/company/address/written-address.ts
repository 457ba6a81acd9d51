import type { OwnNames } from '../page/others.ts';
import type { Line } from '../page/page-lines.ts';

/** An address as the site writes it in one or a few lines. */
export type WrittenAddress = {
  readonly text: string;
  /** Has a street and a post code; without one it is only believed beside a map sign or after its label. */
  readonly whole: boolean;
  /** A street without any town, or behind other words with the province alone. */
  readonly half: boolean;
  readonly line: Line;
};

/** What of a site helps to read its addresses. */
export type AddressSigns = {
  /** ISO 3166-1 codes. */
  readonly countries: readonly string[];
  /** Names of countries in lower case. */
  readonly countryNames: ReadonlySet<string>;
  readonly names: OwnNames;
};

/** The lines of a page, with what helps to read them. */
export type PageText = Pick<AddressSigns, 'countries' | 'countryNames'> & {
  readonly lines: readonly Line[];
  readonly postCode: RegExp;
};

/** An address as far as one way of reading tells it. */
export type Found = Pick<WrittenAddress, 'text' | 'whole'> & { readonly half?: boolean };
