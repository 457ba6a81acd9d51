import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type TinyPage = {
  readonly id: number;
  readonly slug: string;
  readonly modified_gmt: string;
  readonly content: string;
  /** Its title in the REST API; the slug without one. */
  readonly title?: string;
  readonly password?: boolean;
  /** The REST API neither lists it nor gives it; its address is there. */
  readonly unlisted?: boolean;
  /** The address, where a plugin or a parent makes it another one than the slug's. */
  readonly path?: string;
  /** The text for whoever is not logged in, in the REST API too. */
  readonly publicContent?: string;
  /** The visitor's side of the page, where plugins and the theme make it another one. */
  readonly shown?: Shown;
  /** Code of its language on a site with a translation plugin. */
  readonly language?: string;
  /** Fields of plugins, and whatever else this page's answer should have. */
  readonly extra?: Readonly<Record<string, unknown>>;
};

/** A page of the theme, as plugins change it for visitors. */
export type Shown = {
  readonly status?: number;
  /** Elements of the head, such as a robots meta element. */
  readonly head?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** HTML in the place of the text. */
  readonly main?: string;
  /** All that is in its body, of a theme without a main element. */
  readonly body?: string;
  /** The classes of its body, in a theme that names no page's address. */
  readonly bodyClass?: string;
  /** Target of a redirect that visitors get. */
  readonly redirect?: string;
  /** The message with which WordPress ends instead (`wp_die`). */
  readonly died?: string;
  /** Its title, if the theme shows another than the REST API. */
  readonly title?: string;
};

/** `count` pages with ids from 11 on. */
export function tinyPages(count: number): TinyPage[] {
  return Array.from({ length: count }, (_, index) => ({
    id: 11 + index,
    slug: `pagina-${11 + index}`,
    modified_gmt: '2026-03-01T08:30:00',
    content: `<p>Texto de la página ${11 + index}.</p>`,
  }));
}

const PASSWORD_FORM =
  '<form class="post-password-form" method="post"><p>Este contenido está protegido.</p><input type="password" name="post_password" /></form>';

const pathOf = ({ path, slug }: TinyPage): string => path ?? `/${slug}/`;

/** A further post type: `wp/v3` products of a shop. */
type TinyType = { readonly namespace: string; readonly pages: TinyPage[]; readonly fails?: boolean };

function describeTypes(types: Readonly<Record<string, TinyType>>): unknown {
  const described = Object.entries(types).map(([base, { namespace }]) => [
    base,
    { slug: base, name: base, rest_base: base, rest_namespace: namespace },
  ]);
  return {
    page: { slug: 'page', name: 'Páginas', rest_base: 'pages', rest_namespace: 'wp/v2' },
    ...Object.fromEntries(described),
  };
}

/** `orderby` and `order`; WordPress orders pages of the same second as MySQL likes. */
function orderOf(query: URLSearchParams): (a: TinyPage, b: TinyPage) => number {
  const direction = query.get('order') === 'desc' ? -1 : 1;
  if (query.get('orderby') !== 'modified') return (a, b) => direction * (a.id - b.id);
  return (a, b) => direction * (Number(a.modified_gmt > b.modified_gmt) - Number(a.modified_gmt < b.modified_gmt));
}

/** The Store API of a shop. */
type TinyShop = {
  /** Ids of the products whose catalog visibility is hidden. */
  readonly hidden: readonly number[];
  readonly fails?: boolean;
  /** It lists every product, whatever it is asked. */
  readonly isDeaf?: boolean;
};

type TinySite = {
  shop?: TinyShop;
  /** Post types besides pages, by their base. */
  types?: Record<string, TinyType>;
  pages: TinyPage[];
  /** `lang` of the theme's pages; `es-ES` unless the settings say another. */
  language?: string;
  /** The visitor's side of every page: maintenance, a broken theme. */
  everywhere?: Shown | undefined;
  /** Codes of a translation plugin's languages, the default one first; pages without a `language` are in that. */
  languages?: readonly string[];
  /** The plugin; Polylang Pro where there is none and the site has languages. */
  wpml?: boolean;
  /** HTML of the front page. */
  front?: string;
  /** Files of the theme, by their paths. */
  files?: Readonly<Record<string, string>>;
};

type TinyOptions = {
  readonly pages: readonly TinyPage[];
  /** Root of the API; `?rest_route=/` for plain permalinks. */
  readonly root?: string;
  /** Place in which the front page announces the API, if it does. */
  readonly announce?: 'header' | 'html' | 'no';
  /** Root that it announces, if not the true one. */
  readonly announced?: string;
  /** Fields of the root's answer; `home` and `url` are the server's address unless said otherwise. */
  readonly about?: Readonly<Record<string, unknown>>;
};

/**
 * The part of a WordPress that sync reads, with its behaviour: list by page or by id, the code for a page past the end,
 * X-WP-Total, no field that was not asked for.
 */
export async function startTinyWordPress({
  pages,
  root = '/wp-json/',
  announce = 'header',
  announced,
  about = {},
}: TinyOptions) {
  const site: TinySite = { pages: [...pages] };
  /** Address that visitors know; each request sets it. */
  let home = '';
  /** Answers a request at once, as the site at this address. */
  function answerAs(address: string, request: IncomingMessage, response: ServerResponse): void {
    home = address;
    const url = new URL(request.url ?? '/', home);
    const route = root.includes('rest_route')
      ? url.searchParams.get('rest_route')
      : url.pathname.startsWith(root) && url.pathname.slice(root.length - 1);
    const reply =
      typeof route === 'string'
        ? answer(route, url.searchParams, request.headers.authorization !== undefined)
        : undefined;
    if (!reply) return showTheme(request, response, url);
    const { status = 200, data, headers = {} } = reply;
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
    response.end(JSON.stringify(data));
  }
  const server = createServer((request, response) => answerAs(ownUrl, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ownUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function showTheme(request: IncomingMessage, response: ServerResponse, url: URL): void {
    const file = site.files?.[url.pathname];
    if (file !== undefined) {
      response.writeHead(200, { 'content-type': url.pathname.endsWith('.css') ? 'text/css' : 'text/plain' });
      response.end(file);
      return;
    }
    const others = Object.values(site.types ?? {}).flatMap(({ pages: entries }) => entries);
    const page = [...site.pages, ...others].find((one) => pathOf(one) === url.pathname);
    const {
      status = 200,
      head = '',
      headers = {},
      main,
      body: inside,
      bodyClass,
      redirect,
      died,
      title = page?.title ?? page?.slug ?? 'Inicio',
    } = { ...page?.shown, ...site.everywhere };
    if (redirect !== undefined) {
      response.writeHead(302, { location: redirect }).end();
      return;
    }
    if (died !== undefined) {
      const error = `<html><head><meta name="robots" content="noindex"></head><body id="error-page"><div class="wp-die-message">${died}</div></body></html>`;
      response.writeHead(500, { 'content-type': 'text/html; charset=UTF-8' }).end(error);
      return;
    }
    const found = page !== undefined || ['/', '/wp-login.php', '/acceso/'].includes(url.pathname);
    const api = announced ?? `${home}${root}`;
    const links = [
      bodyClass !== undefined || /rel="canonical"/.test(head)
        ? ''
        : `<link rel="canonical" href="${home}${url.pathname}" />`,
      announce === 'html' ? `<link rel="https://api.w.org/" href="${api}" />` : '',
    ].join('');
    const text =
      page?.password === true ? PASSWORD_FORM : (page?.publicContent ?? page?.content ?? site.front ?? 'Hola');
    const body = `<body class="${bodyClass ?? (page ? `page page-id-${page.id}` : 'blog')}">${inside ?? `<nav>Menú</nav><main>${main ?? text}</main>`}</body>`;
    const html = `<!DOCTYPE html><html lang="${site.language ?? 'es-ES'}"><head><title>${title} – Tiny</title>${links}${head}</head>${body}</html>`;
    response.writeHead(found ? status : 404, {
      'content-type': 'text/html; charset=UTF-8',
      ...(announce === 'header' && { link: `<${api}>; rel="https://api.w.org/"` }),
      ...headers,
    });
    response.end(html);
  }

  type Reply = { status?: number; data: unknown; headers?: Record<string, string> };
  const fail = (status: number, code: string): Reply => ({ status, data: { code, message: code, data: { status } } });

  function answer(route: string, query: URLSearchParams, isLoggedIn: boolean): Reply {
    if (route === '/') {
      const namespaces = ['wp/v2', ...(site.languages ? [site.wpml === true ? 'wpml/v1' : 'pll/v1'] : [])];
      return { data: { name: 'Llave &amp; Tejo', description: '', url: home, home, namespaces, ...about } };
    }
    if (route === '/wp/v2/types' && site.types) return { data: describeTypes(site.types) };
    if (route === '/wc/store/v1/products' && site.shop) return answerShop(site.shop, query);
    const type = Object.entries(site.types ?? {}).find(
      ([base, { namespace }]) => route === `/${namespace}/${base}`,
    )?.[1];
    if (route !== '/wp/v2/pages' && !type) return fail(404, 'rest_no_route');
    if (type?.fails === true) return fail(403, 'rest_forbidden');
    const perPage = Number(query.get('per_page') ?? 10);
    const number = Number(query.get('page') ?? 1);
    if (perPage > 100) return fail(400, 'rest_invalid_param');
    const ids = query.get('include')?.split(',').map(Number);
    const rows = (type?.pages ?? site.pages)
      .filter((page) => (ids?.includes(page.id) ?? true) && isInLanguage(page, query.get('lang')))
      .filter(({ unlisted = false }) => !unlisted)
      .toSorted(orderOf(query));
    const totalPages = Math.ceil(rows.length / perPage);
    if (number > totalPages && number > 1) return fail(400, 'rest_post_invalid_page_number');
    return {
      data: rows
        .slice((number - 1) * perPage, number * perPage)
        .map((page) => show(page, query.get('_fields') ?? '', isLoggedIn)),
      headers: { 'x-wp-total': String(rows.length), 'x-wp-totalpages': String(totalPages) },
    };
  }

  function answerShop({ hidden, fails = false, isDeaf = false }: TinyShop, query: URLSearchParams): Reply {
    if (fails) return fail(403, 'rest_forbidden');
    const all = (site.types?.['product']?.pages ?? [])
      .filter((product) => isInLanguage(product, query.get('lang')))
      .map(({ id }) => id);
    const include = query.get('include')?.split(',').map(Number) ?? all;
    const isHidden = query.get('catalog_visibility') === 'hidden';
    const ids = all.filter((id) => include.includes(id) && (isDeaf || hidden.includes(id) === isHidden));
    return { data: ids.map((id) => ({ id })) };
  }

  /**
   * WPML lists its default language unless `lang` is another active one, or `all`; Polylang all of them unless `lang` is
   * there, which means the default one when it knows no such language.
   */
  function isInLanguage(page: TinyPage, lang: string | null): boolean {
    const [standard, ...others] = site.languages ?? [];
    if (standard === undefined || lang === (site.wpml === true ? 'all' : null)) return true;
    return (page.language ?? standard) === (lang !== null && others.includes(lang) ? lang : standard);
  }

  function show(page: TinyPage, fields: string, isLoggedIn: boolean): unknown {
    const { id, slug, modified_gmt, password = false, extra = {} } = page;
    const content = isLoggedIn ? page.content : (page.publicContent ?? page.content);
    return {
      id,
      slug,
      modified_gmt,
      status: 'publish',
      type: 'page',
      link: `${home}${pathOf(page)}`,
      title: { rendered: page.title ?? slug },
      content: {
        ...(fields.includes('content.rendered') && { rendered: password ? '' : content }),
        protected: password,
      },
      ...(fields.includes('content.rendered') && extra),
    };
  }

  return {
    url: ownUrl,
    answerAs,
    site,
    async [Symbol.asyncDispose](): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
