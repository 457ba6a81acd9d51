import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutBetween } from '../../../sync/run/visible/text-comparison.ts';
import { attribute, inLowerCase, startTags } from '../../../sync/wordpress/html-tags.ts';

describe('startTags', () => {
  it('finds the tags of a name in any case, and no others', () => {
    const html = '<LINK rel=a><links><link\nrel=b/><link><p title="<link c>"></link><link rel=d';
    assert.deepEqual([...startTags(html, 'link')], ['<LINK rel=a>', '<link\nrel=b/>', '<link>', '<link c>']);
  });

  it('finds the one after another that does not end', () => {
    assert.deepEqual([...startTags(`<body ${'x '.repeat(5000)}<body id="a">`, 'body')], ['<body id="a">']);
  });
});

describe('attribute', () => {
  it('reads values in quotes and in none, however near they stand, and decodes them', () => {
    const tag = `<A id="x"class='a b'href=/c/?d&amp;e checked DATA-F = "g" data-f="h"/>`;
    assert.deepEqual(
      ['id', 'class', 'href', 'checked', 'data-f', 'f', 'g'].map((name) => attribute(tag, name)),
      ['x', 'a b', '/c/?d&e', undefined, 'g', undefined, undefined],
    );
    assert.equal(attribute('<a/href="b">', 'href'), 'b');
  });

  it('takes nothing in the value of another one for an attribute', () => {
    const tag = `<div data-popup="<i class='nota' style='display:none'>" class="muro">`;
    assert.deepEqual([attribute(tag, 'class'), attribute(tag, 'style')], ['muro', undefined]);
  });
});

describe('HTML in lower case', () => {
  it('has each character at its place', () => {
    assert.equal(inLowerCase('İÇ <A>ẞ'), '.ç <a>ß');
  });
});

describe('withoutBetween', () => {
  it('leaves out what stands between two signs that are near each other, from the first of these', () => {
    assert.equal(withoutBetween('a [b [c] d] e [f', '[', ']'), 'a   d] e [f');
    assert.equal(withoutBetween(`[${'x'.repeat(2000)}] y`, '[', ']'), '  y');
    const long = `[${'x'.repeat(2001)}] y`;
    assert.equal(withoutBetween(long, '[', ']'), long);
    assert.equal(withoutBetween('[a](https://b) c', '](', ')'), '[a  c');
  });
});
