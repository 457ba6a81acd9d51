import { z } from 'zod';
import { refuseError, type Api } from './api.ts';
import { WordPressError } from './errors.ts';

/** A post type that the REST API shows. */
export type RestType = {
  /** Singular: `page`. */
  readonly slug: string;
  /** Name for people. */
  readonly name: string;
  /** Last part of its route: `pages`. */
  readonly base: string;
  /** `wp/v2` unless its plugin chose another one. */
  readonly namespace: string;
};

const Type = z.object({
  slug: z.string(),
  name: z.string().catch(''),
  rest_base: z.string(),
  rest_namespace: z.string().catch('wp/v2'),
});

/** Types of WordPress and of page builders that hold parts of pages, not pages. */
const PARTS =
  /^(?:attachment|nav_menu_item|wp_\w+|elementor_\w+|e-[\w-]+|fl-builder-template|et_\w+|ct_template|bricks_template|jp_\w+|revision|custom_css)$/;

/** Types of core, whose route nobody changes. */
const CORE: ReadonlyMap<string, string> = new Map([
  ['pages', '/wp/v2/pages'],
  ['posts', '/wp/v2/posts'],
]);

/** Advice to who wants `media` read; `undefined` for types with pages. */
export function refusalOf(type: string): string | undefined {
  return type === 'media' || type === 'attachment'
    ? `${type} holds the files of the media library, which are no pages: their captions and alternative texts are read with the pages that show them`
    : undefined;
}

/** The post types of one site, asked for when they are first needed. */
export function createTypes(api: Api) {
  let known: Promise<readonly RestType[]> | undefined;

  async function read(): Promise<readonly RestType[]> {
    const reply = await api.get('/wp/v2/types', {});
    refuseError(reply);
    const found = z.record(z.string(), z.unknown()).catch({}).parse(reply.data);
    return Object.values(found).flatMap((value) => {
      const { success, data } = Type.safeParse(value);
      return success
        ? [{ slug: data.slug, name: data.name, base: data.rest_base, namespace: data.rest_namespace }]
        : [];
    });
  }

  /** Every type that the API shows; a site that does not list them has none. */
  const all = (): Promise<readonly RestType[]> => (known ??= read().catch(orNothing([])));

  /** The route of a type named by its base or slug; of one that is not listed, the usual one. Media are refused. */
  async function routeOf(name: string): Promise<string> {
    const refusal = refusalOf(name);
    if (refusal !== undefined) throw new WordPressError('no_pages', refusal, { url: '/wp/v2/media' });
    const usual = CORE.get(name);
    if (usual !== undefined) return usual;
    const types = await all();
    const type = types.find(({ base }) => base === name) ?? types.find(({ slug }) => slug === name);
    return type ? `/${type.namespace}/${type.base}` : `/wp/v2/${encodeURIComponent(name)}`;
  }

  /** The other types that hold pages of their own, each with the number of its published entries. */
  async function countEntries(
    except: readonly string[],
  ): Promise<readonly (RestType & { readonly entries: number })[]> {
    const counted = [];
    for (const type of await all()) {
      if (PARTS.test(type.slug) || except.includes(type.base) || except.includes(type.slug)) continue;
      const route = `/${type.namespace}/${type.base}`;
      const reply = await api.get(route, { per_page: 1, _fields: 'id' }).catch(orNothing(undefined));
      if (reply && reply.status < 300 && reply.total) counted.push({ ...type, entries: reply.total });
    }
    return counted;
  }

  return { all, routeOf, countEntries };
}
export type Types = ReturnType<typeof createTypes>;

/** For `catch`: a refusal of the site counts as nothing; anything else is thrown. */
function orNothing<Nothing>(nothing: Nothing) {
  return (error: unknown): Nothing => {
    if (error instanceof WordPressError) return nothing;
    throw error;
  };
}
