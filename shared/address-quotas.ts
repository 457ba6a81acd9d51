/** Default limit of anonymous requests per minute for an address. */
export const ANONYMOUS_LIMIT = 60;

/** Address blocks with a larger anonymous limit, such as the networks of an assistant's provider. */
export type AddressQuota = {
  /** Display name. */
  readonly name: string;
  /** Addresses and CIDR blocks. */
  readonly addresses: readonly string[];
  /** Requests per minute for each address. */
  readonly limit: number;
};
