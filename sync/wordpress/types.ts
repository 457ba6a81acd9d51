import { z } from 'zod';
import { refuseError, type Api } from './api.ts';
import { orNothing } from './errors.ts';

const Type = z
  .object({
    slug: z.string(),
    name: z.string().catch(''),
    rest_base: z.string(),
    // Plugins may choose another namespace.
    rest_namespace: z.string().catch('wp/v2'),
  })
  .transform(({ rest_base: base, rest_namespace: namespace, ...type }) => ({ ...type, base, namespace }));

/** A post type of the REST API: slug in the singular (`page`), display name, last segment of its route (`pages`), namespace. */
export type RestType = z.output<typeof Type>;

// Types of WordPress and of page builders that contain parts of pages.
const PARTS =
  /^(?:attachment|nav_menu_item|wp_\w+|elementor_\w+|e-[\w-]+|fl-builder-template|et_\w+|ct_template|bricks_template|jp_\w+|revision|custom_css)$/;

// Core types have fixed routes.
const CORE: ReadonlyMap<string, string> = new Map([
  ['pages', '/wp/v2/pages'],
  ['posts', '/wp/v2/posts'],
]);

/** Reads the post types of a site at the first use. */
export function createTypes(api: Api) {
  let known: Promise<readonly RestType[]> | undefined;

  async function read(): Promise<readonly RestType[]> {
    const reply = await api.get('/wp/v2/types', {});
    refuseError(reply);
    const found = z.record(z.string(), z.unknown()).catch({}).parse(reply.data);
    return Object.values(found).flatMap((value) => {
      const { data } = Type.safeParse(value);
      return data ? [data] : [];
    });
  }

  // Every type of the API; empty if the site does not list types.
  const all = (): Promise<readonly RestType[]> => (known ??= read().catch(orNothing([])));

  // Route of a type by its base or slug; the default route if the type is not listed.
  async function routeOf(name: string): Promise<string> {
    const usual = CORE.get(name);
    if (usual !== undefined) return usual;
    const types = await all();
    const type = types.find(({ base }) => base === name) ?? types.find(({ slug }) => slug === name);
    return type ? `/${type.namespace}/${type.base}` : `/wp/v2/${encodeURIComponent(name)}`;
  }

  // Further types with pages, each with the number of its published entries.
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
