/** A query of the owner, and the address or path of the page that ought to come first. */
export type GoldenQuery = { readonly query: string; readonly page: string };
