import type { KnownPage, Mirror } from '../../../db/mirror/mirror.ts';
import { postIdOf, slugOf, type Addresses } from '../../../shared/addresses.ts';
import type { CensusEntry } from './plan.ts';
import { SyncError } from '../sync-error.ts';

type Whereabouts = {
  readonly census: readonly CensusEntry[];
  readonly addresses: Addresses;
  readonly mirror: Mirror;
  readonly known: ReadonlyMap<number, KnownPage>;
};

/** Returns the id of a page by id, address, path, former path or slug; throws `page_unknown` if none or several match. */
export function findPage(name: string, { census, addresses, mirror, known }: Whereabouts): number {
  const listed = census.map(({ id, link }) => ({ id, path: addresses.keyOf(link) ?? '' }));
  const pages = [...listed, ...known.values()];
  if (/^\d+$/.test(name)) {
    const page = pages.find(({ id }) => id === Number(name));
    if (page) return page.id;
  }
  const key = addresses.keyOf(name) ?? addresses.keyOf(`/${name}`);
  const number = key === undefined ? undefined : postIdOf(key);
  const byPath = pages.find(({ path, id }) => path === key || id === number);
  if (byPath) return byPath.id;
  const alias = mirror.aliases().find(({ path }) => path === key);
  if (alias) return alias.pageId;
  const bySlug = new Set(pages.filter(({ path }) => slugOf(path) === name.toLowerCase()).map(({ id }) => id));
  const [first] = bySlug;
  if (first !== undefined && bySlug.size === 1) return first;
  const why =
    bySlug.size === 0 ? 'no page of the site has this name' : `${bySlug.size} pages of the site have this name`;
  throw new SyncError('page_unknown', `--only ${name}: ${why}`);
}
