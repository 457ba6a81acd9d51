/** Seconds from a click in a real WordPress to the first answer of the service that shows it. */
import { setTimeout as wait } from 'node:timers/promises';
import { activatePlugin, settings } from '../test/deploy/plugin.ts';
import { runProgram } from '../test/helpers/program.ts';
import { SECRET } from '../test/helpers/refresh.ts';
import { runServer, type RunningServer } from '../test/helpers/running-server.ts';
import { seeded } from '../test/helpers/seeded.ts';
import { createSyncedSite } from '../test/helpers/synced-site.ts';
import { startWordPressSite, type WordPressSite } from '../test/helpers/wordpress-site.ts';

const PORT = 8191;
const SIZES = [160, 3000];
const ROUNDS = 5;
const PROBE_SECONDS = 15;

/** A change, made to a page of its own: what the page is before, what its editor sends to the REST API, and what shows it. */
const KINDS = {
  edit: { status: 'publish', change: { content: '<p>Texto MARK.</p>' }, shown: 'MARK' },
  publish: { status: 'draft', change: { status: 'publish' }, shown: '/SLUG' },
  rename: { status: 'publish', change: { slug: 'otra-SLUG' }, shown: '/otra-SLUG' },
  move: { status: 'publish', change: { parent: 'PARENT' }, shown: '/madrid/SLUG' },
  trash: { status: 'publish', change: undefined, shown: undefined },
  unpublish: { status: 'publish', change: { status: 'draft' }, shown: undefined },
  password: { status: 'publish', change: { password: 'clave' }, shown: undefined },
  restore: { status: 'trash', change: { status: 'publish' }, shown: '/SLUG' },
  scheduled: { status: 'future', change: { status: 'publish', date_gmt: 'NOW' }, shown: '/SLUG' },
} as const;
type Kind = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as Kind[];

/** Change detection of sync: probes only, or probes and messages of the plugin. */
const TRIGGERS = ['probes', 'messages'] as const;
type Trigger = (typeof TRIGGERS)[number];

type Sample = { readonly pages: number; readonly trigger: Trigger; readonly kind: Kind; readonly seconds: number };

const slugOf = (trigger: Trigger, kind: Kind, round: number) => `fresca-${trigger}-${kind}-${round}`;

/** Makes the pages to change; answers their ids by their slugs. */
async function makePages(site: WordPressSite): Promise<Readonly<Record<string, number>>> {
  const wanted = TRIGGERS.flatMap((trigger) =>
    NAMES.flatMap((kind) =>
      Array.from({ length: ROUNDS }, (_, round) => ({
        slug: slugOf(trigger, kind, round),
        status: KINDS[kind].status,
      })),
    ),
  );
  const made = await site.php(`
    $day = date('Y-m-d H:i:s', time() + 30 * DAY_IN_SECONDS);
    $ids = [];
    foreach (json_decode('${JSON.stringify(wanted)}') as $one) {
      $trash = $one->status === 'trash';
      $page = ['post_type' => 'page', 'post_title' => "Fresca $one->slug", 'post_name' => $one->slug, 'post_content' => "<p>Página $one->slug.</p>", 'post_status' => $trash ? 'publish' : $one->status];
      if ($one->status === 'future') $page['post_date'] = $day;
      $ids[$one->slug] = wp_insert_post(wp_slash($page));
      if ($trash) wp_trash_post($ids[$one->slug]);
    }
    echo json_encode($ids);
  `);
  return JSON.parse(made) as Record<string, number>;
}

/**
 * Fills the site up to so many pages, in the database: nobody edits them. It gets a menu of its own, as sites of that size have:
 * that of the theme lists every page on every page.
 */
async function fillUp(site: WordPressSite, size: number): Promise<void> {
  await site.php(`
    $links = array_map(
      fn($path) => '<!-- wp:navigation-link ' . wp_json_encode(['label' => $path, 'url' => home_url("/$path/")]) . ' /-->',
      ['madrid', 'sevilla', 'contacto'],
    );
    wp_insert_post(wp_slash(['post_type' => 'wp_navigation', 'post_status' => 'publish', 'post_title' => 'Menú', 'post_content' => implode('', $links)]));
    $missing = ${size} - wp_count_posts('page')->publish;
    $model = get_page_by_path('madrid/fontaneria')->ID;
    $same = 'post_author, post_type, post_status, comment_status, ping_status, post_excerpt, to_ping, pinged, post_content_filtered';
    $dates = ['post_date', 'post_date_gmt', 'post_modified', 'post_modified_gmt'];
    $earlier = implode(', ', array_map(fn($date) => "$date - INTERVAL seq MINUTE", $dates));
    $missing > 0 && $wpdb->query("INSERT INTO $wpdb->posts ($same, " . implode(', ', $dates) . ", post_name, post_title, post_content)
      SELECT $same, $earlier, CONCAT('relleno-', seq), CONCAT('Relleno ', seq), CONCAT('<p>Relleno ', seq, '.</p>', post_content)
      FROM $wpdb->posts JOIN seq_1_to_$missing WHERE ID = $model");
    if ($wpdb->last_error) throw new Exception($wpdb->last_error);
  `);
}

/** Asks the service for a page, as somebody who never asked before; `undefined` when it has none. */
async function read(server: RunningServer, path: string) {
  const answer = await server.get(`/read_page?url=${encodeURIComponent(path)}`);
  if (answer.status === 404) return undefined;
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`);
  return (await answer.json()) as { readonly url: string; readonly markdown: string };
}

/** Clicks as the block editor makes them: requests to the REST API of an author who is logged in. */
async function createEditor(site: WordPressSite) {
  const authorization = `Basic ${Buffer.from(await site.edit('application-password')).toString('base64')}`;
  const parent = await site.php(`echo get_page_by_path('madrid')->ID;`);
  return async function click(kind: Kind, { slug, id }: { readonly slug: string; readonly id: number }): Promise<void> {
    const { change } = KINDS[kind];
    const body = JSON.stringify(change ?? {})
      .replace('MARK', slug.toUpperCase())
      .replace('SLUG', slug)
      .replace('"PARENT"', parent)
      .replace('NOW', new Date().toISOString().slice(0, 19));
    const answer = await fetch(`${site.url}/wp-json/wp/v2/pages/${id}`, {
      method: change ? 'POST' : 'DELETE',
      headers: { authorization, 'content-type': 'application/json' },
      body,
    });
    if (!answer.ok) throw new Error(`${kind} of ${slug}: ${answer.status} ${await answer.text()}`);
  };
}

/** Makes one change, and measures until the service shows it. */
async function measure(
  click: Awaited<ReturnType<typeof createEditor>>,
  server: RunningServer,
  { kind, slug, id }: { kind: Kind; slug: string; id: number },
) {
  const { shown } = KINDS[kind];
  async function isShown(): Promise<boolean> {
    const path = shown?.startsWith('/') === true ? shown.replace('SLUG', slug) : `/${slug}`;
    const page = await read(server, path);
    if (shown === 'MARK') return page?.markdown.includes(slug.toUpperCase()) === true;
    return shown === undefined ? page === undefined : page !== undefined && new URL(page.url).pathname === `${path}/`;
  }
  if (await isShown()) throw new Error(`${slug} shows already what ${kind} would change`);
  const clicked = performance.now();
  const edited = click(kind, { slug, id });
  // Its failure is thrown below.
  edited.catch(() => undefined);
  while (!(await isShown())) {
    if (performance.now() - clicked > 120_000) throw new Error(`${kind} of ${slug} does not show within two minutes`);
    await wait(50);
  }
  const seconds = (performance.now() - clicked) / 1000;
  await edited;
  return seconds;
}

/** Measures every kind, some rounds, on one site; the phase of the probes at each click is random. */
async function measureSite(pages: number): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  const random = seeded(pages);
  await using site = await startWordPressSite({ port: PORT, server: 'fpm' });
  const ids = await makePages(site);
  await fillUp(site, pages);
  const click = await createEditor(site);
  await using synced = await createSyncedSite({ SITE_URL: site.url, SYNC_PROBE_SECONDS: String(PROBE_SECONDS) });
  const { code, failure } = await synced.sync();
  if (code !== 0) throw new Error(failure);
  await using server = await runServer({ content: false, dataDir: synced.dir, env: { REFRESH_SECRET: SECRET } });
  const environment = { ...synced.environment, SYNC_REQUESTS_PER_SECOND: '2' };
  await using worker = runProgram('sync/main.ts', environment, ['--watch']);
  await worker.printed(/sync\.finished/);
  for (const trigger of TRIGGERS) {
    if (trigger === 'messages') {
      await activatePlugin(site);
      await site.php(settings(server.url));
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const kind of NAMES) {
        await wait(random() * (trigger === 'probes' ? PROBE_SECONDS : 2) * 1000);
        const slug = slugOf(trigger, kind, round);
        const id = ids[slug];
        if (id === undefined) throw new Error(`There is no page ${slug}`);
        samples.push({ pages, trigger, kind, seconds: await measure(click, server, { kind, slug, id }) });
      }
    }
    console.table(tableOf(samples.filter((sample) => sample.trigger === trigger)));
  }
  return samples;
}

/** Needs what a real WordPress needs (test/wordpress/README.md), and half an hour: `--quick` measures nothing. */
export async function run({
  quick,
  pages: size,
}: {
  readonly quick: boolean;
  readonly pages?: number;
}): Promise<unknown> {
  if (quick) {
    console.log('Left out: it needs a real WordPress and half an hour');
    return [];
  }
  const samples: Sample[] = [];
  for (const pages of size === undefined ? SIZES : [size]) samples.push(...(await measureSite(pages)));
  return samples;
}

/** A row for each kind, and one for all of them. */
function tableOf(samples: readonly Sample[]) {
  const row = (kind: string, some: readonly Sample[]) => {
    const sorted = some.map(({ seconds }) => seconds).toSorted((a, b) => a - b);
    const at = (share: number) => Number((sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN).toFixed(1));
    const { pages, trigger } = some[0] ?? {};
    return { pages, trigger, kind, samples: some.length, 'p50, s': at(0.5), 'p95, s': at(0.95), 'longest, s': at(1) };
  };
  const byKind = Map.groupBy(samples, ({ kind }) => kind);
  return [...[...byKind].map(([kind, some]) => row(kind, some)), row('all', samples)];
}
