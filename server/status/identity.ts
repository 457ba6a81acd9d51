import type { State } from '../../db/state/state.ts';
import { PATHS } from '../../shared/public-paths.ts';
import type { ServerConfig } from '../config.ts';
import type { Guard } from '../access/guard.ts';
import { withdrawalHeaders } from '../access/versioning.ts';
import { json, NO_STORE, type Route } from '../http/message.ts';
import { requireJson } from '../http/negotiation.ts';
import { requireBearer } from '../access/bearer.ts';
import { protectedResources } from '../access/protected-resources.ts';
import { quotaRecord } from '../access/quota.ts';

type Options = {
  readonly config: Pick<ServerConfig, 'siteUrl' | 'withdrawal'>;
  readonly guard: Guard;
  readonly clients: State['clients'];
  readonly now: () => Date;
};

/** `GET /agent/identity`: the client of a token and its quota; the request is not counted. */
export function identityRoutes({ config, guard, clients, now }: Options): readonly Route[] {
  const { siteUrl } = config;
  const guarded = {
    address: `${siteUrl}${PATHS.identity}`,
    metadataUrl: `${siteUrl}${protectedResources(siteUrl).site.metadataPath}`,
    authentication: 'required',
    metered: false,
  } as const;
  const identity = guard(guarded, async (request, admitted) => {
    requireJson(request);
    const bearer = requireBearer(admitted.bearer, siteUrl);
    const client = await clients.find(bearer.clientId);
    const name = client?.name ?? undefined;
    return json(
      200,
      {
        client_id: bearer.clientId,
        ...(name !== undefined && { client_name: name }),
        scope: bearer.scopes.join(' '),
        token_expires_in: bearer.expiresAt - Math.floor(now().getTime() / 1000),
        quota: quotaRecord(bearer, admitted.quota),
      },
      NO_STORE,
    );
  });
  return [{ path: PATHS.identity, methods: { GET: identity }, headers: withdrawalHeaders(config.withdrawal) }];
}
