import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGenerations } from '../../../db/index/generations.ts';
import { openIndexSync } from '../../../db/index/reader.ts';
import { createMirror, openMirrorDatabase } from '../../../db/mirror/mirror.ts';
import type { RunEvent, RunOrder } from '../../../sync/run/events.ts';
import type { RunCollaborators } from '../../../sync/run/collaborators.ts';
import { run } from '../../../sync/run/run.ts';
import { convert } from '../../../sync/markdown/convert.ts';
import { readPage } from '../../../sync/markdown/parse/page.ts';
import { readSiteConfig } from '../../../sync/site-file/site-config.ts';
import { startFaultProxy } from '../../helpers/fault-proxy.ts';
import { temporaryDataDir } from '../../helpers/sample-index.ts';
import { connectTo } from '../wordpress/connect.ts';
import { startTinyWordPress, tinyPages, type TinyPage } from '../wordpress/tiny-wordpress.ts';

/** Of code that stays as it is. */
const DIGESTS = { converter: 'one', indexer: 'one', composer: 'one' };

const ORDER: RunOrder = { full: false, force: false, dryRun: false };

/** A small WordPress behind a fault proxy, and everything that a run needs to read it. */
export async function smallSite(count = 12) {
  const wordpress = await startTinyWordPress({ pages: tinyPages(count) });
  const proxy = await startFaultProxy(wordpress.url, undefined, { local: wordpress });
  const data = await temporaryDataDir();
  let db = openMirrorDatabase(join(data.dir, 'mirror.db'));
  let mirror = createMirror(db);
  const generations = createGenerations(data.dir);
  const events: RunEvent[] = [];
  let siteFile: string | undefined;
  let login: { readonly user: string; readonly password: string } | undefined;
  let clock = Date.parse('2026-03-01T00:00:00Z');

  async function sync(order: Partial<RunOrder> = {}, more: Partial<RunCollaborators> = {}) {
    events.length = 0;
    clock += 600_000;
    const config = readSiteConfig(siteFile);
    return await run(
      {
        mirror,
        generations,
        // Without the vocabulary of every company and the map of a country: reading them takes longer than the small index.
        config: { ...config, vocabulary: config.vocabulary ?? [], cities: config.cities ?? [] },
        source: 'casa.example',
        types: ['pages'],
        guardHours: 4,
        unseenHours: 72,
        // In this thread: a worker of its own would cost each run a second.
        convert: (html, options) => Promise.resolve(convert(readPage(html), options)),
        sweepDue: () => false,
        connect: async (known) => {
          const found = known === 'sitemap' ? { withoutApi: true } : { discovered: known };
          return (await connectTo(proxy.url, { attempts: 1, credentials: login, ...found, now: () => clock }))
            .wordpress;
        },
        now: () => new Date(clock),
        digests: DIGESTS,
        signal: new AbortController().signal,
        report: (event) => events.push(event),
        ...more,
      },
      { ...ORDER, ...order },
    );
  }

  /** A run that ends with exit code 2: its summary, and the message. */
  async function alert(order: Partial<RunOrder> = {}, more: Partial<RunCollaborators> = {}) {
    let message = '';
    await assert.rejects(sync(order, more), (error: Error & { readonly code?: string }) => {
      assert.equal(error.code, 'mass_loss', error.message);
      ({ message } = error);
      return true;
    });
    const summary = events.flatMap((event) => (event.type === 'finished' ? [event.summary] : []))[0];
    return { ...summary, message };
  }

  return {
    dir: data.dir,
    get mirror() {
      return mirror;
    },
    /** Closes the mirror for a while, in which other programs may replace it. */
    async withoutMirror(act: () => Promise<unknown>): Promise<void> {
      db.close();
      await act();
      db = openMirrorDatabase(join(data.dir, 'mirror.db'));
      mirror = createMirror(db);
    },
    alert,
    generations,
    events,
    sync,
    /** From now on the REST API is asked with a login. */
    logIn(): void {
      login = { user: 'sync', password: 'abcd efgh' };
    },
    /** Lets so many hours pass before the next run. */
    pass(hours: number): void {
      clock += hours * 3_600_000;
    },
    /** RFC 822 date of so many hours from now. */
    inHours: (hours: number) => new Date(clock + hours * 3_600_000).toUTCString(),
    pages: wordpress.site.pages,
    wordpress: wordpress.site,
    proxy,
    /** Changes a page as an editor would. */
    edit(id: number, change: Partial<TinyPage>): void {
      const at = wordpress.site.pages.findIndex((page) => page.id === id);
      const page = wordpress.site.pages[at];
      assert.ok(page);
      wordpress.site.pages[at] = { ...page, ...change };
    },
    async writeSiteFile(text: string): Promise<void> {
      siteFile = join(data.dir, 'site.yaml');
      await writeFile(siteFile, text);
    },
    seen: (kind: string) =>
      events.flatMap((event) =>
        event.type === 'page' && event.change === kind ? [`${event.path}: ${event.reason ?? event.title}`] : [],
      ),
    warnings: () => events.flatMap((event) => (event.type === 'warning' ? [event.message] : [])),
    async index<Answer>(ask: (index: ReturnType<typeof openIndexSync>) => Answer): Promise<Answer> {
      const pointer = await generations.current();
      assert.ok(pointer);
      const index = openIndexSync(generations.pathOf(pointer));
      try {
        return ask(index);
      } finally {
        index.close();
      }
    },
    live: async () => (await generations.current())?.generation,
    async [Symbol.asyncDispose]() {
      db.close();
      await proxy[Symbol.asyncDispose]();
      await wordpress[Symbol.asyncDispose]();
      await data[Symbol.asyncDispose]();
    },
  };
}

/** Numbers of the pages of a small site that are published. */
export const paths = (site: Awaited<ReturnType<typeof smallSite>>): readonly number[] =>
  [...site.mirror.publishable()].map(({ path }) => Number(path.slice('/pagina-'.length)));
