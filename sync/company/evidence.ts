import type { Organisation } from './structured-data.ts';

/** Kinds of evidence on a site's pages. */
export type ContactField = 'phone' | 'email' | 'whatsapp' | 'address' | 'hours';

/** Region of a page: `schema` is its JSON-LD or microdata, `widget` a chat or call button. */
export type Place = 'schema' | 'header' | 'footer' | 'main' | 'widget';

/** Role of a page, as its address or the link to it says. */
export type PageRole = 'front' | 'contact' | 'hours' | 'legal' | 'about' | 'services' | 'prices' | 'privacy' | 'other';

/** A contact found at a place of a page. */
export type Evidence = {
  readonly field: ContactField;
  /** As the site writes it. */
  readonly value: string;
  /** The same for comparison: E.164, an address in lower case, a `wa.me` address, numbers of an address, times. */
  readonly key: string;
  readonly place: Place;
  readonly how: 'schema' | 'link' | 'text' | 'widget';
  /** 1 for what leaves no doubt of itself; less for a number of no numbering plan or a plugin's default. */
  readonly strength: number;
  /** Not the first contact of its kind in a line: the first number is the number to call. */
  readonly further?: boolean | undefined;
  /** Addresses of the pages that have it, if it is not of the page alone. */
  readonly pages?: readonly string[];
  /** The line attributes the contact to a third party, `perhaps` if nothing better is found. The owner decides. */
  readonly others?: boolean | 'perhaps';
};

/** A legal fact as a page writes it. */
export type LegalFact = {
  readonly field: 'legal_name' | 'tax_id';
  readonly value: string;
  /** 2 behind its label, 1 beside the other fact. */
  readonly strength: number;
};

/** A link of a menu, with those below it. */
export type MenuItem = { readonly name: string; readonly url: string; readonly below: readonly MenuItem[] };

/** Titles that stand side by side on a page: headings of one level, entries of a list or the like. */
export type TitleGroup = {
  /** `services`: the title above them says no more; `named`: it has a word for services among others. */
  readonly label: 'services' | 'named' | 'products' | undefined;
  readonly entries: readonly { readonly name: string; readonly url: string }[];
};

/** Evidence of one page about the company. */
export type PageEvidence = {
  readonly url: string;
  readonly role: PageRole;
  readonly evidence: readonly Evidence[];
  readonly organisations: readonly Organisation[];
  /** The main menu; of the front page only. */
  readonly menu: readonly MenuItem[];
  /** Titles side by side, which may be those of services; absent in evidence of earlier releases. */
  readonly groups?: readonly TitleGroup[];
  /** Names and tax numbers of the operator; absent in evidence of earlier releases. */
  readonly legal?: readonly LegalFact[];
  readonly prices: readonly string[];
  readonly tax: readonly string[];
  readonly coverage: readonly string[];
};

/** Evidence of all the pages that were looked at. */
export type SiteEvidence = {
  /** ISO 3166-1 codes of the countries in which the company may be, the likeliest first. */
  readonly countries: readonly string[];
  /** More than the language of the site tells the first of them. */
  readonly countryIsCertain: boolean;
  /** Host names of the site, without `www.`. */
  readonly own: readonly string[];
  readonly pages: readonly PageEvidence[];
};
