import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assetsOf } from '../../../../sync/run/visible/page-assets.ts';

const BASE = 'https://llaveytejo.example/madrid/';

/** The assets of a page, each as the text or the path that it has. */
const assetsIn = (html: string) =>
  [...assetsOf(html, BASE, () => true)].map(({ text, address = '' }) => text ?? URL.parse(address)?.pathname);

describe('assetsOf', () => {
  it('gives what a page has and links on its own host, in order', () => {
    const html = `<link rel=stylesheet href=/a.css><STYLE>b</STYLE><script>c</script><script data-src="/d.js"></script>
      <link rel="preload" as="style" href="/e.css"><link rel="stylesheet" href="https://otra.example/f.css">`;
    assert.deepEqual(assetsIn(html), ['/a.css', 'b', 'c', '', '/d.js', '/e.css']);
  });

  it('reads tags as browsers do', () => {
    assert.deepEqual(assetsIn('<link title="a > b" rel="stylesheet" href="/a.css">'), ['/a.css']);
    assert.deepEqual(assetsIn('<p title="<style>">x</p><style>a > b</style>'), ['a > b']);
    assert.deepEqual(assetsIn('<!-- <style>a</style> --!><style>b</style>'), ['b']);
  });

  it('gives nothing of a comment, of a template, or for browsers without scripts', () => {
    const style = '<style>a</style><link rel="stylesheet" href="/a.css">';
    const html = `<!-- ${style} --><noscript>${style}</noscript><template><template></template>${style}</template>`;
    assert.deepEqual(assetsIn(`${html}<style>b</style>`), ['b']);
  });
});
