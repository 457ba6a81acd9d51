import type { Client, State } from '../../db/state/state.ts';
import type { Log } from '../../shared/log.ts';
import { PATHS } from '../../shared/public-paths.ts';
import type { Handler, Reply, Request, Route } from '../http/message.ts';
import { shortOf, type ClientAddress } from '../access/client-address.ts';
import { createClientAuthentication } from './client-authentication.ts';
import type { RandomBytes } from './credentials.ts';
import { OAuthError, renderOAuthError } from './errors.ts';
import { readForm, type Form } from './form.ts';
import { protectedResources } from '../access/protected-resources.ts';
import { createRegistration } from './registration.ts';
import { createThrottles } from './throttles.ts';
import { createTokenEndpoint } from './token.ts';
import { createIntrospection, createRevocation } from './token-management.ts';

type Options = {
  readonly siteUrl: string;
  readonly state: State;
  readonly clientAddress: (request: Request) => ClientAddress;
  readonly log: Log;
  /** Told the name of the limit for which a request is refused. */
  readonly onRefusal?: ((policy: string) => void) | undefined;
  readonly now: () => Date;
  readonly randomBytes: RandomBytes;
};

/** An endpoint for authenticated clients. */
type ClientEndpoint = (client: Client, form: Form, address: ClientAddress) => Promise<Reply>;

/** The authorization server: registration, tokens, revocation, introspection. */
export function oauthRoutes(options: Options): readonly Route[] {
  const { siteUrl, state, clientAddress, log } = options;
  const throttles = createThrottles(state, options.onRefusal);
  const authenticateClient = createClientAuthentication(state);
  const register = createRegistration({ ...options, throttles });
  const issueToken = createTokenEndpoint({ ...options, resources: protectedResources(siteUrl) });

  async function authenticate(request: Request, form: Form, address: ClientAddress): Promise<Client> {
    try {
      return await authenticateClient(request, form);
    } catch (error) {
      if (error instanceof OAuthError && error.code === 'invalid_client') {
        log.warn({ endpoint: request.path, from: shortOf(address) }, 'oauth.client.authentication.failed');
        await throttles.failedAuthentication(address);
      }
      throw error;
    }
  }

  const forClient =
    (endpoint: ClientEndpoint, limit?: (client: Client) => Promise<Reply['headers']>): Handler =>
    async (request) => {
      const address = clientAddress(request);
      const form = await readForm(request);
      const client = await authenticate(request, form, address);
      const headers = await limit?.(client);
      const reply = await endpoint(client, form, address);
      return { ...reply, headers: { ...reply.headers, ...headers } };
    };

  return [
    post(PATHS.oauth.register, (request) => register(request, clientAddress(request))),
    post(
      PATHS.oauth.token,
      forClient(issueToken, ({ id }) => throttles.token(id)),
    ),
    post(PATHS.oauth.revoke, forClient(createRevocation(options))),
    post(PATHS.oauth.introspect, forClient(createIntrospection({ state, issuer: siteUrl }))),
    {
      path: PATHS.oauth.authorize,
      methods: { GET: withOAuthErrors(refuseAuthorization), POST: withOAuthErrors(refuseAuthorization) },
      renderError: renderOAuthError,
    },
    { path: '/oauth/*', methods: {}, renderError: renderOAuthError },
  ];
}

/** There is no user to ask. The address exists because MCP clients refuse metadata without it. */
function refuseAuthorization(): never {
  throw new OAuthError(
    'unsupported_response_type',
    'This server has only the client_credentials grant: there is no user login. Use it without authentication, or see ' +
      PATHS.authMd,
  );
}

function post(path: string, handler: Handler): Route {
  return { path, methods: { POST: withOAuthErrors(handler) }, renderError: renderOAuthError };
}

/** Renders refusals in OAuth's words; anything else that is thrown goes up, to be rendered and logged where every fault is. */
function withOAuthErrors(handler: Handler): Handler {
  return async (request) => {
    try {
      return await handler(request);
    } catch (error) {
      if (error instanceof OAuthError) return renderOAuthError(error);
      throw error;
    }
  };
}
