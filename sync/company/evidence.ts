/** Fields with evidence, in the order of the response. A value is a single string. */
export const FIELDS = ['legal_name', 'tax_id', 'address', 'phone', 'email', 'whatsapp', 'hours', 'coverage'] as const;
export type EvidenceField = (typeof FIELDS)[number];
export type ContactField = Exclude<EvidenceField, 'legal_name' | 'tax_id' | 'coverage'>;

/** Region of a page: `schema` is JSON-LD or microdata, `widget` a chat or call button. */
export type Place = 'schema' | 'header' | 'footer' | 'main' | 'widget';

/** Role of a page by its path or by the text of a link. */
export type PageRole = 'front' | 'contact' | 'legal' | 'about' | 'services' | 'prices' | 'privacy' | 'other';

/** A contact or legal fact at a location of a page. */
export type Evidence = {
  readonly field: EvidenceField;
  /** As written. */
  readonly value: string;
  /** Comparison key: E.164, an address in lower case, a `wa.me` address, numbers of an address, times. */
  readonly key: string;
  readonly place: Place;
  readonly how: 'schema' | 'link' | 'text' | 'widget';
  /** 1 for a certain value; less for a number without a numbering plan, or for the default of a plugin. The strength of
   * a legal fact is the sum of its signs. */
  readonly strength: number;
  /** Not the first contact of its type in a line: callers use the first number. */
  readonly further?: boolean | undefined;
  /** Addresses of the pages with the value; the default is the page itself. */
  readonly pages?: readonly string[];
  /** True if the line attributes the contact to a third party. */
  readonly others?: boolean;
  /** The office of the company that the line or the title above it names. */
  readonly office?: 'head' | 'branch' | undefined;
  /** True for a name with a label on a legal page. */
  readonly labelled?: boolean;
  /** True for the name of the site with a legal form, outside of legal pages. */
  readonly exact?: boolean;
};

/** A link of a menu, with its submenu. */
export type MenuItem = { readonly name: string; readonly url: string; readonly below: readonly MenuItem[] };

/** Titles beside each other on a page: headings of the same level, items of a list or similar elements. */
export type TitleGroup = {
  /** `services`: the title above them means services only. `named`: it contains a word for services among further
   * words, or the titles call themselves services. */
  readonly label: 'services' | 'named' | 'products' | undefined;
  readonly entries: readonly { readonly name: string; readonly url: string }[];
};

/** An organisation object of schema.org data, as plain text. */
export type Organisation = Readonly<Record<EvidenceField, string | undefined>> & {
  readonly type: string;
  readonly name: string | undefined;
  /** The default hours of SEO plugins: 09:00 to 17:00 on all days. */
  readonly hoursAreDefault: boolean;
  /** Offers of `hasOfferCatalog`, `makesOffer` and `availableService`, and objects of type `Service`. */
  readonly services: readonly { readonly name: string; readonly url: string | undefined }[];
  /** Values of `serviceType`, often keywords; absent below two. */
  readonly service_types?: readonly string[];
};

export type PageEvidence = {
  readonly url: string;
  readonly role: PageRole;
  readonly evidence: readonly Evidence[];
  readonly organisations: readonly Organisation[];
  /** The main menu; only of the front page. */
  readonly menu: readonly MenuItem[];
  /** Titles that may name services; absent in evidence of earlier releases. */
  readonly groups?: readonly TitleGroup[];
  /** Title, description and main heading, which enumerate the services of many companies; only of the front page. */
  readonly description?: string;
  readonly prices: readonly string[];
  readonly tax: readonly string[];
};

/** Evidence of all sampled pages. */
export type SiteEvidence = {
  /** ISO 3166-1 codes of the probable countries of the company, the most probable first. */
  readonly countries: readonly string[];
  /** True if there is evidence for the first country besides the language of the site. */
  readonly countryIsCertain: boolean;
  /** Host names of the site, without `www.`. */
  readonly own: readonly string[];
  readonly pages: readonly PageEvidence[];
};
