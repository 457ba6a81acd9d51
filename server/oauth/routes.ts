import type { Client, State } from '../../db/state/state.ts';
import type { Log } from '../../shared/log.ts';
import { PATHS } from '../../shared/public-paths.ts';
import type { Handler, Reply, Request, Route } from '../http/message.ts';
import type { Content } from '../operations/content.ts';
import { shortOf, type ClientAddress } from '../access/client-address.ts';
import { protectedResources } from '../access/protected-resources.ts';
import { createClientAuthentication } from './client-authentication.ts';
import type { RandomBytes } from './credentials.ts';
import { OAuthError, renderOAuthError } from './errors.ts';
import { readForm, type Form } from './form.ts';
import { createAuthorization } from './authorization.ts';
import { createClientDocuments, type FetchClientDocument } from './client-documents.ts';
import { createGrants } from './grants.ts';
import { createRegistration } from './registration.ts';
import { createThrottles } from './throttles.ts';
import { createTokenEndpoint } from './token.ts';
import { createIntrospection, createRevocation } from './token-management.ts';

type Options = {
  readonly siteUrl: string;
  readonly content: () => Content | undefined;
  readonly fetchClientDocument: FetchClientDocument;
  readonly state: State;
  readonly clientAddress: (request: Request) => ClientAddress;
  readonly log: Log;
  // Called with the name of the exceeded limit.
  readonly onRefusal?: ((policy: string) => void) | undefined;
  readonly now: () => Date;
  readonly randomBytes: RandomBytes;
};

type ClientEndpoint = (client: Client, form: Form, address: ClientAddress) => Promise<Reply>;

/** Routes of the authorization server: registration, authorization, tokens, revocation, introspection. */
export function oauthRoutes(options: Options): readonly Route[] {
  const { siteUrl, state, clientAddress, log } = options;
  const throttles = createThrottles(state, options.onRefusal);
  const grants = createGrants(options);
  const documents = createClientDocuments({ ...options, fetchDocument: options.fetchClientDocument });
  const resources = protectedResources(siteUrl);
  const authorization = createAuthorization({ ...options, documents, grants, resources, throttles });
  const authenticateClient = createClientAuthentication(state);
  const register = createRegistration({ ...options, throttles });
  const issueToken = createTokenEndpoint({ ...options, grants, throttles, resources });

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
    (
      endpoint: ClientEndpoint,
      limit?: (client: Client, address: ClientAddress) => Promise<Reply['headers']>,
    ): Handler =>
    async (request) => {
      const address = clientAddress(request);
      const form = await readForm(request);
      const client = await authenticate(request, form, address);
      const headers = await limit?.(client, address);
      const reply = await endpoint(client, form, address);
      return { ...reply, headers: { ...reply.headers, ...headers } };
    };

  return [
    post(PATHS.oauth.register, (request) => register(request, clientAddress(request))),
    post(PATHS.oauth.token, forClient(issueToken, throttles.token)),
    post(PATHS.oauth.revoke, forClient(createRevocation({ state, grants, log }))),
    post(PATHS.oauth.introspect, forClient(createIntrospection({ state, grants, issuer: siteUrl }))),
    {
      path: PATHS.oauth.authorize,
      methods: { GET: withOAuthErrors(authorization.show), POST: withOAuthErrors(authorization.grant) },
      renderError: renderOAuthError,
    },
    { path: '/oauth/*', methods: {}, renderError: renderOAuthError },
  ];
}

function post(path: string, handler: Handler): Route {
  return { path, methods: { POST: withOAuthErrors(handler) }, renderError: renderOAuthError };
}

// Renders `OAuthError`; other errors are rethrown for the error handler of the app.
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
