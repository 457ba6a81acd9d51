import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPage } from '../../../sync/markdown/parse/page.ts';
import { headOf } from '../../../sync/wordpress/page-head.ts';

const HOME = 'https://casa.example';
const keyOf = (link: string) =>
  link.startsWith(`${HOME}/`) ? new URL(link).pathname.replace(/\/$/, '') || '/' : undefined;
const alternatesOf = (html: string) => headOf(readPage(html), `${HOME}/horno/`, keyOf).alternates.split('\n');

describe('headOf', () => {
  it('reads the switchers of plugins and themes', () => {
    for (const link of [
      '<a lang="en-GB" hreflang="en-GB" href="/en/oven/"><img src="x.png" alt=""></a>',
      '<a href="https://casa.example/en/oven/" class="wpml-ls-link"><span class="wpml-ls-native" lang="en">English</span></a>',
      '<a href="/en/oven/"><img class="wpml-ls-flag" src="en.svg" alt="English" /></a>',
      '<A HREF=/en/oven/>\n EN </A>',
      '<a href="/en/oven/" title="English (UK)"><i class="flag"></i></a>',
      '<a href="/en/oven/"><span>en-GB</span></a>',
    ]) {
      assert.deepEqual(alternatesOf(`<nav>${link}<a href="/horno/">Ofertas</a></nav>`), ['/en/oven'], link);
    }
  });

  it('takes no other link for one of a switcher', () => {
    for (const link of [
      '<a href="/en/oven/">English ovens</a>',
      '<a href="/en/oven/"></a>',
      '<a name="en">English</a>',
      '<a href="https://other.example/en/oven/" hreflang="en">English</a>',
    ]) {
      assert.deepEqual(alternatesOf(link), [''], link);
    }
  });

  it('believes the links of the head alone where there are some', () => {
    const head = '<link rel="alternate" hreflang="de" href="/de/ofen/">';
    assert.deepEqual(alternatesOf(`${head}<a hreflang="en" href="/en/oven/">EN</a>`), ['/de/ofen']);
  });
});
