import type { Site } from '../shared/page.ts';
import { DEMO_HOME, readRecording, type Post, type Recording } from '../sync/demo/recording.ts';
import { seeded } from '../test/helpers/seeded.ts';
import { nameFrom, readDataSet } from './corpus.ts';

/** Sites that differ in what they say. Further ones say what one of these says, at an address of their own. */
const TEXTS = 4;

const RECORDED_NAME = 'Llave y Tejo';
/** Of this many pages one is a parent of those that follow. */
const SECTION = 10;

/** The site whose texts a site has, by its number from 1 on. */
export const originalOf = (number: number): number => ((number - 1) % TEXTS) + 1;

/** Name of a site, and of its folder in SITES_DIR. */
export const folderOf = (number: number): string => `s${number}`;

/** Host of its PUBLIC_URL. */
export const publicHostOf = (number: number): string => `s${number}.example`;

/** How a site behaves: as ever; slowly; or so that each look at it costs as much as can be. */
export type Kind = 'ordinary' | 'slow' | 'hostile';
const NETWORKS: Readonly<Record<Kind, string>> = { ordinary: '127.1', slow: '127.2', hostile: '127.3' };

/** Loopback address at which the generated WordPress plays a site. */
export const hostOf = (number: number, kind: Kind = 'ordinary'): string =>
  `${NETWORKS[kind]}.${number >> 8}.${number & 255}`;

/** The site that is asked for, by the host. */
export function siteAt(host: string): { readonly kind: Kind; readonly number: number } | undefined {
  const [, network, high, low] = /^(127\.[123])\.(\d+)\.(\d+)(?::\d+)?$/.exec(host) ?? [];
  const [kind] = Object.entries(NETWORKS).find(([, one]) => one === network) ?? [];
  return kind === undefined ? undefined : { kind: kind as Kind, number: Number(high) * 256 + Number(low) };
}

/**
 * Made-up sites of so many pages as recordings of WordPress, the same in every run: fields, routes and theme of the recorded
 * demo site, texts put together from the sentences of the development passages.
 */
export function createGenerator(pages: number) {
  const recording = readRecording();
  const [model] = recording.collections.get('pages') ?? [];
  if (!model) throw new Error('The recording has no pages');
  const { passages } = readDataSet();
  const sentences = passages.flatMap(({ body }) => body.split(/(?<=[.!?])\s+/).filter((text) => text.length > 20));

  function contentOf(name: string, original: number, id: number): string {
    const chance = seeded(original * 1_000_003 + id);
    const pick = (): string => sentences[Math.floor(chance() * sentences.length)] ?? '';
    const paragraph = () => `<p>${[pick(), pick(), pick(), pick()].join(' ')}</p>`;
    const section = (heading: string) =>
      `<h2 class="wp-block-heading">${heading}</h2>\n\n${paragraph()}\n\n<ul class="wp-block-list">\n<li>${pick()}</li>\n\n<li>${pick()}</li>\n</ul>\n`;
    const headings = [`Qué hace ${name}`, 'Para saber más'];
    return `\n<p>${name} lo cuenta aquí. ${pick()}</p>\n\n${headings.map(section).join('\n')}`;
  }

  function pageOf({ name, home }: Pick<Site, 'name' | 'home'>, original: number, id: number): Post {
    const parent = id - ((id - 1) % SECTION);
    const slug = `pagina-${id}`;
    const path = id === 1 ? '/' : parent === id ? `/${slug}/` : `/pagina-${parent}/${slug}/`;
    const { title = '' } = passages[(id * 31 + original) % passages.length] ?? {};
    const time = new Date(Date.UTC(2025, 0, 1) + id * 3_600_000).toISOString().slice(0, 19);
    return {
      ...model,
      id,
      slug,
      date: time,
      date_gmt: time,
      modified: time,
      modified_gmt: time,
      link: `${home}${path}`,
      guid: { rendered: `${home}${path}` },
      parent: parent === id ? 0 : parent,
      title: { rendered: `${title} (${id}), ${name}` },
      excerpt: { rendered: '', protected: false },
      // Made when it is asked for: a thousand sites have a gigabyte of text.
      get content() {
        return { rendered: contentOf(name, original, id), protected: false };
      },
    };
  }

  /** One of those that differ, by its number. */
  return function site(original: number): Recording {
    const made = nameFrom(original * 7919);
    const identity = {
      name: `${made.charAt(0).toUpperCase()}${made.slice(1)}`,
      home: `https://${publicHostOf(original)}`,
    };
    const own = (text: string) =>
      text
        .replaceAll(DEMO_HOME, identity.home)
        .replaceAll(RECORDED_NAME, identity.name)
        .replace('<html lang="en-US">', '<html lang="es-ES">');
    const { root, frames, types } = recording;
    const described = { name: identity.name, description: `Todo sobre ${identity.name}` };
    return {
      root: { ...root, ...described, url: identity.home, home: identity.home },
      frames: { page: own(frames.page), blog: own(frames.blog), missing: own(frames.missing) },
      types: types.filter(({ rest_base: base }) => base === 'pages'),
      collections: new Map([['pages', Array.from({ length: pages }, (_, at) => pageOf(identity, original, at + 1))]]),
    };
  };
}

/** Elements inside each other, in each page of a hostile site. */
const NESTED = 3000;

/** A site whose pages have always just been changed, and are as dear to read as pages can be. */
export function hostile(recording: Recording): Recording {
  const now = () => new Date().toISOString().slice(0, 19);
  const rendered = `${'<p><b><i>'.repeat(NESTED)}fin`;
  const posts = (recording.collections.get('pages') ?? []).map((page) =>
    Object.defineProperties(
      { ...page, content: { rendered, protected: false } },
      { modified: { get: now, enumerable: true }, modified_gmt: { get: now, enumerable: true } },
    ),
  );
  return { ...recording, collections: new Map([['pages', posts]]) };
}
