import type { Finding } from './finding.ts';

/** Faults of a reverse proxy or gateway in front of the service. */
export type Fault =
  | 'not_passed'
  | 'dot_rule'
  | 'redirect'
  | 'authorization'
  | 'forwarded_for'
  | 'trust_proxy'
  | 'cached'
  | 'down'
  | 'method'
  | 'links'
  | 'markdown'
  | 'mixed'
  | 'uncompressed'
  | 'well_known'
  | 'own_file'
  | 'no_secret';

type Fix = {
  readonly what: string;
  readonly nginx?: string;
  readonly apache?: string;
  readonly caddy?: string;
  readonly plugin?: string;
};

/** Fixes for nginx, Apache, Caddy and the plugin's gateway; deploy/ has complete examples of each. */
const FIXES: Record<Fault, Fix> = {
  not_passed: {
    what: 'pass this address to the service before WordPress sees it',
    nginx: 'location ^~ PATH { proxy_pass http://127.0.0.1:8080; }',
    apache: 'ProxyPass "PATH" "http://127.0.0.1:8080PATH" in the virtual host, above everything else',
    caddy: 'handle PATH { reverse_proxy 127.0.0.1:8080 } above everything else, inside `route`',
    plugin:
      'Settings, Content Service: switch the gateway on. If it is on, Site Health says what the host keeps from it, with lines for .htaccess',
  },
  dot_rule: {
    what: 'the rule that denies paths with a dot swallows /.well-known/',
    nginx: 'the locations of /.well-known/ as in deploy/nginx.conf (part 2): = and ^~ win over `location ~ /\\.`',
    apache:
      '<LocationMatch "^/\\.well-known/"> Require all granted </LocationMatch> after the rule, and ProxyPass for it; in .htaccess: RewriteRule "^\\.well-known/" - [L] first',
    caddy: '`not path /.well-known/*` in the matcher of that rule, as @hidden in deploy/Caddyfile has it',
    plugin:
      'the lines that Site Health shows, at the top of .htaccess in the folder of the domain; nginx: ask the host for its last two',
  },
  redirect: {
    what: 'clients follow no redirect here: answer at this very address, and set PUBLIC_URL to the address at which the site ends up',
    nginx: 'no `rewrite` or `return 301` before the locations of the service',
    apache:
      'no Redirect or RewriteRule [R] for these paths: RewriteCond %{REQUEST_URI} !^/(wp-json/agentes|oauth|\\.well-known)/',
    caddy: 'no `redir` or `uri` for these paths before their `handle`',
  },
  authorization: {
    what: 'the Authorization header is lost on the way',
    nginx: 'proxy_set_header Authorization $http_authorization; and no auth_basic here',
    apache: 'ProxyPass hands it on; look for `RequestHeader unset Authorization` and for AuthType in these locations',
    caddy: 'reverse_proxy hands it on; look for `header_up -Authorization` and for basicauth here',
    plugin:
      'SetEnvIf Authorization "(.*)" HTTP_AUTHORIZATION=$1 at the top of .htaccess, or ask the host for CGIPassAuth On',
  },
  forwarded_for: {
    what: 'a stranger’s X-Forwarded-For is believed, so anybody can have as many quotas as they like: let the proxy overwrite it, and TRUST_PROXY name only that proxy',
    nginx: 'proxy_set_header X-Forwarded-For $remote_addr;',
    apache: 'ProxyAddHeaders Off and RequestHeader set X-Forwarded-For "expr=%{REMOTE_ADDR}"',
    caddy: 'no `header_up X-Forwarded-For` and no trusted_proxies that are strangers: Caddy then sets it itself',
  },
  trust_proxy: {
    what: 'all visitors share one quota, because the service sees only the proxy: set TRUST_PROXY to the address from which the proxy connects, such as 127.0.0.1',
    nginx: 'proxy_set_header X-Forwarded-For $remote_addr;',
    apache: 'RequestHeader set X-Forwarded-For "expr=%{REMOTE_ADDR}"',
    caddy: 'reverse_proxy sets X-Forwarded-For by itself',
  },
  cached: {
    what: 'a page cache keeps answers that must not be kept: leave these paths out of it (also in the CDN)',
    nginx: 'proxy_cache off; in the locations of the service',
    apache: 'CacheDisable "PATH"',
    caddy: 'no cache handler in the `handle` of the service',
    plugin: 'page caches of WordPress are told; ask the host to leave PATH out of its own, and empty it',
  },
  down: {
    what: 'the web server does not reach the service: start npm run serve, and compare HOST and PORT with the proxy’s address',
    plugin: 'compare its address with HOST and PORT; the host may have to open the way to another machine',
  },
  method: {
    what: 'something in front refuses the method: let OPTIONS and POST through',
    nginx: 'no `limit_except` in the locations of the service',
    apache: 'no <Limit> or <LimitExcept> for them, no rule of ModSecurity',
    caddy: 'no `method` in the matchers of the service',
    plugin: 'ask the host to let OPTIONS and POST through to PATH, past ModSecurity too',
  },
  links: {
    what: 'have the web server add Link and Vary to the HTML of WordPress, so that agents find the service from any page',
    nginx: 'the maps $links_of_page and $vary_of_page of deploy/nginx.conf, and their two add_header lines (part 3)',
    apache: 'part 3 of deploy/apache.conf',
    caddy: 'the map {links_of_page} of deploy/Caddyfile, and handle_response @html in php_fastcgi (part 4)',
    plugin: 'Settings, Content Service: switch the links on',
  },
  markdown: {
    what: 'let the web server ask the service where somebody wants a page as Markdown, before any page cache',
    nginx: 'the map $wants_markdown of deploy/nginx.conf, and part 3',
    apache: 'part 2 of deploy/apache.conf',
    caddy: '@wants_markdown of deploy/Caddyfile (part 3), and its `handle`',
    plugin: 'the gateway answers it; where a page cache is faster with HTML, the address that ends in .md remains',
  },
  mixed: {
    what: 'a cache keeps one answer for both: let the web server decide by Accept before the cache, and the CDN leave answers with `Cache-Control: private` alone; empty the cache',
    nginx: 'part 3 of deploy/nginx.conf as it is, and fastcgi_cache in the location of PHP alone',
    apache: 'part 2 of deploy/apache.conf as it is, above everything else',
    caddy: 'part 3 of deploy/Caddyfile as it is, and any cache in the `handle` of WordPress alone',
  },
  uncompressed: {
    what: 'switch compression on in the web server',
    nginx: 'gzip on; gzip_vary on; gzip_proxied any; and gzip_types as in deploy/nginx.conf',
    apache: 'a2enmod deflate filter, and the AddOutputFilterByType line of deploy/apache.conf',
    caddy: 'encode zstd gzip',
  },
  well_known: {
    what: 'pass on only what the service has there',
    nginx:
      'the locations of /.well-known/ as in deploy/nginx.conf (part 2), in place of `location ^~ /.well-known/ { proxy_pass … }`',
    apache:
      'the ProxyPassMatch of /.well-known/ as in deploy/apache.conf (part 1), in place of a ProxyPass for all of it',
    caddy: '@content_service_documents of deploy/Caddyfile (part 1), in place of all of /.well-known/*',
  },
  own_file: {
    what: 'pass this address to the service too',
    nginx: 'location ^~ /.well-known/ with try_files and @content_service_first, as in deploy/nginx.conf (part 2)',
    apache:
      'ProxyPass "PATH" "http://127.0.0.1:8080PATH" in the virtual host, or its name in both lines of deploy/apache.conf (part 1)',
    caddy: 'handle @well_known of deploy/Caddyfile, after @well_known_file',
    plugin:
      'the lines that Site Health shows, at the top of .htaccess in the folder of the domain; nginx: ask the host for its last two',
  },
  no_secret: {
    what: 'all visitors share one quota, because the service does not believe the gateway: set GATEWAY_SECRET to the secret of the WordPress plugin',
  },
};

/** Advice for a fault at an address: directives of each web server, and what to do with the plugin. */
export function fixFor(fault: Fault, path: string): string {
  const { what, nginx, apache, caddy, plugin } = FIXES[fault];
  const lines = [
    what,
    nginx && `nginx: ${nginx}`,
    apache && `Apache: ${apache}`,
    caddy && `Caddy: ${caddy}`,
    plugin && `WordPress plugin: ${plugin}`,
  ].filter((line) => line !== undefined);
  return lines.join('\n').replaceAll('PATH', path);
}

/** A finding without the directives of web servers, which nobody can change where the gateway leads. */
export function forGateway(finding: Finding): Finding {
  if (finding.advice === undefined) return finding;
  return { ...finding, advice: finding.advice.replaceAll(/^(?:nginx|Apache|Caddy): .*\n?/gm, '').trimEnd() };
}
