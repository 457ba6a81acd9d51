import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPage } from '../../../../sync/markdown/parse/page.ts';
import { shownOf } from '../../../../sync/run/visible/shown-page.ts';
import { shownPart } from '../../../../sync/run/visible/shown-part.ts';

const MARKDOWN = `# Blog de la casa

- ***

  ## [Poda el recibo del agua](https://casa.example/poda/)

  Tres consejos para pagar menos agua en verano.

- ***

  ## [Raíces en las tuberías](https://casa.example/raices/)

  Las raíces buscan el agua en las juntas viejas.`;

const post = (title: string, slug: string, text: string) =>
  `<li><hr><h2><a href="/${slug}/">${title}</a></h2><p>${text}</p></li>`;
const FIRST = post('Poda el recibo del agua', 'poda', 'Tres consejos para pagar menos agua en verano.');
const SECOND = post('Raíces en las tuberías', 'raices', 'Las raíces buscan el agua en las juntas viejas.');

const pageOf = (posts: string) => shownOf(readPage(`<h1>Blog de la casa</h1><ul>${posts}</ul>`));

describe('shownPart', () => {
  it('leaves a text as it is of which the page has every word', () => {
    assert.equal(shownPart(MARKDOWN, pageOf(FIRST + SECOND)), MARKDOWN);
  });

  it('keeps the lines in their place around those that are not shown', () => {
    const part = shownPart(MARKDOWN, pageOf(SECOND));
    assert.doesNotMatch(part, /recibo|consejos/);
    assert.match(part, /^- \*\*\*\n\n {2}## \[Raíces en las tuberías\]/m);
  });
});
