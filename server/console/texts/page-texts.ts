// Plural forms of Spanish and English; `{count}` is the number.
type Counted = { readonly one: string; readonly other: string };

// Used by both pages; the browser fills in `{name}`.
type SharedTexts = {
  readonly skip: string;
  readonly documents: string;
  readonly copy: {
    readonly label: string;
    readonly done: string;
    // Shown when the browser cannot copy on a page without TLS; the text is then selected.
    readonly byHand: string;
    // Accessible name of a copy button.
    readonly what: string;
  };
  readonly answer: {
    readonly summary: string;
    readonly request: string;
    readonly headers: string;
    readonly body: string;
    readonly empty: string;
  };
  readonly duration: { readonly minutes: string; readonly seconds: string };
  readonly errors: {
    readonly network: string;
    readonly notFound: string;
    readonly invalid: string;
    readonly tokenNeeded: string;
    readonly clientRefused: string;
    readonly notReady: string;
    readonly server: string;
    readonly other: string;
    // Original message of the API, in English.
    readonly said: string;
    readonly retry: string;
  };
};

type ConsoleTexts = {
  readonly title: string;
  readonly titleOf: string;
  readonly description: string;
  readonly about: string;
  readonly noScript: string;
  readonly reference: string;
  readonly sections: string;
  readonly freshness: string;
  readonly pages: Counted;
  readonly tabs: {
    readonly search: string;
    readonly company: string;
    readonly figures: string;
    readonly account: string;
  };
  readonly quota: {
    readonly none: string;
    readonly count: string;
    readonly help: string;
    readonly policies: Readonly<Record<'anonimo' | 'identificado', string>>;
    readonly anonymous: string;
    readonly identified: string;
    readonly close: string;
  };
  readonly notice: {
    readonly quota: string;
    readonly registrations: string;
    readonly tokens: string;
    readonly again: string;
    readonly wait: string;
    readonly register: string;
    readonly tokenGone: string;
    readonly openOnSite: string;
  };
  readonly search: {
    readonly query: string;
    readonly example: string;
    readonly city: string;
    readonly allCities: string;
    readonly limit: string;
    readonly results: string;
    readonly more: string;
    readonly tooShort: string;
    readonly busy: string;
    readonly waiting: string;
    readonly failed: string;
    readonly none: string;
    readonly found: Counted;
    readonly foundMore: Counted;
    readonly hint: string;
    readonly keys: {
      readonly search: string;
      readonly move: string;
      readonly enter: string;
      readonly read: string;
      readonly back: string;
    };
  };
  readonly reader: {
    readonly page: string;
    readonly busy: string;
    readonly failed: string;
    readonly close: string;
    readonly more: string;
    readonly markdown: string;
    readonly image: string;
  };
  readonly calls: { readonly same: string; readonly read: string };
  readonly company: {
    readonly busy: string;
    readonly how: string;
    readonly services: string;
    readonly cities: string;
    readonly otherPages: string;
    readonly yes: string;
    readonly no: string;
    readonly onlineBooking: string;
    readonly fields: Readonly<
      Record<
        'legal_name' | 'tax_id' | 'address' | 'phone' | 'email' | 'whatsapp' | 'hours' | 'coverage' | 'prices' | 'tax',
        string
      >
    >;
    readonly model: Readonly<Record<'performed_by' | 'quoted_by' | 'invoiced_by' | 'warranty', string>>;
    readonly pages: Readonly<
      Record<'contact' | 'about' | 'prices' | 'faq' | 'jobs' | 'legal_notice' | 'privacy' | 'cookies', string>
    >;
  };
  readonly figures: {
    readonly none: string;
    readonly pages: string;
    readonly general: string;
    readonly cities: string;
    readonly built: string;
    readonly byCity: string;
    readonly byMonth: string;
    readonly earlier: string;
  };
  readonly account: {
    readonly register: string;
    readonly registerWhy: string;
    readonly name: string;
    readonly nameExample: string;
    readonly registerDo: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly token: string;
    readonly tokenWhy: string;
    readonly tokenDo: string;
    readonly tokenByCurl: string;
    readonly forget: string;
    readonly accessToken: string;
    readonly expires: string;
    readonly scopes: string;
    readonly quota: string;
    readonly quotaWhy: string;
    readonly quotaDo: string;
    readonly record: Readonly<
      Record<'policy' | 'limit' | 'used' | 'remaining' | 'reset_seconds' | 'client_id' | 'scope', string>
    >;
    readonly connect: string;
    readonly connectWhy: string;
    readonly connectToken: string;
    readonly address: string;
    readonly knowledge: string;
    readonly otherClients: string;
  };
};

type ReferenceTexts = {
  readonly title: string;
  readonly description: string;
  readonly console: string;
  readonly loading: string;
  readonly failed: string;
  readonly noScript: string;
  readonly operations: string;
  readonly tokenField: string;
  readonly tokenHelp: string;
  readonly tags: Readonly<Record<'contenido' | 'cuenta' | 'oauth' | 'mcp', string>>;
  readonly access: {
    readonly none: string;
    readonly optional: string;
    readonly token: string;
    readonly client: string;
  };
  readonly parameters: string;
  readonly required: string;
  readonly noParameters: string;
  readonly body: string;
  readonly tryIt: string;
  readonly send: string;
  readonly sending: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly responses: string;
  readonly example: string;
  readonly schema: string;
  readonly deprecated: string;
  readonly values: string;
};

/** Texts of the pages for people in a language. The type requires all of them. */
export type PageTexts = {
  readonly shared: SharedTexts;
  readonly console: ConsoleTexts;
  readonly reference: ReferenceTexts;
};
