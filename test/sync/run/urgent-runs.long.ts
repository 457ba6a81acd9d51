import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createMirror, openMirrorDatabase, useTemporaryStage } from '../../../db/mirror/mirror.ts';
import type { RunOrder } from '../../../sync/run/events.ts';
import type { RunCollaborators } from '../../../sync/run/collaborators.ts';
import { createUrgentQueue, type UrgentRuns } from '../../../sync/run/urgent-queue.ts';
import { seeded } from '../../helpers/seeded.ts';
import { paths, smallSite } from './small-site.ts';
import { fill, open, paragraphs, secret, served } from './visibility-cases.ts';

type Lease = NonNullable<RunCollaborators['lease']>;
type Site = Awaited<ReturnType<typeof smallSite>>;

const orderFor = (...ids: readonly number[]): Partial<RunOrder> => ({
  short: { why: 'message', types: new Map(), pages: ids.map((id) => ({ id, type: 'page' })) },
});

/** Makes a run, and before some of its requests, by number or by path, lets something happen; answers the generation before its own. */
async function syncMeanwhile(
  site: Site,
  order: Partial<RunOrder>,
  meanwhile: ReadonlyMap<number | string, (pass: (order: Partial<RunOrder>, lease?: Lease) => void) => void>,
): Promise<{ readonly liveBefore: number | undefined }> {
  using queue = createUrgentQueue();
  let urgentRun: Promise<unknown> = Promise.resolve();
  let requests = 0;
  let liveBefore: number | undefined;
  let isOpen = false;

  async function pass(urgentOrder: Partial<RunOrder>, lease?: Lease): Promise<void> {
    const db = openMirrorDatabase(join(site.dir, 'mirror.db'));
    try {
      useTemporaryStage(db);
      const { onPreempted } = queue;
      const made = site.sync(urgentOrder, { mirror: createMirror(db), onPreempted, ...(lease && { lease }) });
      await (lease ? assert.rejects(made) : made);
    } finally {
      db.close();
    }
  }
  const urgent: UrgentRuns = {
    pages: queue.pages,
    take: queue.take,
    withdrawn: queue.withdrawn,
    during: async (step) => {
      isOpen = true;
      const done = await queue.during(step);
      isOpen = false;
      liveBefore = await site.live();
      return done;
    },
  };
  let isPassing = false;
  site.proxy.setFaults(({ url }) => {
    if (isPassing || !isOpen) return undefined;
    requests += 1;
    (meanwhile.get(requests) ?? meanwhile.get(url))?.((urgentOrder, lease) => {
      isPassing = true;
      urgentRun = queue.add(() => pass(urgentOrder, lease)).finally(() => (isPassing = false));
    });
    return undefined;
  });
  try {
    await site.sync(order, { urgent });
  } finally {
    await urgentRun;
    site.proxy.setFaults(() => undefined);
  }
  return { liveBefore };
}

const LATER = '2026-03-02T09:00:00';
const STILL_LATER = '2026-03-03T09:00:00';

/** What readers get of each page, by its path. */
const textsOf = (site: Site): Promise<Readonly<Record<string, string>>> =>
  site.index((index) => {
    const found = Array.from({ length: 40 }, (_, id) => index.pageById(id));
    return Object.fromEntries(found.flatMap((page) => (page ? [[page.path, page.markdown]] : [])));
  });

describe('an urgent run during a long run', () => {
  it('publishes at once, and the run at work goes on and keeps what that brought', async () => {
    await using site = await smallSite();
    await site.sync();
    const before = await site.live();
    for (const id of [12, 13, 14]) site.edit(id, { content: `<p>Nuevo ${id}.</p>`, modified_gmt: LATER });
    const { liveBefore } = await syncMeanwhile(
      site,
      {},
      new Map([
        [
          5,
          (pass) => {
            site.edit(12, { content: '<p>Corregido.</p>', modified_gmt: STILL_LATER });
            pass(orderFor(12));
          },
        ],
      ]),
    );
    assert.deepEqual([liveBefore, await site.live()], [(before ?? 0) + 1, (before ?? 0) + 2]);
    const pages = await textsOf(site);
    assert.deepEqual(
      [pages['/pagina-12'], pages['/pagina-13'], pages['/pagina-14']],
      ['Corregido.', 'Nuevo 13.', 'Nuevo 14.'],
    );
  });

  it('takes away a page that the run at work has read already, and that is not known yet', async () => {
    await using site = await smallSite();
    await site.sync();
    const page = { id: 5, slug: 'secreta', modified_gmt: LATER, content: '<p>Secreta.</p>' };
    for (const at of [3, 6, 9, 12]) {
      site.pages.unshift(page);
      const hide = (pass: (order: Partial<RunOrder>) => void) => {
        site.pages.shift();
        pass(orderFor(page.id));
      };
      await syncMeanwhile(site, { full: true }, new Map([[at, hide]]));
      assert.equal(await site.index((index) => index.pageByPath('/secreta')), undefined, `at request ${at}`);
    }
  });

  it('withdraws a text from the pages that the run at work has read with it', async () => {
    await using site = await smallSite();
    fill(site);
    site.edit(13, { content: paragraphs(open(13), secret(11)) });
    await site.sync();
    site.pages.unshift({ id: 5, slug: 'secreta', modified_gmt: LATER, content: paragraphs(secret(5)) });
    site.edit(12, { content: paragraphs(open(12), secret(11), secret(5)), modified_gmt: LATER });
    site.edit(13, { content: paragraphs(open(13), secret(11), open(20)), modified_gmt: LATER });
    const hide = (pass: (order: Partial<RunOrder>) => void) => {
      if (site.pages.every(({ id }) => id !== 11)) return;
      for (const id of [5, 11])
        site.pages.splice(
          site.pages.findIndex((page) => page.id === id),
          1,
        );
      for (const id of [12, 13]) site.edit(id, { content: paragraphs(open(id)) });
      pass(orderFor(5, 11));
    };
    await syncMeanwhile(site, { full: true }, new Map([['/pagina-16/', hide]]));
    assert.deepEqual(await served(site, [open(12), open(13), secret(11), secret(5)]), [open(12), open(13)]);
  });

  it('withdraws a text from a page that an urgent run has published with it', async () => {
    for (const isNew of [false, true]) {
      await using site = await smallSite();
      fill(site);
      await site.sync();
      const clean = paragraphs(open(12));
      const holder = isNew ? 5 : 12;
      site.edit(12, { content: clean });
      site.pages.splice(
        site.pages.findIndex(({ id }) => id === 11),
        1,
      );
      const publish = (pass: (order: Partial<RunOrder>) => void) => {
        const content = paragraphs(open(12), secret(11));
        if (isNew) site.pages.unshift({ id: holder, slug: 'nueva', modified_gmt: LATER, content });
        else site.edit(holder, { content, modified_gmt: LATER });
        pass(orderFor(holder));
      };
      // Requested only after the reading of listed pages, and so after the urgent run.
      const clear = () => {
        if (isNew) site.edit(holder, { shown: { status: 404 } });
        else site.edit(holder, { content: clean });
      };
      await syncMeanwhile(
        site,
        { full: true },
        new Map([
          ['/pagina-16/', publish],
          ['/pagina-11/', clear],
        ]),
      );
      assert.deepEqual(await served(site, [open(13), secret(13), secret(11)]), [open(13), secret(13)]);
      assert.equal(await site.index((index) => index.pageByPath('/nueva')), undefined);
    }
  });

  it('leaves to the run at work the result for a page that it could not see', async () => {
    await using site = await smallSite();
    await site.sync();
    site.edit(11, { shown: { status: 403 } });
    const overload = (pass: (order: Partial<RunOrder>, lease?: Lease) => void) => {
      site.edit(11, { shown: { status: 503 } });
      // It commits, and then reports the failure.
      pass(orderFor(11), { keepAlive: () => {}, assertHeld: () => {} });
    };
    await syncMeanwhile(site, { full: true }, new Map([['/pagina-16/', overload]]));
    assert.ok(!paths(site).includes(11));
  });

  it('compares a second reading with the snapshot of the urgent run', async () => {
    await using site = await smallSite();
    fill(site, (id) => (id === 13 ? { shown: { status: 403 } } : {}));
    await site.sync();
    site.edit(12, { content: paragraphs(open(12)), modified_gmt: LATER });
    const publish = (pass: (order: Partial<RunOrder>) => void) => {
      site.edit(13, { shown: {}, content: paragraphs(open(13), secret(12)), modified_gmt: LATER });
      pass(orderFor(13));
    };
    // The text removed from page 12 is in page 13, so this page is read again.
    const fail = () => site.edit(13, { shown: { status: 503 } });
    const meanwhile = new Map<number | string, typeof publish>([
      [1, publish],
      ['/pagina-20/', fail],
    ]);
    await assert.rejects(syncMeanwhile(site, { full: true }, meanwhile), /1 page could not be fetched as a visitor/);
    assert.deepEqual(await served(site, [open(13)]), [open(13)]);
  });

  it('adds its hidden products to those of the run at work', async () => {
    await using site = await smallSite();
    await site.sync();
    const hide = (pass: (order: Partial<RunOrder>) => void) => {
      site.mirror.note('hidden_products', [31]);
      pass(orderFor(12));
    };
    await syncMeanwhile(site, { full: true }, new Map([['/pagina-16/', hide]]));
    assert.deepEqual(site.mirror.fact('hidden_products'), [31]);
  });

  it('leaves to the run at work what it could not commit', async () => {
    await using site = await smallSite();
    await site.sync();
    site.pages.splice(
      site.pages.findIndex(({ id }) => id === 12),
      1,
    );
    const lost: Lease = {
      keepAlive: () => {},
      assertHeld: () => {
        throw new Error('the disk is full');
      },
    };
    await syncMeanwhile(site, { full: true }, new Map([[6, (pass) => pass(orderFor(12), lost)]]));
    assert.equal(await site.index((index) => index.pageById(12)), undefined);
  });

  it('gives up where more than a short run is needed, or the guard would hold something', async () => {
    await using site = await smallSite(20);
    const pass = (order: Partial<RunOrder>) => site.sync(order, { onPreempted: () => assert.fail() });
    await assert.rejects(pass(orderFor(12)), { code: 'lease_held' });
    await site.sync();
    const before = await site.live();
    site.pages.splice(0, 10);
    await assert.rejects(pass(orderFor(...Array.from({ length: 10 }, (_, index) => 11 + index))), {
      code: 'lease_held',
    });
    assert.equal(await site.live(), before);
    assert.deepEqual(await site.generations.guard(), []);
  });

  it('leaves the site as a run of its own would, whatever is edited when', async () => {
    const random = seeded(16);
    const below = (count: number) => Math.floor(random() * count);
    for (let round = 0; round < 8; round += 1) {
      await using site = await smallSite();
      await site.sync();
      let minute = 0;
      const edit = (id: number): void => {
        minute += 1;
        const modified_gmt = `2026-03-04T09:${String(minute).padStart(2, '0')}:00`;
        const at = site.pages.findIndex((page) => page.id === id);
        const content = `<p>Texto ${round}-${minute}.</p>`;
        switch (at === -1 ? 'new' : ['text', 'password', 'noindex', 'slug', 'gone'][below(5)]) {
          case 'new':
            site.pages.unshift({ id, slug: `nueva-${id}-${minute}`, modified_gmt, content });
            return;
          case 'gone':
            site.pages.splice(at, 1);
            return;
          case 'password':
            return site.edit(id, { password: true, modified_gmt });
          case 'noindex':
            return site.edit(id, { shown: { head: '<meta name="robots" content="noindex">' }, modified_gmt });
          case 'slug':
            return site.edit(id, { slug: `otra-${id}-${minute}`, modified_gmt });
          default:
            return site.edit(id, { content, password: false, modified_gmt });
        }
      };
      for (const id of [5, 12, 13, 14]) edit(id);
      const editAndPass = (pass: (order: Partial<RunOrder>) => void) => {
        const id = [5, 12, 13, 14][below(4)] ?? 12;
        edit(id);
        pass(orderFor(id));
      };
      const full = below(3) > 0;
      await syncMeanwhile(site, { full }, new Map([[2 + below(full ? 12 : 5), editAndPass]]));
      const pages = await textsOf(site);
      await site.sync({ full: true, force: true });
      assert.deepEqual(pages, await textsOf(site), `round ${round}`);
      await site.sync();
      assert.deepEqual(site.seen('changed'), []);
    }
  });
});
