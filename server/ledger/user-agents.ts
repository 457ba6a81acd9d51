import { memoize } from '../../shared/cache.ts';
import { OWN_USER_AGENT } from '../../shared/own-user-agent.ts';
import PRODUCTS from './user-agents.json' with { type: 'json' };

/** A family of callers by their User-Agent. */
export type Family = {
  readonly name: string;
  /** A hosted assistant, whose address calls for many people. */
  readonly isHosted: boolean;
  /** The doctor, the sync or the WordPress plugin of this service. Their calls are not counted. */
  readonly isOwn?: boolean;
};

// The first match names the family. The patterns of user-agents.json follow the products' documentation, without versions.
const FAMILIES: readonly { readonly pattern: RegExp; readonly family: Family }[] = [
  { pattern: OWN_USER_AGENT, family: { name: 'Own checks', isHosted: false, isOwn: true } },
  ...PRODUCTS.map(({ name, pattern, hosted = false }) => ({
    pattern: new RegExp(pattern, 'i'),
    family: { name, isHosted: hosted },
  })),
];

const NONE: Family = { name: 'None', isHosted: false };
const OTHER: Family = { name: 'Others', isHosted: false };

// Longest matched part of a User-Agent.
const LOOKED_AT = 300;

const matchedFamily = memoize({
  maxBytes: 500_000,
  compute: (text: string) => FAMILIES.find(({ pattern }) => pattern.test(text))?.family ?? OTHER,
});

/** Finds the family of a User-Agent, and caches recent results. */
export const familyOf = (userAgent = ''): Family =>
  userAgent === '' ? NONE : matchedFamily(userAgent.slice(0, LOOKED_AT));
