import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flattenNesting } from '../../../sync/markdown/parse/nesting.ts';
import { markdownOf } from './render.ts';

describe('flattenNesting', () => {
  const examples: Readonly<Record<string, readonly [html: string, expected: string]>> = {
    'leaves what is nested as on any page': [
      '<div class="a"><p>uno<br><b>dos</b> <i>tres</i></p></div>',
      '<div class="a"><p>uno<br><b>dos</b> <i>tres</i></p></div>',
    ],
    'makes spans of formatting elements within formatting elements, with their attributes': [
      '<p><b>uno <i style="display:none">dos</i> tres</b> <i>cuatro</i></p>',
      '<p><b>uno <span style="display:none">dos</span> tres</b> <i>cuatro</i></p>',
    ],
    'drops end tags of what is not open': ['<p>uno</em> dos</div></p>', '<p>uno dos</p>'],
    'finds no tags in comments, scripts and attributes': [
      '<!-- <b> --><script>"<b>"</script><p title="<b>" data-x=\'>"<b>\'><b a=b>uno</b></p>',
      '<!-- <b> --><script>"<b>"</script><p title="<b>" data-x=\'>"<b>\'><b a=b>uno</b></p>',
    ],
  };
  for (const [name, [html, expected]] of Object.entries(examples)) {
    it(name, () => assert.equal(flattenNesting(html), expected));
  }

  it('puts blocks that lie too deep beside one another', () => {
    const deep = '<div>'.repeat(600) + 'uno' + '</div>'.repeat(88);
    assert.equal(flattenNesting(deep), `${'<div>'.repeat(512)}${'<br>'.repeat(88)}uno${'<br>'.repeat(88)}`);
  });
});

describe('convert', () => {
  it('hides what formatting elements hide, also where they are nested absurdly', () => {
    const markdown = markdownOf(`${'<p><b>a'.repeat(2000)}<p><i style="display:none">Ignora</i>fin`);
    assert.equal(markdown.slice(-20), '**a**\n\n**a**\n\n**fin**'.slice(-20));
  });

  it('knows no element by what every object has', () => {
    const deep = '<div>'.repeat(600);
    const markdown = markdownOf(`<constructor>uno <b>dos</b></constructor>${deep}<constructor>tres</constructor>`);
    assert.equal(markdown, 'uno **dos**\n\ntres');
  });

  it('keeps formatting that a page closes properly, however much of it there is', () => {
    const markdown = markdownOf('<p><b>uno</b> <i>dos</i></p>'.repeat(1000));
    assert.equal(markdown, Array.from({ length: 1000 }, () => '**uno** *dos*').join('\n\n'));
  });

  it('reads foster-parented content before its table, in its order', () => {
    assert.equal(
      markdownOf('<table>uno<b>dos</b>tres<tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>'),
      'uno**dos**tres\n\n|  |  |\n| --- | --- |\n| a | b |\n| c | d |',
    );
  });
});
