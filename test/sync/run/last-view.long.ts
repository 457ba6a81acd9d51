import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { withoutWithheld } from '../../../db/index/withdrawn.ts';
import { createContent } from '../../../server/operations/content.ts';
import { fillOutbox } from '../../../sync/delivery/outbox.ts';
import { seeded } from '../../helpers/seeded.ts';
import type { TinyPage } from '../wordpress/tiny-wordpress.ts';
import { smallSite } from './small-site.ts';

const SEEDS = Number(process.env['LAST_VIEW_RUNS'] ?? 4);
const STEPS = 8;
const IDS = [11, 12, 13];

const word = (id: number, version: number): string => `zq${id}verniqo${version}x`;
const sentence = (id: number, version: number): string =>
  `<p>La terraza número ${id} tiene la clave ${word(id, version)}.</p>`;

describe('after random sequences of hide, show, edit, move, trash, faults, rollback and undo', () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    it(`nothing is served or delivered that the last view of its page did not contain (seed ${seed})`, async () => {
      const next = seeded(seed);
      const below = (limit: number) => Math.floor(next() * limit);
      await using site = await smallSite(14);
      const versions = new Map(IDS.map((id) => [id, [1, 2]]));
      /** Words in the last answer of each page to a visitor, by its path. */
      const seen = new Map<number, string>();
      let isFaulty = false;
      let minute = 0;
      const modified = () => new Date(Date.UTC(2026, 3, 1) + (minute += 1) * 60_000).toISOString().slice(0, 19);
      const pageOf = (id: number) => site.pages.find((page) => page.id === id) as TinyPage;
      const textOf = (id: number) => (versions.get(id) ?? []).map((version) => sentence(id, version)).join('');
      for (const id of IDS) site.edit(id, { content: textOf(id) });
      site.way.setFaults(({ url }) => {
        const page = site.pages.find(({ slug }) => url.startsWith(`/${slug}/`));
        if (!page) return undefined;
        if (isFaulty) return { kind: 'status', status: 500 };
        const { shown } = page;
        const html = (shown?.main ?? page.content).replace(/<div hidden>.*<\/div>/, '');
        seen.set(page.id, shown?.status === undefined && page.password !== true ? html : '');
        return undefined;
      });
      const acts: readonly ((id: number) => void)[] = [
        (id) => site.edit(id, { shown: { main: sentence(id, versions.get(id)?.[0] ?? 0) } }),
        (id) =>
          site.edit(id, {
            shown: {
              main: `${sentence(id, versions.get(id)?.[0] ?? 0)}<div hidden>${sentence(id, versions.get(id)?.[1] ?? 0)}</div>`,
            },
          }),
        (id) => site.edit(id, { shown: { status: 404 } }),
        (id) => site.edit(id, { password: true, modified_gmt: modified() }),
        (id) => site.edit(id, { unlisted: true, shown: { status: 404 } }),
        (id) => site.edit(id, { shown: {}, password: false, unlisted: false, modified_gmt: modified() }),
        (id) => {
          versions.set(id, [(minute += 1), (minute += 1)]);
          site.edit(id, { content: textOf(id), shown: {}, modified_gmt: modified() });
        },
        (id) => site.edit(id, { slug: `movida-${id}-${(minute += 1)}`, modified_gmt: modified() }),
      ];
      const { generations } = site;
      await site.sync();
      for (let step = 0; step < STEPS; step++) {
        const id = IDS[below(IDS.length)] ?? 11;
        const act = below(acts.length);
        acts[act]?.(id);
        isFaulty = below(4) === 0;
        await site.sync({ full: true, force: true }).catch(() => undefined);
        if (isFaulty) await site.sync({ full: true, force: true }).catch(() => undefined);
        isFaulty = false;
        const dice = below(5);
        if (dice === 0) await generations.rollback((to) => withoutWithheld(generations, to)).catch(() => undefined);
        if (dice === 1) await generations.undo().catch(() => undefined);
        const about = `seed ${seed}, step ${step}, act ${act}, page ${id}`;
        if ((await generations.current())?.pinned === undefined)
          await site.sync({ full: true, force: true }).catch(() => undefined);
        const pinned = (await generations.current())?.pinned !== undefined;
        for (const one of IDS) {
          const isGone = pageOf(one).password === true || pageOf(one).unlisted === true;
          const allowed = isGone ? '' : (seen.get(one) ?? '');
          const current = (versions.get(one) ?? []).map((version) => word(one, version));
          const hidden = current.filter((text) => !allowed.includes(text));
          await site.index((index) => {
            const { call } = createContent(index, { readPageMaxChars: 100_000 });
            for (const text of hidden) {
              const found = JSON.stringify(call.search_pages({ query: text }).value);
              const page = index.pageById(one);
              const read = page ? JSON.stringify(call.read_page({ url: page.url }).value) : '';
              if (!pinned) assert.ok(!`${found}${read}`.includes(`${text}.`), `${about}: ${text} is served`);
            }
          });
          const pointer = await generations.current();
          assert.ok(pointer);
          if (pinned) continue;
          await fillOutbox(join(site.dir, 'outbox'), generations, pointer);
          const files = readdirSync(join(site.dir, 'outbox'));
          for (const text of hidden) {
            const holding = files.filter((file) => readFileSync(join(site.dir, 'outbox', file)).includes(text));
            assert.deepEqual(holding, [], `${about}: ${text} is delivered`);
          }
        }
      }
    });
  }
});
