/** Micro-benchmarks of single steps, on pages of the demo site: where to look first when something became slow. */
import { Bench } from 'tinybench';
import { openIndexSync } from '../db/index/reader.ts';
import { createInputReader } from '../server/operations/input.ts';
import { endOfPart } from '../server/operations/markdown-parts.ts';
import { OPERATION_TEXTS } from '../shared/operation-texts.ts';
import { createOperations } from '../shared/operations.ts';
import { createAnalyzer } from '../db/search/text/analyzer.ts';
import { convert } from '../sync/markdown/convert.ts';
import { readPage } from '../sync/markdown/parse/page.ts';
import { readRecording } from '../sync/demo/recording.ts';
import { temporaryDataDir } from '../test/helpers/sample-index.ts';

/** Measures each step by itself; times in microseconds. */
export async function run({ quick }: { readonly quick: boolean }): Promise<unknown> {
  const pages = readRecording().collections.get('pages') ?? [];
  const page = pages.toSorted((a, b) => b.content.rendered.length - a.content.rendered.length)[pages.length >> 1];
  if (!page) throw new Error('The recording has no pages');
  const html = page.content.rendered;
  const { markdown } = convert(readPage(html), { baseUrl: page.link, source: 'rest' });
  const analyzer = createAnalyzer('es');
  const readInput = createInputReader(createOperations(['madrid'], OPERATION_TEXTS.en).search_pages);

  await using data = await temporaryDataDir();
  const index = openIndexSync(data.generations.pathOf(await data.publish()));
  const bench = new Bench({ time: quick ? 200 : 1000, warmupTime: quick ? 50 : 300 })
    .add(`HTML to Markdown (${html.length} characters)`, () =>
      convert(readPage(html), { baseUrl: page.link, source: 'rest' }),
    )
    .add(`words of a page (${markdown.length} characters)`, () => analyzer.termsOf(markdown))
    .add('validate arguments', () => readInput({ query: 'fuga de agua', city: 'madrid', limit: 8 }))
    .add('cut a long page', () => endOfPart(markdown, 0, 1000))
    .add('search eight pages', () => index.search({ query: 'fuga de agua', city: undefined, limit: 8, offset: 0 }))
    .add('find a page', () => index.pageByPath('/madrid/fontaneria'));
  await bench.run();
  index.close();

  const rows = bench.tasks.map(({ name, result }) => {
    if (!('latency' in result)) throw new Error(`${name} was not measured`);
    const { p50, p99 } = result.latency;
    return { step: name, 'p50 µs': Number((p50 * 1000).toFixed(1)), 'p99 µs': Number((p99 * 1000).toFixed(1)) };
  });
  console.table(rows);
  return rows;
}
