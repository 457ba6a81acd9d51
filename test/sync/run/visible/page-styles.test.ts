import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createStyleReader } from '../../../../sync/run/visible/page-styles.ts';

const { stylesIn } = createStyleReader((declarations) => declarations !== '');
const RULE = '.a{display:none}';
const TAG = '<p class="a">';

describe('the styles within a page', () => {
  it('are those of each style element to its end, whatever signs are in it', () => {
    for (const css of [
      RULE,
      `.b::before{content:"<"}${RULE}`,
      `@media (width<100px){.b{color:red}}${RULE}`,
      `<!--${RULE}-->`,
    ])
      assert.deepEqual(stylesIn(`<style>${css}</style>${TAG}`)(TAG), ['display:none'], css);
  });

  it('are for the screens that its attribute names, on however many lines', () => {
    assert.deepEqual(stylesIn(`<style media="screen,\nprint">${RULE}</style>${TAG}`)(TAG), ['display:none']);
    assert.deepEqual(stylesIn(`<style media="print">${RULE}</style>${TAG}`)(TAG), []);
  });

  it('are none of a comment, a template, or for browsers without scripts', () => {
    const style = `<style>${RULE}</style>`;
    for (const html of [`<!-- ${style} -->`, `<template>${style}</template>`, `<noscript>${style}</noscript>`])
      assert.deepEqual(stylesIn(html + TAG)(TAG), [], html);
  });
});
