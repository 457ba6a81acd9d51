import { AppError } from '../../shared/errors.ts';
import { ALL_SCOPES, type Scope } from '../../shared/operations.ts';
import { counted } from '../../shared/printable.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { decodePairs } from '../http/form-encoding.ts';
import type { Handler, Reply, Request } from '../http/message.ts';
import { recovered, whenSettled } from '../http/settled.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { ContentApi, QuotaUse, Noted } from '../ledger/entries.ts';
import { requireBearer, wayToToken, type Bearer, type BearerAuthentication, challengeHeaders } from './bearer.ts';
import type { ClientAddress } from './client-address.ts';
import { POLICIES } from './limits.ts';
import { quotaHeaders, type Quota, type QuotaKeeper } from './quota.ts';

type Options = {
  readonly siteUrl: string;
  readonly authenticate: BearerAuthentication;
  readonly quota: QuotaKeeper;
  readonly clientAddress: (request: Request) => ClientAddress;
  // Requests per window for a client without a token.
  readonly anonymousLimit: (client: ClientAddress) => number;
  // Called with the policy of each rejected request.
  readonly onRefusal?: ((policy: string) => void) | undefined;
  readonly ledger: Ledger;
  // Renders an error, unless the guarded handler has a renderer.
  readonly renderError: RenderRefusal;
};

// Receives the challenge and rate limit headers.
type RenderRefusal = (error: AppError, headers: Reply['headers']) => Reply;

/** A guarded address with its access conditions. */
export type Guarded = {
  /** The address that the audience of a token must cover. */
  readonly address: string;
  /** URL of the protected resource metadata, for the challenge. */
  readonly metadataUrl: string;
  readonly authentication: 'optional' | 'required';
  /** The scope that a required token must have; any scope is accepted by default. */
  readonly scope?: Scope;
  /** API and operation of a metered request. With false, a response reports the quota without counting. */
  readonly metered: false | { readonly api: ContentApi; readonly operation: string };
};

/** The caller of an admitted request and its quota. */
export type Admitted = {
  readonly bearer: Bearer | undefined;
  readonly quota: Quota;
  /** Adds a query or page to the ledger. */
  readonly note: (noted: Noted | undefined) => void;
};

// A counted request.
type Counted = {
  readonly bearer: Bearer | undefined;
  readonly client: ClientAddress;
  readonly clientId: string | undefined;
  readonly quota: Quota;
};

/**
 * Creates the guard of operations. It responds 401 to an invalid token, 401 to a missing required token and 403 to a
 * missing scope, in this order. Then it counts the request, whether it succeeds or fails; later responses have rate
 * limit headers.
 */
export function createGuard({
  siteUrl,
  authenticate,
  quota: keeper,
  clientAddress,
  anonymousLimit,
  onRefusal,
  ledger,
  ...defaults
}: Options) {
  return (
    guarded: Guarded,
    answer: (request: Request, admitted: Admitted) => Reply | Promise<Reply>,
    renderError: RenderRefusal = defaults.renderError,
  ): Handler => {
    const { address, metadataUrl, authentication, metered } = guarded;
    const required = authentication === 'required';
    const countCall = metered ? ledger.callsOf(metered.api, metered.operation) : undefined;

    function admit(request: Request, bearer: Bearer | undefined): Reply | Promise<Reply> {
      if (required) requireBearer(bearer, siteUrl, guarded.scope);
      const client = clientAddress(request);
      // Without content:read a token has the anonymous quota, but get_quota reports its client.
      const identified = required || bearer?.scopes.includes('content:read');
      const clientId = identified ? bearer?.clientId : undefined;
      const caller = { address: client.key, anonymousLimit: anonymousLimit(client), clientId };
      return whenSettled(metered ? keeper.count(caller) : keeper.look(caller), (quota) =>
        recovered(
          () =>
            whenSettled(respond(request, { bearer, client, clientId, quota }), (reply) => ({
              ...reply,
              callerHeaders: quotaHeaders(quota),
            })),
          (error) => refuse(error, quotaHeaders(quota)),
        ),
      );
    }

    function respond(request: Request, { bearer, client, clientId, quota }: Counted): Reply | Promise<Reply> {
      const userAgent = request.headers['user-agent'];
      countCall?.(userAgent, clientId !== undefined, useOf(quota));
      if (quota.exceeded) {
        onRefusal?.(quota.policy.name);
        throw exhausted(quota, bearer, siteUrl);
      }
      refuseTokenInQuery(request);
      const note = (noted: Noted | undefined) => {
        if (noted) ledger.note(noted, { client, clientId, userAgent });
      };
      return answer(request, { bearer, quota, note });
    }

    function refuse(error: unknown, ofQuota: Reply['headers'] = {}): Reply {
      const headers = { ...challengeHeaders(error, metadataUrl), ...ofQuota };
      if (!(error instanceof AppError) || Object.keys(headers).length === 0) throw error;
      return renderError(error, headers);
    }

    // Waits only for the check of a token and for shared counters.
    return (request) =>
      recovered(() => whenSettled(authenticate(request, address), (bearer) => admit(request, bearer)), refuse);
  };
}
export type Guard = ReturnType<typeof createGuard>;

function useOf({ exceeded, used, policy }: Quota): QuotaUse {
  return exceeded ? 'refused' : used * 2 > policy.limit ? 'high' : 'low';
}

function exhausted(quota: Quota, bearer: Bearer | undefined, siteUrl: string): AppError {
  const wait = `Wait ${counted(quota.resetSeconds, 'second')}`;
  const more = `for ${POLICIES.identificado.limit} requests per minute`;
  const hint =
    quota.policy.limit >= POLICIES.identificado.limit
      ? `${wait}.`
      : bearer
        ? `${wait}; or, ${more}, get a token with scope=${ALL_SCOPES} at ${siteUrl}${PATHS.oauth.token}.`
        : `${wait}; or, ${more}, ${wayToToken(siteUrl)}.`;
  return new AppError('quota_exhausted', `The quota of ${quota.policy.limit} requests per minute is exhausted`, {
    hint,
    retryAfter: quota.resetSeconds,
  });
}

// RFC 6750 §2.3 is not supported: logs retain URLs. Such requests are rejected rather than ignored.
function refuseTokenInQuery({ query }: Request): void {
  if (!query.includes('access_token') && !query.includes('%')) return;
  if (!decodePairs(query).some(([name]) => name === 'access_token')) return;
  const message = 'access_token is not accepted in the URL';
  throw new AppError('invalid_parameter', message, {
    hint: 'Send the token in the header "Authorization: Bearer <ACCESS_TOKEN>".',
    parameters: [{ name: 'access_token', code: 'rest_invalid_pattern', message }],
  });
}
