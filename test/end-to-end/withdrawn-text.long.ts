import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { withoutWithheld } from '../../db/index/withdrawn.ts';
import { fillOutbox } from '../../sync/delivery/outbox.ts';
import { openLiveContent } from '../../server/operations/live-content.ts';
import { createLog } from '../../shared/log.ts';
import { smallSite } from '../sync/run/small-site.ts';

const PAGES = [11, 12, 13];
const RUNS = Number(process.env['WITHDRAWN_TEXT_RUNS'] ?? 4);
const STEPS = 10;

/** A word that no other text and no dictionary has. */
const wordOf = (id: number): string => `zq${String.fromCodePoint(97 + (id % 26))}verniqox${id}`;

/** Numbers from 0 to 1 that a seed decides. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe('after random sequences of publish, hide, show, edit, move, delete, rollback and undo', () => {
  for (let seed = 1; seed <= RUNS; seed += 1) {
    it(`no page is served or published that visitors did not get at the last sync (seed ${seed})`, async () => {
      const random = randomFrom(seed * 7919);
      await using site = await smallSite(14);
      let minute = 0;
      const modified = () =>
        new Date(Date.parse('2026-04-01T00:00:00Z') + (minute += 1) * 60_000).toISOString().slice(0, 19);
      for (const id of PAGES) site.edit(id, { content: `<p>Texto con ${wordOf(id)}.</p>` });
      const hidden = new Map<number, (typeof site.pages)[number]>();
      const acts = {
        hide: (id: number) => {
          const at = site.pages.findIndex((page) => page.id === id);
          const [page] = at < 0 ? [] : site.pages.splice(at, 1);
          if (page) hidden.set(id, page);
        },
        show: (id: number) => {
          const page = hidden.get(id);
          if (page) site.pages.push(page);
          hidden.delete(id);
        },
        edit: (id: number) => {
          if (hidden.has(id)) return;
          site.edit(id, {
            content: `<p>Otro texto con ${wordOf(id)}.</p><p>${modified()}</p>`,
            modified_gmt: modified(),
          });
        },
        move: (id: number) => {
          if (!hidden.has(id)) site.edit(id, { slug: `movida-${id}-${(minute += 1)}`, modified_gmt: modified() });
        },
      };
      const log = createLog({ name: 'server', level: 'silent' });
      const { generations } = site;
      await site.sync();
      await using live = await openLiveContent({
        generations,
        readPageMaxChars: 50_000,
        log,
        everyMs: 0,
        whenAsked: true,
      });
      for (let step = 0; step < STEPS; step += 1) {
        const names = Object.keys(acts) as (keyof typeof acts)[];
        const name = names[Math.floor(random() * names.length)] ?? 'edit';
        acts[name](PAGES[Math.floor(random() * PAGES.length)] ?? 11);
        await site.sync({ force: true });
        const dice = random();
        if (dice < 0.3) {
          await generations
            .rollback((to) => withoutWithheld(generations, to))
            .catch((error: Error) => {
              assert.match(error.message, /no earlier generation/);
            });
        } else if (dice < 0.6) await generations.undo().catch(() => undefined);
        await live.refresh();
        const outbox = join(site.dir, 'outbox');
        const pointer = await generations.current();
        assert.ok(pointer);
        if (pointer.pinned === undefined) await site.sync({ force: true });
        await live.refresh();
        const delivered = (await generations.current()) ?? pointer;
        await fillOutbox(outbox, generations, delivered);
        for (const id of hidden.keys()) {
          const about = `${name}, step ${step}, page ${id}`;
          const index = live.current()?.index;
          assert.equal(index?.pageById(id), undefined, about);
          assert.deepEqual(index?.search({ query: wordOf(id), city: undefined, limit: 5, offset: 0 }).hits, [], about);
          assert.ok(existsSync(outbox));
          const files = readdirSync(outbox).filter((file) => readFileSync(join(outbox, file)).includes(wordOf(id)));
          assert.deepEqual(files, [], about);
        }
      }
    });
  }
});
