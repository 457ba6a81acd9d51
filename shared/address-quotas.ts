/** Requests that an address may make in a minute without a token, unless the owner gives it more. */
export const ANONYMOUS_LIMIT = 60;

/** Addresses that the owner gives more, such as those from which the agents of many people come. */
export type AddressQuota = {
  /** Name for people. */
  readonly name: string;
  /** Addresses and CIDR blocks. */
  readonly addresses: readonly string[];
  /** Requests in a minute, for each address. */
  readonly limit: number;
};
