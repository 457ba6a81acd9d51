import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBackup } from '../../../db/backup/backup.ts';
import { restoreBackup } from '../../../db/backup/restore.ts';
import { withoutWithheld } from '../../../db/index/withdrawn.ts';
import { rebuildMirror } from '../../../db/mirror/rebuild.ts';
import { fillOutbox } from '../../../sync/service/delivery/outbox.ts';
import type { RunOrder } from '../../../sync/run/events.ts';
import type { Fault } from '../../helpers/fault-proxy.ts';
import { seeded } from '../../helpers/seeded.ts';
import type { Shown, TinyPage } from '../wordpress/tiny-wordpress.ts';
import { smallSite } from './small-site.ts';

/** A server, or another reader of the data directory, as one step meets it. */
export type Reader = {
  /** True for a reader that sees them a moment later. */
  readonly isPolled?: boolean;
  /** Waits until it has seen the pointer and the list of verdicts of its data directory. */
  readonly refresh: () => Promise<void>;
  /** All texts that it gives: of every page, and for these words as queries. */
  readonly texts: (words: readonly string[]) => Promise<string>;
};

type Readers = Readonly<Record<string, Reader>>;

type Options = {
  readonly seed: number;
  /** Steps before the random ones, in words. */
  readonly script?: readonly string[];
  /** Number of random steps. */
  readonly steps: number;
  /** Opens the readers of a data directory and its outbox; they are opened anew after a restart. */
  readonly open: (dir: string) => Promise<AsyncDisposable & { readonly readers: Readers; readonly followers: Readers }>;
};

/** A server sees a new list within a second; a busy machine takes longer. */
const PATIENCE_MS = 20_000;

/** Pages that the acts change. One more page lists their texts, as a query loop does. */
const IDS = [11, 12, 13];
const LIST = 14;

/** Letters alone, so that a query near it is corrected to it if an index has it; unlike all other words. */
function word(version: number): string {
  const next = seeded(version);
  return `q${Array.from({ length: 9 }, () => 'abcdefghijklmnopqrstuvwxyz'.charAt(Math.floor(next() * 26))).join('')}`;
}

/**
 * Makes a random sequence of acts of a site, its operator and the machine, and asserts after each step that no word is served or leaves
 * the machine that no visitor's page had when it was last seen. Words that an edit removed in public may be in earlier generations.
 */
export async function holdLastSnapshot({ seed, script = [], steps, open }: Options): Promise<void> {
  const next = seeded(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const chance = (share: number) => next() < share;
  await using site = await smallSite(14);
  const { generations, dir } = site;
  const outbox = join(dir, 'outbox');
  /** Words of a page and of its title that are public if the whole page is. */
  const present = new Map<number, readonly string[]>();
  const ever = new Map<string, number>();
  /** Words that an edit removed while visitors saw them. */
  const retired = new Set<string>();
  /** Visible HTML of each page when it was last seen. */
  const seen = new Map<number, string>();
  const log: string[] = [];
  /** Servers have an earlier generation until the next publication. */
  let isBehind = false;
  let version = 0;
  let minute = 0;
  let fault: ((url: string, page: number | undefined) => Fault | undefined) | undefined;
  let code = 'one';
  const modified = () => new Date(Date.UTC(2026, 3, 1) + (minute += 1) * 60_000).toISOString().slice(0, 19);

  const pageOf = (id: number) => site.pages.find((page) => page.id === id) as TinyPage;
  const sentence = (text: string) => `<p>La terraza del ático tiene la clave ${text} desde hoy.</p>`;
  const htmlOf = (words: readonly string[]) => words.map(sentence).join('');
  const newWord = (id: number) => {
    const made = word((version += 1));
    ever.set(made, id);
    return made;
  };
  const wordsOf = (id: number) => present.get(id) ?? [];
  const isSeen = (text: string) => [...seen.values()].some((html) => html.includes(text));

  function write(id: number, count: number): void {
    for (const text of wordsOf(id)) if (isSeen(text)) retired.add(text);
    const words = Array.from({ length: count }, () => newWord(id));
    present.set(id, words);
    const title = `Ficha ${words[0]}`;
    site.edit(id, { title, content: htmlOf(words.slice(1)), shown: {}, modified_gmt: modified() });
  }

  const show = (id: number, shown: Shown) => site.edit(id, { shown });
  const first = (id: number) => htmlOf(wordsOf(id).slice(1, 2));
  const rest = (id: number) => htmlOf(wordsOf(id).slice(2));
  const acts: Readonly<Record<string, (id: number) => void>> = {
    'shows a part': (id) => show(id, { main: first(id) }),
    'hides a block': (id) => show(id, { main: `${first(id)}<div hidden>${rest(id)}</div>` }),
    'shows another title': (id) => show(id, { title: 'Ficha de la casa' }),
    'answers 404': (id) => show(id, { status: 404 }),
    'asks for a login': (id) => show(id, { redirect: '/wp-login.php?redirect_to=%2Fficha%2F' }),
    refuses: (id) => show(id, { died: '<p>Solo para socios de la casa.</p>' }),
    'asks not to be indexed': (id) => show(id, { head: '<meta name="robots" content="noindex">' }),
    'gets a password': (id) => site.edit(id, { password: true, shown: {}, modified_gmt: modified() }),
    'is trashed': (id) => site.edit(id, { unlisted: true, shown: { status: 404 } }),
    'is shown': (id) => site.edit(id, { shown: {}, password: false, unlisted: false, modified_gmt: modified() }),
    'is shown as before': (id) => site.edit(id, { shown: {}, password: false, unlisted: false }),
    'is edited': (id) => {
      site.edit(id, { password: false, unlisted: false });
      write(id, 3 + below(2));
    },
    'is moved': (id) => site.edit(id, { slug: `movida-${id}-${(version += 1)}`, modified_gmt: modified() }),
  };

  /** HTML that a visitor reads of a page, without what its markup hides. */
  function visible(page: TinyPage): string {
    const { shown = {}, password = false, title = page.slug } = page;
    const { status = 200, redirect, died, head = '', main } = shown;
    if (status !== 200 || redirect !== undefined || died !== undefined || head.includes('noindex')) return '';
    if (password && main === undefined) return '';
    return `${shown.title ?? title}\n${(main ?? page.content).replace(/<div hidden>.*<\/div>/s, '')}`;
  }

  /** The other page lists the words of the pages that visitors get, for the REST API and for visitors. */
  function list(): void {
    const listed = IDS.map(pageOf).filter((page) => page.unlisted !== true && visible(page) !== '');
    const words = listed.flatMap(({ id }) =>
      wordsOf(id)
        .slice(1, 2)
        .filter((text) => visible(pageOf(id)).includes(text)),
    );
    site.edit(LIST, { content: `<p>Las últimas fichas de la casa son estas.</p>${htmlOf(words)}` });
  }

  site.proxy.setFaults(({ url }) => {
    const page = site.pages.find(({ slug }) => url.startsWith(`/${slug}/`));
    const found = fault?.(url, page?.id);
    if (!found && page) seen.set(page.id, visible(page));
    // A page that has gone from its former address shows nothing there.
    return found;
  });
  const faults: Readonly<Record<string, (id: number) => typeof fault>> = {
    'every page fails': () => (_, page) => (page === undefined ? undefined : { kind: 'status', status: 500 }),
    'one page fails': (id) => (_, page) => (page === id ? { kind: 'status', status: 503 } : undefined),
    'pages are cut off': () => (_, page) => (page === undefined ? undefined : { kind: 'reset_body' }),
    'the REST API fails': () => (url) =>
      url.includes('wp-json/wp/v2/pages') ? { kind: 'status', status: 500 } : undefined,
    'the REST API is closed': () => (url) =>
      url.includes('/wp-json') ? { kind: 'json', status: 401, value: { code: 'rest_login_required' } } : undefined,
    'a row fails': (id) => (url) =>
      new URL(url, 'http://casa.example').searchParams.get('include')?.split(',').includes(String(id)) === true
        ? { kind: 'status', status: 500 }
        : undefined,
    'the machine is unplugged': () => (url) => (url.startsWith('/') ? { kind: 'reset' } : undefined),
  };

  async function sync(order: Partial<RunOrder> = {}): Promise<void> {
    const digests = { converter: code, indexer: code, composer: code };
    const error = await site.sync({ full: true, force: true, ...order }, { digests }).catch((why: Error) => why);
    if (error instanceof Error) log.push(`(${error.message.slice(0, 90)})`);
    if (!(error instanceof Error)) isBehind = false;
  }

  /** A run that is killed between the verdicts and the new index. */
  async function syncKilled(): Promise<void> {
    isBehind = true;
    const report = ({ type, phase }: { readonly type: string; readonly phase?: string }) => {
      if (type === 'phase' && phase === 'build') throw new Error('killed');
    };
    await site
      .sync({ full: true, force: true }, { digests: { converter: code, indexer: code, composer: code }, report })
      .catch((error: Error) => log.push(`(${error.message.slice(0, 90)})`));
  }

  let opened = await open(dir);
  async function restart(meanwhile: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
    await opened[Symbol.asyncDispose]();
    await meanwhile();
    opened = await open(dir);
  }
  let backup: string | undefined;
  let backups = 0;
  const operator: Readonly<Record<string, () => Promise<unknown>>> = {
    'goes back': () => generations.rollback((to) => withoutWithheld(generations, to)),
    'goes forward': async () => {
      await generations.undo();
      isBehind = true;
    },
    restarts: () => restart(),
    updates: async () => {
      code = `${code}+`;
      await sync();
    },
    'makes a backup': async () => {
      const folder = join(dir, `backup-${(backups += 1)}`);
      await makeBackup(dir, folder, new Date());
      backup = folder;
      prove(holding(folder, forbidden('earlier')), 'a backup holds');
    },
    'restores the backup': async () => {
      const folder = backup;
      if (folder === undefined) return;
      isBehind = true;
      await restart(() =>
        site.withoutMirror(() => restoreBackup(dir, folder, new Date(Date.now() + (backups += 1) * 1000))),
      );
    },
    'has a disk that flips a byte': async () => {
      const pointer = await generations.current();
      if (!pointer) return;
      const file = generations.pathOf(pointer);
      const bytes = readFileSync(file);
      // A new file: the outbox has a link to the old one.
      rmSync(file);
      bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
      writeFileSync(file, bytes);
      isBehind = true;
      await restart();
    },
    'loses the list of verdicts': async () => {
      rmSync(join(dir, 'index/verdicts.json'), { force: true });
      await restart();
    },
    'loses its mirror': async () => {
      const pointer = await generations.current();
      if (!pointer) return;
      isBehind = true;
      await site.withoutMirror(() => {
        for (const suffix of ['', '-wal', '-shm']) rmSync(join(dir, `mirror.db${suffix}`), { force: true });
        rebuildMirror(join(dir, 'mirror.db'), generations.pathOf(pointer));
        return Promise.resolve();
      });
    },
  };

  /** Words that must not be served, or be in a file; `earlier` for generations before the newest. */
  function forbidden(of: 'newest' | 'earlier'): readonly string[] {
    return [...ever].flatMap(([text, id]) => {
      if (isSeen(text)) return [];
      const mayBeEarlier = retired.has(text) && seen.get(id) !== '' && pageOf(id).unlisted !== true;
      return of === 'earlier' && mayBeEarlier ? [] : text;
    });
  }

  function holding(folder: string, words: readonly string[]): readonly string[] {
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return holding(path, words);
      const bytes = readFileSync(path);
      return words.filter((text) => bytes.includes(text)).map((text) => `${entry.name}: ${text}`);
    });
  }

  function prove(found: readonly string[], what: string): void {
    assert.deepEqual(found, [], `seed ${seed}: ${what}\n${log.join('\n')}`);
  }

  async function proveServed(readers: Readers = opened.readers): Promise<void> {
    const pointer = await generations.current();
    const isNewest = pointer?.pinned === undefined && !isBehind;
    const words = forbidden(isNewest ? 'newest' : 'earlier');
    for (const [name, { refresh, texts, isPolled = false }] of Object.entries(readers)) {
      const until = performance.now() + (isPolled ? PATIENCE_MS : 0);
      for (;;) {
        await refresh();
        const text = await texts(words);
        const found = words.filter((one) => text.includes(one));
        if (found.length > 0 && performance.now() < until) continue;
        prove(found, `${name} serves`);
        break;
      }
    }
  }

  async function proveOutbox(): Promise<void> {
    const pointer = await generations.current();
    if (!pointer) return;
    // What was delivered before stays until the next publication.
    const before = new Set(isBehind && existsSync(outbox) ? readdirSync(outbox) : []);
    await fillOutbox(outbox, generations, pointer);
    const held = holding(outbox, forbidden('earlier'));
    prove(
      held.filter((found) => !before.has(found.split(':')[0] ?? '')),
      'the outbox holds',
    );
    await proveServed(opened.followers);
  }

  const anyOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;

  /** Makes a step and asserts after it: an act or a fault of a page (`11 is edited`), a run, or an act of the operator. */
  async function perform(step: string): Promise<void> {
    log.push(step);
    const [number = '', ...words] = step.split(' ');
    const [id, name] = [Number(number), words.join(' ')];
    if (acts[name]) {
      acts[name](id);
      list();
    } else if (faults[name]) {
      fault = faults[name](id);
      await sync();
      await proveServed();
      // Every run delivers, also a failed run.
      await proveOutbox();
      fault = undefined;
    } else if (step === 'a run is killed') {
      await syncKilled();
      await proveServed();
    } else if (step === 'sync') {
      await sync();
      await proveServed();
      await proveOutbox();
    } else {
      await operator[step]?.().catch((error: Error) => {
        if (error.name === 'AssertionError') throw error;
        log.push(`(${error.message.slice(0, 90)})`);
      });
      await proveServed();
      await proveOutbox();
    }
  }

  try {
    for (const id of IDS) write(id, 3);
    list();
    await sync();
    await restart();
    for (const step of script) await perform(step);
    for (let step = 0; step < steps; step++) {
      for (let count = 1 + below(2); count > 0; count--) await perform(`${anyOf(IDS)} ${anyOf(Object.keys(acts))}`);
      if (chance(0.3)) await perform(`${anyOf(IDS)} ${anyOf(Object.keys(faults))}`);
      if (chance(0.15)) await perform('a run is killed');
      if (chance(0.8)) await perform('sync');
      if (chance(0.5)) await perform(anyOf(Object.keys(operator)));
    }
  } finally {
    await opened[Symbol.asyncDispose]();
  }
}
