import type { Post, Recording } from './recording.ts';

/** A response of the replayed REST API. */
export type RestReply = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

const ORDERS: Readonly<Record<string, (a: Post, b: Post) => number>> = {
  id: (a, b) => a.id - b.id,
  date: (a, b) => compare(a.date, b.date),
  modified: (a, b) => compare(a.modified, b.modified),
  slug: (a, b) => compare(a.slug, b.slug),
  title: (a, b) => compare(a.title.rendered, b.title.rendered),
  parent: (a, b) => (a.parent ?? 0) - (b.parent ?? 0),
  menu_order: (a, b) => (a.menu_order ?? 0) - (b.menu_order ?? 0),
};

/** Creates a handler of `/wp-json…` paths that responds from a recording, as WordPress responds to an anonymous visitor. */
export function createRest({ root, types, collections }: Recording) {
  function answer(path: string, query: URLSearchParams): RestReply {
    const route = path.replace(/^\/wp-json/, '').replace(/\/+$/, '');
    const fields = query.get('_fields')?.split(',').filter(Boolean) ?? [];
    const [, namespace, version, base = '', item, ...rest] = route.split('/');
    if (route === '') return { status: 200, body: pickFields(root, fields) };
    if (namespace !== 'wp' || version !== 'v2' || rest.length > 0) return noRoute;
    if (base === 'types') {
      if (item === undefined) return { status: 200, body: Object.fromEntries(types.map((type) => [type.slug, type])) };
      const type = types.find(({ slug }) => slug === item);
      return type
        ? { status: 200, body: pickFields(type, fields) }
        : fault(404, 'rest_type_invalid', 'Invalid post type.');
    }
    const posts = collections.get(base);
    if (!posts || (item !== undefined && !/^\d+$/.test(item))) return noRoute;
    if (item === undefined) return list(posts, query, fields);
    const post = posts.find(({ id }) => id === Number(item));
    return post
      ? { status: 200, body: pickFields(post, fields) }
      : fault(404, 'rest_post_invalid_id', 'Invalid post ID.');
  }

  return { answer };
}

function list(posts: readonly Post[], query: URLSearchParams, fields: readonly string[]): RestReply {
  const perPage = Number(query.get('per_page') ?? 10);
  const page = Number(query.get('page') ?? 1);
  const orderBy = query.get('orderby') ?? 'date';
  const order = query.get('order') ?? 'desc';
  if (!Number.isInteger(perPage) || perPage < 1 || perPage > 100) {
    return invalid('per_page', 'per_page must be between 1 (inclusive) and 100 (inclusive)');
  }
  if (!Number.isInteger(page) || page < 1) return invalid('page', 'page must be greater than or equal to 1');
  if (order !== 'asc' && order !== 'desc') return invalid('order', 'order is not one of asc, desc.');
  if ((query.get('status') ?? 'publish') !== 'publish') return invalid('status', 'Status is forbidden.');
  const include = idsOf(query);
  const by =
    orderBy === 'include' ? (a: Post, b: Post) => include.indexOf(a.id) - include.indexOf(b.id) : ORDERS[orderBy];
  if (!by) return invalid('orderby', `orderby is not one of ${[...Object.keys(ORDERS), 'include'].join(', ')}.`);

  const found = (include.length > 0 ? posts.filter(({ id }) => include.includes(id)) : [...posts]).toSorted(by);
  if (order === 'desc' && orderBy !== 'include') found.reverse();
  const pages = Math.ceil(found.length / perPage);
  if (found.length > 0 && page > pages) {
    const message = 'The page number requested is larger than the number of pages available.';
    return fault(400, 'rest_post_invalid_page_number', message);
  }
  return {
    status: 200,
    body: found.slice((page - 1) * perPage, page * perPage).map((post) => pickFields(post, fields)),
    headers: { 'X-WP-Total': String(found.length), 'X-WP-TotalPages': String(pages) },
  };
}

// `include=1,2`, `include[]=1&include[]=2`
function idsOf(query: URLSearchParams): readonly number[] {
  return [...query]
    .filter(([name]) => /^include(?:\[\d*\])?$/.test(name))
    .flatMap(([, value]) => value.split(','))
    .map(Number)
    .filter(Number.isInteger);
}

// `_fields=id,title.rendered` selects only these fields, at any depth.
function pickFields(value: Readonly<Record<string, unknown>>, fields: readonly string[]): Record<string, unknown> {
  if (fields.length === 0) return value;
  const wanted = new Map<string, string[]>();
  for (const field of fields) {
    const [name = '', ...below] = field.trim().split('.');
    const nested = wanted.get(name);
    // A field that is requested as a whole stays whole, even if a nested field is also requested.
    if (nested?.length === 0) continue;
    wanted.set(name, below.length === 0 ? [] : [...(nested ?? []), below.join('.')]);
  }
  const picked: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const nested = wanted.get(name);
    if (nested === undefined) continue;
    const member = value[name];
    if (nested.length === 0) picked[name] = member;
    else if (typeof member === 'object' && member !== null) {
      const part = pickFields(member as Record<string, unknown>, nested);
      if (Object.keys(part).length > 0) picked[name] = part;
    }
  }
  return picked;
}

const noRoute = fault(404, 'rest_no_route', 'No route was found matching the URL and request method.');

function invalid(parameter: string, message: string): RestReply {
  const reply = fault(400, 'rest_invalid_param', `Invalid parameter(s): ${parameter}`);
  return { ...reply, body: { ...(reply.body as object), data: { status: 400, params: { [parameter]: message } } } };
}

function fault(status: number, code: string, message: string): RestReply {
  return { status, body: { code, message, data: { status } } };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
