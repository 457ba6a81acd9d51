import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { collectEvidence } from '../../sync/company/page/page-evidence.ts';
import { isRefusal, restrictedBy } from '../../sync/run/visible/refusals.ts';
import { compareWithPage, shownPart } from '../../sync/run/visible/shown-text.ts';
import { shownOf, shownTitle } from '../../sync/run/visible/shown-page.ts';
import { withoutBetween } from '../../sync/run/visible/text-comparison.ts';
import { readPage } from '../../sync/markdown/parse/page.ts';
import { describeHtml } from '../../sync/wordpress/decode.ts';
import { rootInPage } from '../../sync/wordpress/discovery.ts';
import { headOf } from '../../sync/wordpress/page-head.ts';
import type { WordPressPage } from '../../sync/wordpress/rows.ts';
import { createVisitor } from '../../sync/wordpress/visitor.ts';

/** Half of what a page may have: work that grows with more than the length would take many seconds. */
const LENGTH = 500_000;
/** CPU time that sync may spend on it where the runs of all sites wait meanwhile: twenty times what it takes. */
const MOST_SECONDS = 2;

const link = 'https://casa.example/x/';
const page = { id: 5, link, content: '<p class="nota">Hola</p>' } as WordPressPage;

/** What reads a page on the thread that all sites share, apart from its conversion. */
const READERS: Readonly<Record<string, (html: string) => unknown>> = {
  'the view of a visitor': async (html) => {
    const answer = { url: link, status: 200, headers: {}, body: Buffer.from(html), delay: 0 };
    const get = async (request: { read: (given: typeof answer) => unknown }) => await request.read(answer);
    const options = { requests: { get }, addressOf: (address: string) => address, now: Date.now };
    return await createVisitor(options as unknown as Parameters<typeof createVisitor>[0])(page);
  },
  'the languages of its head': (html) => headOf(readPage(html), link, () => undefined),
  'the REST API in its head': (html) => rootInPage(readPage(html)),
  'its title': describeHtml,
  'its title beside the REST title': (html) => shownTitle(readPage(html), 'uno dos tres'),
  'a text beside it': (html) =>
    compareWithPage(readPage('<p>uno dos tres</p>'.repeat(100)), shownOf(readPage(html))).isWhole(),
  'the text of the REST API': (html) =>
    compareWithPage(readPage(html), shownOf(readPage('<p>uno dos tres</p>'))).isWhole(),
  'the shown part of a text': (html) => shownPart(html, shownOf(readPage('<p>uno dos tres</p>')), html),
  'the part of a text that it shows': (html) =>
    shownPart('uno dos tres. cuatro\n'.repeat(1000), shownOf(readPage(html))),
  'a refusal': isRefusal,
  'the plugin that restricts it': restrictedBy,
  'its shortcodes': (html) => withoutBetween(html, '[', ']'),
  'its links': (html) => withoutBetween(html, '](', ')'),
};

/** Beginnings that wait for an end. */
const BEGINNINGS = [
  '<',
  '<html ',
  '<body ',
  '<main ',
  '<link ',
  '<a >',
  '<style ',
  '<script ',
  '<div ',
  '<title ',
  '<!--',
  '<style>.a{',
  '<script type="ld+json">isAccessibleForFree',
];
const OTHERS = ['translateX(1', ' top:-', '[', '](', 'has-', ' class="', ' class=', '=', "'"];

async function secondsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

describe('a page made to keep sync busy', () => {
  for (const [name, read] of Object.entries(READERS)) {
    it(`does not: the work on ${name} grows with its length`, async () => {
      for (const piece of [...BEGINNINGS, ...OTHERS]) {
        const html = `${piece.repeat(Math.ceil(LENGTH / piece.length))}</body></html>`;
        const seconds = await secondsOf(() => read(html));
        assert.ok(seconds < MOST_SECONDS, `${seconds} s for ${JSON.stringify(piece)}`);
      }
    });
  }

  it('does not: the work on the hours in a row of its cells grows with its length', async () => {
    const cell = `<td>${'9 a 9 '.repeat(150)}</td>`;
    const html = `<body><table><tr>${cell.repeat(LENGTH / cell.length)}</tr></table></body>`;
    const site = { home: 'https://casa.example', language: 'es', hosts: ['casa.example'] };
    const seconds = await secondsOf(() =>
      collectEvidence([{ url: link, role: 'contact', page: readPage(html) }], site),
    );
    assert.ok(seconds < MOST_SECONDS, `${seconds} s`);
  });
});
