import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeOperatorSettings, type OperatorSettings } from '../../db/operator-settings.ts';
import { createGenerations, INDEX_SCHEMA_VERSION, type Pointer } from '../../db/index/generations.ts';
import { buildIndex } from '../../db/index/builder.ts';
import { recordChanges } from '../../db/index/changes.ts';
import type { IndexContent } from '../../db/index/index-file.ts';
import { DEFAULT_CITIES } from '../../shared/cities.ts';
import { NO_PLACE_NAMES } from '../../shared/place-names.ts';
import type { Page } from '../../shared/page.ts';
import { createPlaces } from '../../shared/places.ts';

const places = createPlaces(DEFAULT_CITIES);

/** A page at `path`, placed by its address as the sync would place it. */
export function page(id: number, path: string, title: string, markdown: string, more: Partial<Page> = {}): Page {
  return {
    id,
    type: 'pages',
    url: `https://casa.example${path === '/' ? '/' : `${path}/`}`,
    path,
    title,
    markdown,
    language: 'es',
    modified: '2026-03-01T09:30:00Z',
    ...places.locate(path),
    ...more,
  };
}

export const SAMPLE_PAGES: readonly Page[] = [
  page(1, '/', 'Casa a punto', 'Mantenimiento del hogar y de empresas en veintiuna ciudades.'),
  page(2, '/fontaneria', 'Fontanería', '## Averías de agua\n\nFontaneros para fugas, grifos y cisternas.'),
  page(3, '/madrid', 'Madrid', 'Servicios para el hogar en Madrid.'),
  page(4, '/madrid/fontaneria', 'Fontanería en Madrid', 'Fontaneros en Madrid para **fugas** y grifos.'),
  page(5, '/gijon/fontaneria', 'Fontanería en Gijón', 'Fontaneros en Gijón para fugas y grifos.'),
  page(6, '/desatascos', 'Desatascos', 'Desatasco de tuberías, fregaderos y arquetas.'),
  page(7, '/gijon/desatascos', 'Desatascos en Gijón', 'Desatasco urgente en Gijón.'),
  page(8, '/contacto', 'Contacto', 'Escríbenos a [hola@casa.example](mailto:hola@casa.example).'),
];

/** The content of a small index; what is given replaces its part. */
export function sampleContent(more: Partial<IndexContent> = {}): IndexContent {
  return {
    generation: 1,
    builtAt: '2026-03-02T00:00:00Z',
    site: {
      name: 'Casa a punto',
      description: 'Mantenimiento del hogar',
      home: 'https://casa.example',
      language: 'es',
      hosts: ['casa.example', 'www.casa.example'],
    },
    company: {
      brand: 'Casa a punto',
      website: 'https://casa.example',
      legal_name: 'Casa a punto, S. L.',
      phone: '',
      email: 'hola@casa.example',
      hours: 'L–V 9–18',
      prices: 'Desde 35 €',
      tax: 'IVA incluido',
      coverage: 'España',
      service_model: { description: 'Visita y presupuesto', online_booking: false },
      services: [{ name: 'Fontanería', url: 'https://casa.example/fontaneria/' }],
      cities: [{ slug: 'madrid', name: 'Madrid', url: 'https://casa.example/madrid/' }],
      pages: { contact: 'https://casa.example/contacto/' },
    },
    cities: DEFAULT_CITIES,
    placeNames: NO_PLACE_NAMES,
    synonyms: [],
    vocabulary: {},
    pages: SAMPLE_PAGES,
    aliases: [{ path: '/fontaneros', pageId: 2 }],
    ...more,
  };
}

/** Builds an index file; returns its facts for the pointer. */
async function builtIndex(path: string, content: IndexContent, former?: string) {
  const counts = buildIndex(path, content);
  recordChanges(path, former, content);
  const bytes = await readFile(path);
  return {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    counts: { ...counts },
  };
}

/** Index files of the sample content that this process has built, by generation. */
const samples = new Map<number, { readonly bytes: Buffer; readonly index: Awaited<ReturnType<typeof builtIndex>> }>();

/** Writes the index file of the sample content, which is built once per process and generation. */
async function sampleIndex(path: string, content: IndexContent, former?: string) {
  const sample = samples.get(content.generation);
  if (sample) {
    await writeFile(path, sample.bytes, { mode: 0o600 });
    return sample.index;
  }
  const index = await builtIndex(path, content, former);
  samples.set(content.generation, { bytes: await readFile(path), index });
  return index;
}

/** Publishes the next generation of a data directory. */
export async function publishIn(
  dir: string,
  { addressQuotas = [], golden = [], ...more }: Partial<IndexContent & OperatorSettings> = {},
): Promise<Pointer> {
  writeOperatorSettings(dir, { addressQuotas, golden });
  const generations = createGenerations(dir);
  const { generation, file, path } = await generations.next();
  const content = sampleContent({ ...more, generation });
  const [newest] = await generations.published();
  const former = newest && generations.pathOf(newest);
  const build = Object.keys(more).length === 0 ? sampleIndex : builtIndex;
  const index = await build(path, content, former);
  const pointer = {
    generation,
    file,
    ...index,
    schema_version: INDEX_SCHEMA_VERSION,
    built_at: content.builtAt,
    site: content.site.home,
  };
  return await generations.publish(pointer);
}

/** A data directory of its own, with what tests do to it. */
export async function temporaryDataDir() {
  const dir = await mkdtemp(join(tmpdir(), 'content-service-'));
  return {
    dir,
    generations: createGenerations(dir),
    /** Builds and publishes the next generation. */
    publish: (more: Partial<IndexContent & OperatorSettings> = {}) => publishIn(dir, more),
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  };
}
