/** A query of the owner with the address or path of the expected first result. */
export type GoldenQuery = { readonly query: string; readonly page: string };
