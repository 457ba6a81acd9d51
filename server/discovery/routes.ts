import type { ServerConfig } from '../config.ts';
import { withETag } from '../http/conditional.ts';
import type { Reply, Route } from '../http/message.ts';
import { protectedResources } from '../oauth/protected-resources.ts';
import { API_CATALOG_PATH, apiCatalog } from './api-catalog.ts';
import { AUTH_MD_PATH, authMd } from './auth-md.ts';
import { AUTHORIZATION_SERVER_PATH, authorizationServer, protectedResource } from './oauth-metadata.ts';

/** A document that changes only with the configuration. */
type Document = {
  readonly path: string;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The documents by which programs find their way, all derived from the configuration and never from a request. */
export function discoveryRoutes(config: ServerConfig): readonly Route[] {
  return documents(config).map(route);
}

function documents(config: ServerConfig): readonly Document[] {
  const resources = protectedResources(config.siteUrl);
  return [
    jsonDocument(AUTHORIZATION_SERVER_PATH, authorizationServer(config.siteUrl)),
    ...Object.values(resources).map((one) => jsonDocument(one.metadataPath, protectedResource(config.siteUrl, one))),
    {
      path: API_CATALOG_PATH,
      type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      body: JSON.stringify(apiCatalog(config)),
      headers: { Link: `<${API_CATALOG_PATH}>; rel="api-catalog"` },
    },
    {
      path: AUTH_MD_PATH,
      type: 'text/markdown; charset=utf-8',
      body: authMd(config.siteUrl, config.baseUrl),
    },
  ];
}

function jsonDocument(path: string, value: unknown): Document {
  return { path, type: 'application/json', body: JSON.stringify(value) };
}

function route({ path, type, body, headers }: Document): Route {
  const reply: Reply = {
    status: 200,
    headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=3600', ...headers },
    body,
  };
  return { path, methods: { GET: (request) => withETag(request, reply) } };
}
