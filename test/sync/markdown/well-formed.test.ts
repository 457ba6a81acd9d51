import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildTree, type HtmlElement, type HtmlNode } from '../../../sync/markdown/parse/tree.ts';
import { buildWellFormed } from '../../../sync/markdown/parse/well-formed.ts';
import { seeded } from '../../helpers/seeded.ts';

/** Everything that is kept of a document's head and body, and its links. */
function dump(document: HtmlElement | undefined): string {
  const lines: string[] = [];
  const page = document?.children.find((child) => child.nodeType === 1);
  const parts = page?.nodeType === 1 ? page.children.filter((child) => child.nodeType === 1) : [];
  const stack: (readonly [HtmlNode, number])[] = parts.toReversed().map((part) => [part, 0]);
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [node, depth] = next;
    if (node.nodeType === 3) {
      lines.push(`${depth} ${JSON.stringify(node.data)}`);
      continue;
    }
    lines.push(`${depth} ${node.namespace} ${node.name} ${JSON.stringify(node.attribs)} ${node.classes.join('.')}`);
    for (const [index, child] of node.children.entries()) {
      assert.equal(child.parent, node);
      assert.equal(child.prev, node.children[index - 1] ?? null);
      assert.equal(child.next, node.children[index + 1] ?? null);
    }
    for (const child of node.children.toReversed()) stack.push([child, depth + 1]);
  }
  return lines.join('\n');
}

function assertSameTree(html: string): void {
  const found = buildWellFormed(html);
  assert.ok(found, `refused: ${html}`);
  assert.equal(dump(found), dump(buildTree(html, { bounded: false })), html);
}

describe('buildWellFormed', () => {
  it('makes the tree of the whole algorithm of fragments as WordPress writes them', () => {
    for (const html of [
      '\n<p>Uno &amp; dos&nbsp;&#8211; tr&eacute;s<br />cuatro</p>\n<ul class="A  b">\n<li>a<li>b</ul>',
      '<p>uno<div>dos</div></p><h2>t</h2>texto &copy 2026, AT&T <3',
      '<table><tr><td>a<p>b<td>c<tr><th>d</table><table><col><tbody></tbody></table>',
      '<style>p > a { color: red }</style>\n<div id=x title="a&amp;b&copy=1" hidden>a</div>',
      '<a href="?a=1&lt=2&amp;b"><svg viewBox="0 0 1 1"><title>t</title><path d="M0"/></svg></a>',
      '<form><select><option>1<option selected>2</select><textarea>\n\n<b></textarea></form><pre>\n\na</pre>',
      '<dl><dt>a<dd>b<dt>c</dl><script>if (a < b) "</p>"</script><!-- <p> --> x',
    ])
      assertSameTree(html);
  });

  it('makes that of tags which are ignored, or close nothing', () => {
    for (const html of [
      '<div></span></h2></td>a</div></body></div>b',
      '<caption>a</caption><td>b<tr><p>c',
      '<a href="/a"><table><tr><td><a href="/b">c</a></table></a>',
      '<p><object data="x"><p>a</p></object> b</p><marquee><li>c</li></marquee>',
      '<ul><li>a<dl><dd>b</dl><li><dd>c<li>d</ul>',
    ])
      assertSameTree(html);
  });

  it('makes that of blocks which close more than the last one, as authors leave them', () => {
    for (const html of [
      '<div><header>a<span>b</div>c',
      '<div><table><tr><td>a</div>b</table></div>c',
      '<h3>a</h4>b',
      '<p>a</br>b</div>',
      '<img src="a.png" "><p a"b>c',
      '<?xml version="1.0"?><p>a<!x>b',
      '<!--[if IE]><p>a</p><![endif]--><![if !IE]><p>b<![endif]>c',
      '<p>a<![CDATA[ b>c ]]> d<pre><![CDATA[>\n',
      '<p>a<!DOCTYPE html>b<pre><!doctype html PUBLIC "x">\nc</pre>',
      '<html><!doctype html><head><!doctype html></head><!doctype html><p>d',
      `<svg><filter><feColorMatrix values="0"/><feFuncR tableValues="0 1"/></filter>
      <linearGradient gradientUnits="userSpaceOnUse"/><use href="#a" xlink:href="#b"/></svg>`,
    ])
      assertSameTree(html);
  });

  it('makes that of whole pages', () => {
    assertSameTree(`<!DOCTYPE html>\r\n<html lang="es"><head><meta charset=utf-8><title>a &amp; b</title><noscript><style>
      i{}</style></noscript></head>\n<body class="home"><header>x</header></body>\n</html>\n`);
    assertSameTree(`<!DOCTYPE html><html><head><title>a</title>
      <noscript><img height="1" src="https://example.com/counter"/></noscript><script>b()</script><style>i{}</style>
      </head><body class="home" id="x"><noscript>c</noscript><p>d</body></html>`);
    assertSameTree('<html><head><title>a</title><head lang="es"><style>i{}</style></head><head><body>b');
    assertSameTree('<head><noscript> a</noscript><meta name="b"></head><body id="c"><p>d<html lang="es"><body id="e">');
  });

  it('refuses what only the whole algorithm can read', () => {
    for (const html of [
      '<b><p>a</b>b</p>',
      '<table>a<tr><td>b</table>',
      '<a>b<a>c',
      '<div><b></div>c',
      '<div><form></div><form>',
      '<template><p>a</template>',
      '<p><table></table></p>',
      '<h1>a<h2>b',
      '<svg><p>a',
      '<p ="b">',
      '<svg><![CDATA[a]]></svg>',
      '<!-- a --!> b',
      '<script><!-- <script> </script>',
      '<p>a\0b',
      '<select><p>a</select>',
      '<p><desc><p>a',
    ])
      assert.equal(buildWellFormed(html), undefined, html);
  });

  it('never makes another tree than the whole algorithm, of anything', () => {
    const chance = seeded(7);
    const pick = (list: readonly string[]) => list[Math.floor(chance() * list.length)] ?? '';
    let read = 0;
    for (let round = 0; round < 5000; round++) {
      const open: string[] = [];
      let html = '';
      for (let i = 0; i < 3 + chance() * 10; i++) {
        const kind = chance();
        if (kind < 0.45) {
          const name = pick(NAMES);
          html += `<${name}${chance() < 0.3 ? pick(ATTRIBUTES) : ''}>`;
          open.push(name);
        } else if (kind < 0.7) html += `</${chance() < 0.85 ? (open.pop() ?? 'p') : pick(NAMES)}>`;
        else html += pick(TEXTS);
      }
      const found = buildWellFormed(html);
      if (!found) continue;
      read++;
      assert.equal(dump(found), dump(buildTree(html, { bounded: false })), html);
    }
    assert.ok(read > 400, `${read} of them were read`);
  });
});

const NAMES =
  `p div span b i a ul li ol dl dt dd table tr td th tbody caption colgroup col h1 h2 button form select option
  optgroup pre textarea svg path title g br img input hr style script noscript iframe section em html head body link meta
  summary dialog x-y ruby math object template center xmp nobr font header filter fecolormatrix`.split(/\s+/);
const ATTRIBUTES = [
  ' class="A b"',
  ' id=x',
  ' title="a&amp;b&copy=1&copy;&copyx"',
  ' x=1 x=2',
  " style='color:red'",
  ' /',
  ' viewBox="0 0"',
  ' xlink:href="#a"',
  ' constructor=1',
  ' x="1"y="2"',
  ' a"b',
  ' gradientUnits=x',
];
const TEXTS = [
  '<!doctype html>',
  '<![endif]-->',
  '<![CDATA[a]]>',
  'a',
  '\n',
  ' ',
  '&nbsp;',
  '&copyx',
  '&notit;',
  '&#x80;',
  '&#0;',
  '<',
  'a < b',
  '<!-- c -->',
  '<!---->',
  '</p>',
  '</br>',
  '<?xml v>',
  '<!x>',
];
