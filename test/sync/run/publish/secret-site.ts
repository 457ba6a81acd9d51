import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutWithheld } from '../../../../db/index/withdrawn.ts';
import { smallSite } from '../small-site.ts';

export const SECRET = 'zoquiverna';

/** A small site of which page 11 has a word that no other page has. */
export async function siteWithSecret(count = 12) {
  const site = await smallSite(count);
  site.edit(11, { content: `<p>El texto ${SECRET} de la página once.</p>` });
  await site.sync();
  /** Hides page 11 from visitors. */
  const hide = () => {
    const at = site.pages.findIndex(({ id }) => id === 11);
    return site.pages.splice(at, 1);
  };
  const back = async () => await site.generations.rollback((to) => withoutWithheld(site.generations, to));
  return { site, hide, back, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() };
}
/** Names of the files of a folder that hold the secret. */
export const holding = (dir: string): readonly string[] =>
  readdirSync(dir).filter((name) => readFileSync(join(dir, name)).includes(SECRET));
