import { WordPressError } from './errors.ts';
import type { RetryPolicy } from './pace.ts';
import type { Requests } from './requests.ts';

type AssetOptions = {
  readonly requests: Requests;
  /** The address to ask for an address of the site. */
  readonly addressOf: (address: string) => string;
};

const TYPES = {
  style: { accept: 'text/css', isType: /^text\/css\b/i },
  script: { accept: 'text/javascript', isType: /^(?:text|application)\/(?:x-)?(?:javascript|ecmascript)\b/i },
} as const;

/** Largest style sheet or script that is read, in bytes. */
const MOST_BYTES = 500_000;

/** A page can be read without them, so one attempt is enough. */
const never: RetryPolicy = () => 1;

/** Fetches the style sheets and scripts of a site's pages, as visitors do; throws a WordPressError. */
export function createAssets({ requests, addressOf }: AssetOptions) {
  return async function fetch(kind: keyof typeof TYPES, address: string): Promise<string> {
    const { accept, isType } = TYPES[kind];
    return await requests.get({
      url: addressOf(address),
      headers: { accept },
      asVisitor: true,
      retry: never,
      read({ url, status, headers, body }) {
        if (status !== 200) throw new WordPressError('status', `The site answered ${status}`, { url, status });
        const type = headers['content-type'] ?? '';
        if (!isType.test(type))
          throw new WordPressError('unexpected', `The site answered with ${type}`, { url, status });
        if (body.length > MOST_BYTES) {
          throw new WordPressError('too_large', `A ${kind} of ${body.length} bytes is too large`, { url, status });
        }
        return body.toString('utf8');
      },
    });
  };
}
export type Assets = ReturnType<typeof createAssets>;
