/**
 * `npm run demo:record -- http://127.0.0.1:8088` records a running WordPress to sync/demo/recording/. The recording
 * contains no host name and no time: the same site always has the same bytes.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMO_HOME, RECORDING_DIR } from '../../sync/demo/recording.ts';

const TYPES = ['pages', 'posts', 'proyectos'];
// A page without blocks that depend on further pages: the HTML around its content is the frame of every page.
const SAMPLE = 'cookies';
// Test pages of the kit that a company would not have.
const LEFT_OUT = '/casos-dificiles/';

type Post = { id: number; slug: string; link: string; title: { rendered: string }; content: { rendered: string } };

async function record(base: string): Promise<void> {
  const read = async (path: string) => {
    const response = await fetch(`${base}${path}`);
    // Status 400 ends a listing; 404 is also recorded.
    if (![200, 400, 404].includes(response.status))
      throw new Error(`${base}${path} returned status ${response.status}`);
    return await response.text();
  };
  const json = async (path: string): Promise<unknown> => JSON.parse(await read(`/wp-json${path}`));

  const root = (await json('/')) as Record<string, unknown> & { routes: Record<string, unknown> };
  const routes = TYPES.flatMap((type) => [`/wp/v2/${type}`, `/wp/v2/${type}/(?P<id>[\\d]+)`]);
  const types = Object.values((await json('/wp/v2/types')) as Record<string, { rest_base: string }>);
  const collections: Record<string, Post[]> = {};
  for (const type of TYPES) collections[type] = await readAll(json, type);
  const sample = collections['pages']?.find(({ slug }) => slug === SAMPLE);
  if (!sample) throw new Error(`${base} has no page ${SAMPLE}`);

  const frames = {
    page: frameOf(await read(new URL(sample.link).pathname), sample),
    blog: mainOf(await read('/blog/')),
    missing: mainOf(await read('/no-such-page/')),
  };
  const recording: Record<string, string> = {
    root: lines([{ ...root, routes: pick(root.routes, routes), _links: undefined }]),
    types: lines(types.filter((type) => TYPES.includes(type.rest_base))),
    frames: lines([frames]),
  };
  for (const [type, posts] of Object.entries(collections)) recording[type] = lines(posts);

  await mkdir(RECORDING_DIR, { recursive: true });
  for (const [name, text] of Object.entries(recording)) {
    const file = join(RECORDING_DIR, `${name}.json`);
    await writeFile(file, text.replaceAll(base, DEMO_HOME));
    process.stdout.write(`${file}: ${text.length} characters\n`);
  }
}

async function readAll(json: (path: string) => Promise<unknown>, type: string): Promise<Post[]> {
  const posts: Post[] = [];
  for (let page = 1; ; page++) {
    const batch = await json(`/wp/v2/${type}?per_page=100&orderby=id&order=asc&page=${page}`);
    if (!Array.isArray(batch)) return posts;
    for (const post of batch as (Post & { _links?: unknown })[]) {
      if (!post.link.includes(LEFT_OUT)) posts.push({ ...post, _links: undefined } as Post);
    }
    if (batch.length === 0) return posts;
  }
}

// One item per line, for readable diffs.
function lines(items: readonly unknown[]): string {
  return `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]\n`;
}

function pick(values: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]));
}

// Returns a themed page without scripts and styles, with placeholders for title and content.
function frameOf(html: string, post: Post): string {
  const marked = withoutScripts(html)
    .replace(/<title>.*?<\/title>/s, '<title>{{title}}</title>')
    .replaceAll(/<link (?![^>]*rel="(?:canonical|https:\/\/api\.w\.org\/)")[^>]*>\s*/g, '')
    .replace(/<link rel="https:\/\/api\.w\.org\/"[^>]*>/, '<link rel="https://api.w.org/" href="{{api}}" />')
    .replace(/<link rel="canonical"[^>]*>/, '<link rel="canonical" href="{{link}}" />')
    .replaceAll(`page-id-${post.id}`, 'page-id-{{id}}')
    .replace(/(<h1[^>]*wp-block-post-title[^>]*>).*?(<\/h1>)/s, '$1{{title}}$2')
    .replace(post.content.rendered.trim(), '{{content}}');
  for (const mark of ['{{title}}</h1>', '{{content}}', '{{api}}', '{{link}}']) {
    if (!marked.includes(mark)) throw new Error(`The page of the theme lacks ${mark}`);
  }
  return marked;
}

function mainOf(html: string): string {
  const main = /<main[\s>].*<\/main>/s.exec(withoutScripts(html))?.[0];
  if (main === undefined) throw new Error('The page has no <main>');
  return main;
}

function withoutScripts(html: string): string {
  return html.replaceAll(/<(script|style)(?![^>]*ld\+json)[^>]*>.*?<\/\1>\s*/gs, '').replaceAll(/\s*\n\s*/g, '\n');
}

const [base] = process.argv.slice(2);
if (base === undefined || !URL.canParse(base)) {
  process.stderr.write('Usage: npm run demo:record -- http://127.0.0.1:8088\n');
  process.exitCode = 2;
} else {
  await record(base.replace(/\/+$/, ''));
}
