import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { buildTree, type HtmlNode } from '../../../sync/markdown/parse/tree.ts';
import { seeded } from '../../helpers/seeded.ts';

describe('RunTokenizer', () => {
  const PIECES = [
    '<p>|</p>|<div class="a &amp; b">|</div>|<a title=\'x&lt;y\' href="/z?a=1&copy=2">|</a>|<b>|</b>|<pre>|</pre>|<br/>|<p x="\r\n&#13;\r">',
    '<textarea>|</textarea>|<title>|</title>|<table>|<tr>|<td>|</table>|<noscript>|<iframe>|<xmp>|</xmp>|<select>|<option>|</select>',
    '<style>|</style>|<style/>|<script>|</script >|<script><!--|-->|<!-- x -->|<!|<![CDATA[|<svg>|</svg>|<math>|<template>|</template>',
    "<head>|<body>|<html lang=es>|<i a='\0'>|a > b {}|uno dos| |\n|\r\n|\r|\t|\0|&|&amp;|&#233;|&nosuch;|<|</|</s|\"|'|😀|日本",
  ].flatMap((list) => list.split('|'));

  it('builds the trees of parse5', () => {
    const chance = seeded(7);
    for (let round = 0; round < 3000; round++) {
      const html = Array.from({ length: 12 }, () => PIECES[Math.floor(chance() * PIECES.length)]).join('');
      const expected = linesOf(parse(html, { scriptingEnabled: false }));
      assert.deepEqual(linesOf(buildTree(html).root), expected, JSON.stringify(html));
    }
  });

  it('drops attributes beyond the limit', () => {
    const { root } = buildTree(`<html ${Array.from({ length: 600 }, (_, at) => `a${at}=1`).join(' ')}>`);
    const [html] = root.children;
    assert.equal(html?.nodeType === 1 && Object.keys(html.attribs).length, 500);
  });
});

type Node = HtmlNode | DefaultTreeAdapterTypes.Node;

/** The elements with their attributes, and the texts, a line each. Our tree has no comments, so that the texts around one are joined. */
function linesOf(node: Node, indent = ''): readonly string[] {
  const lines: string[] = [];
  let text = '';
  const endText = () => {
    if (text !== '') lines.push(`${indent}${JSON.stringify(text)}`);
    text = '';
  };
  const children =
    'children' in node ? node.children : 'childNodes' in node && !('content' in node) ? node.childNodes : [];
  for (const child of children as readonly Node[]) {
    if ('nodeType' in child && child.nodeType === 3) text += child.data;
    else if ('value' in child) text += child.value;
    else if ('attribs' in child || 'attrs' in child) {
      endText();
      const attributes =
        'attrs' in child ? Object.fromEntries(child.attrs.map(({ name, value }) => [name, value])) : child.attribs;
      lines.push(
        `${indent}<${'attrs' in child ? child.tagName : child.name} ${JSON.stringify(attributes)}>`,
        ...linesOf(child, `${indent} `),
      );
    }
  }
  endText();
  return lines;
}
