import { after, before, describe, it } from 'node:test';
import * as fc from 'fast-check';
import { writeCursor } from '../../server/operations/cursor.ts';
import { DEFAULT_CITIES } from '../../shared/cities.ts';
import { API } from '../helpers/running-server.ts';
import { SAMPLE_PAGES } from '../helpers/sample-index.ts';
import { runFuzzedServer, type FuzzedServer } from './fuzzed-server.ts';
import { fuzz } from './runs.ts';
import { anyText, formEncoded, oftenOneOf, parameter, querySyntax } from './texts.ts';

let server: FuzzedServer;
let token = '';
before(async () => {
  server = await runFuzzedServer();
});
after(() => server[Symbol.asyncDispose]());

const prepare = async () => {
  ({ token } = await server.refresh());
};

const query = oftenOneOf(
  ['fugas', 'fontanero en gijon', 'grifo roto', 'página larga', 'desatasco Madrid', '🔧 ñandú'],
  {
    min: 2,
    max: 200,
  },
);
const city = oftenOneOf(['todas', ...DEFAULT_CITIES.map(({ slug }) => slug)]);
const limit = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 25 }).map(String) },
  { weight: 2, arbitrary: fc.constantFrom('0', '26', '-1', '1.5', '1e1', '٣', '', '9'.repeat(30)) },
  { weight: 1, arbitrary: anyText },
);
const address = oftenOneOf(
  [
    ...SAMPLE_PAGES.flatMap(({ url, path }) => [url, path]),
    '/larga',
    'larga',
    'fontaneros',
    'desatascos',
    'casa.example/contacto',
    '/?page_id=22',
    '/%C3%B1and%C3%BA-%C3%B1',
    'http://www.casa.example:80/madrid/../madrid/./fontaneria//',
    'https://evil.example/contacto',
    'javascript:alert(1)',
    '//casa.example\\@evil.example',
    '/%2e%2e%2f%00%ff',
  ],
  { min: 1, max: 300 },
);

/** A cursor that is right for these arguments, nearly right, or nonsense. */
const cursor = (subject: readonly string[]) =>
  fc.oneof(
    fc.constantFrom(0, 1, 2, 5, 8, 1000, 2 ** 32 - 1).map((offset) => writeCursor(subject, offset)),
    fc.string({ unit: fc.constantFrom('A', 'B', 'a', '0', '_', '-'), minLength: 12, maxLength: 12 }),
    fc.constant(''),
    anyText,
  );

const get = (path: string, pairs: string, headers: [string, string][] = []) =>
  server.ask({ method: 'GET', target: `${API}${path}${pairs === '' ? '' : `?${pairs}`}`, headers });

const kindOf = async (answer: Promise<{ readonly kind: string }>) => (await answer).kind;

describe('GET', () => {
  it('search_pages, whatever its query string', async (t) => {
    const cases = querySyntax({ query: parameter(query), city: parameter(city), limit: parameter(limit) });
    const attempt = (pairs: string) => kindOf(get('/search_pages', pairs));
    await fuzz(t, { cases, attempt, atLeast: { 200: 0.15, 400: 0.15 } });
  });

  it('read_page, whatever its query string', async (t) => {
    const cases = querySyntax({ url: parameter(address) });
    const attempt = (pairs: string) => kindOf(get('/read_page', pairs));
    await fuzz(t, { cases, attempt, atLeast: { 200: 0.15, 400: 0.15, 404: 0.05 } });
  });

  it('search_pages and read_page, whatever the cursor', async (t) => {
    const search = fc
      .tuple(fc.constantFrom('fugas', 'casa'), fc.constantFrom('todas', 'madrid'))
      .chain(([text, place]) =>
        cursor(['search_pages', text, place]).map(
          (given) => ['/search_pages', { query: text, city: place, cursor: given }] as const,
        ),
      );
    const read = fc
      .constantFrom('larga', 'contacto')
      .chain((url) => cursor(['read_page', '20', 'x']).map((given) => ['/read_page', { url, cursor: given }] as const));
    const attempt = ([path, given]: readonly [string, Record<string, string>]) => kindOf(get(path, formEncoded(given)));
    await fuzz(t, { cases: fc.oneof(search, read), attempt, atLeast: { 200: 0.1, 400: 0.3 } });
  });

  it('get_company_info and quota, whatever the query string and the token', async (t) => {
    const section = oftenOneOf(['all', 'contact', 'service_model', 'coverage', 'services']);
    const cases = fc.record({
      path: fc.constantFrom('/get_company_info', '/quota'),
      pairs: querySyntax({ section: parameter(section) }),
      bearer: fc.oneof(fc.constant(true), fc.constant(false)),
    });
    const attempt = ({ path, pairs, bearer }: { path: string; pairs: string; bearer: boolean }) =>
      kindOf(get(path, pairs, bearer ? [['Authorization', `Bearer ${token}`]] : []));
    await fuzz(t, { cases, prepare, attempt, atLeast: { 200: 0.2, 400: 0.05, 401: 0.1 } });
  });
});
