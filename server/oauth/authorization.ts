import type { State } from '../../db/state/state.ts';
import type { Log } from '../../shared/log.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { shortOf, type ClientAddress } from '../access/client-address.ts';
import type { ProtectedResources } from '../access/protected-resources.ts';
import { MEDIA_TYPES } from '../http/media-types.ts';
import { prefersType } from '../http/negotiation.ts';
import { NO_STORE, type Reply, type Request } from '../http/message.ts';
import type { Content } from '../operations/content.ts';
import { consentPage, faultPage, PAGE_STYLE_SOURCE } from './authorization-page.ts';
import { ClientDocumentError, isDocumentId, type ClientDocuments } from './client-documents.ts';
import { knownScopes } from './client-metadata.ts';
import { noRoom, OAuthError, renderOAuthError, type OAuthErrorCode } from './errors.ts';
import { grantedAudience, parametersOf, readForm, type Form } from './form.ts';
import type { Grants } from './grants.ts';
import { isRedirectUri, matchesRedirectUri, redirectHost, redirectSource, withParameters } from './redirect-uris.ts';
import type { Throttles } from './throttles.ts';

type Options = {
  readonly siteUrl: string;
  readonly state: State;
  readonly content: () => Content | undefined;
  readonly clientAddress: (request: Request) => ClientAddress;
  readonly documents: ClientDocuments;
  readonly grants: Grants;
  readonly resources: ProtectedResources;
  readonly throttles: Throttles;
  readonly log: Log;
};

// A client with a valid redirect URI: from here on, errors are redirected to the client.
type Recipient = {
  readonly clientId: string;
  readonly name: string | null;
  // Scopes it may have, separated by spaces.
  readonly scope: string;
  readonly redirectUri: string;
  // The redirect URI as the request gave it.
  readonly named: string | undefined;
};

type Wish = { readonly challenge: string; readonly scope: string; readonly audience: readonly string[] };

const CHALLENGE = /^[\w-]{43}$/;

/**
 * `/oauth/authorize` (RFC 6749 §4.1.1, RFC 7636, RFC 8707, RFC 9207): GET shows the consent page, and its button sends
 * a POST request, which redirects to the client with a code. The server has no users: it identifies no person and
 * stores nothing.
 */
export function createAuthorization(options: Options) {
  const { siteUrl, state, clientAddress, documents, grants, resources, throttles, log } = options;
  const site = () => options.content()?.index.site;

  // Renders an error that must not be redirected: a page for a browser, JSON for a program.
  function showFault(request: Request, error: unknown): Reply {
    const reply = renderOAuthError(error);
    if (!(error instanceof OAuthError) || !prefersType(request, 'text/html', ['application/json'])) return reply;
    return html(reply.status, faultPage({ site: site(), siteUrl, detail: error.message }), reply.headers, '');
  }

  async function findRecipient(form: Form, address: ClientAddress): Promise<Recipient> {
    const clientId = form.get('client_id');
    if (clientId === undefined) throw new OAuthError('invalid_request', 'client_id is missing');
    const client = isDocumentId(clientId)
      ? await documents.find(clientId, () => throttles.clientDocument(address)).catch(documentFault)
      : await state.clients.find(clientId);
    if (!client) throw new OAuthError('invalid_request', 'client_id is not known: register the client again');
    const named = form.get('redirect_uri');
    const [only, ...rest] = client.redirectUris;
    const redirectUri = named ?? (rest.length === 0 ? only : undefined);
    if (redirectUri === undefined) throw new OAuthError('invalid_request', 'redirect_uri is missing');
    const isItsOwn = named === undefined ? isRedirectUri(redirectUri) : matchesRedirectUri(client.redirectUris, named);
    if (!isItsOwn) throw new OAuthError('invalid_request', 'redirect_uri is not one that the client registered');
    return { clientId, name: client.name, scope: client.scope, redirectUri, named };
  }

  function readWish(form: Form, { scope }: Recipient): Wish {
    if (form.get('response_type') !== 'code') {
      throw new OAuthError('unsupported_response_type', 'The only response_type is code');
    }
    if ((form.get('response_mode') ?? 'query') !== 'query') {
      throw new OAuthError('invalid_request', 'The only response_mode is query');
    }
    const challenge = form.get('code_challenge');
    if (challenge === undefined || form.get('code_challenge_method') !== 'S256' || !CHALLENGE.test(challenge)) {
      throw new OAuthError('invalid_request', 'PKCE is required: code_challenge with code_challenge_method=S256');
    }
    const requested = form.get('scope');
    const allowed = scope.split(' ');
    const granted =
      requested === undefined
        ? allowed
        : knownScopes(requested)
            .split(' ')
            .filter((value) => allowed.includes(value));
    return {
      challenge,
      scope: (granted.length === 0 ? allowed : granted).join(' '),
      audience: grantedAudience(form, resources),
    };
  }

  // Redirects to the client with an authorization response; 303, so that the browser forgets the form (RFC 9700 §4.12).
  function respond(form: Form, { redirectUri }: Recipient, parameters: Readonly<Record<string, string>>): Reply {
    const location = withParameters(redirectUri, { ...parameters, state: form.get('state'), iss: siteUrl });
    return { status: 303, headers: { ...NO_STORE, Location: location }, body: '' };
  }

  async function answer(
    request: Request,
    read: () => Form | Promise<Form>,
    proceed: (form: Form, recipient: Recipient, wish: Wish, address: ClientAddress) => Reply | Promise<Reply>,
  ): Promise<Reply> {
    const address = clientAddress(request);
    let form: Form;
    let recipient: Recipient;
    try {
      form = await read();
      recipient = await findRecipient(form, address);
    } catch (error) {
      if (error instanceof OAuthError) return showFault(request, error);
      throw error;
    }
    try {
      return await proceed(form, recipient, readWish(form, recipient), address);
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      if (error.code === 'temporarily_unavailable') return showFault(request, error);
      const code: OAuthErrorCode = error.code;
      return respond(form, recipient, { error: code, error_description: error.message });
    }
  }

  const show = (request: Request): Promise<Reply> =>
    answer(
      request,
      () => parametersOf(request.query),
      (form, recipient) => {
        const page = consentPage({
          site: site(),
          siteUrl,
          action: `${siteUrl}${PATHS.oauth.authorize}`,
          client: recipient.name,
          host: redirectHost(recipient.redirectUri),
          fields: fieldsOf(form),
        });
        return html(200, page, NO_STORE, ` ${redirectSource(recipient.redirectUri)}`);
      },
    );

  const grant = (request: Request): Promise<Reply> =>
    answer(
      request,
      () => readForm(request),
      async (form, recipient, { challenge, scope, audience }, address) => {
        // The button is on a page of this server; a form on another origin would bypass it.
        const from = request.headers['sec-fetch-site'];
        if (from !== undefined && from !== 'same-origin' && from !== 'none') {
          throw new OAuthError('invalid_request', 'The confirmation did not come from the page of this server');
        }
        if (!(await state.clients.hasRoom())) throw noRoom();
        await throttles.authorization(address);
        const { clientId, named } = recipient;
        const code = await grants.issueCode({ clientId, scope, audience }, { redirectUri: named, challenge });
        log.info({ client: clientId, scope, from: shortOf(address) }, 'oauth.authorization.granted');
        return respond(form, recipient, { code });
      },
    );

  return { show, grant };
}

// Parameters that the page carries from the request to the confirmation.
const CARRIED = [
  'response_type',
  'response_mode',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
] as const;

function fieldsOf(form: Form): readonly (readonly [name: string, value: string])[] {
  return CARRIED.flatMap((name) => form.all(name).map((value) => [name, value] as const));
}

function documentFault(error: unknown): never {
  if (error instanceof ClientDocumentError) {
    throw new OAuthError('invalid_request', `The client document at client_id is not valid. ${error.message}`);
  }
  throw error;
}

// `destination` is an additional origin for `form-action`.
function html(status: number, body: string, headers: Reply['headers'], destination: string): Reply {
  const { 'Content-Type': _, ...rest } = headers;
  const policy =
    `default-src 'none'; style-src ${PAGE_STYLE_SOURCE}; form-action 'self'${destination}; base-uri 'none'; ` +
    "frame-ancestors 'none'";
  return {
    status,
    headers: { ...rest, 'Content-Type': MEDIA_TYPES.html, 'Content-Security-Policy': policy },
    body,
  };
}
