import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PLUGIN_FILES } from './plugin.ts';

const LANGUAGES = join(PLUGIN_FILES, 'languages');

const sources = readdirSync(PLUGIN_FILES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.php'))
  .map((name) => ({ name, text: readFileSync(join(PLUGIN_FILES, name), 'utf8') }));

/** Texts that the sources have translated, with those of the plugin's header. */
function sourceTexts(): string[] {
  const said = sources.flatMap(({ text }) => [
    ...text.matchAll(/\b(?:__|_e|esc_html__|esc_html_e|esc_attr__|esc_attr_e)\(\s*'((?:[^'\\]|\\.)*)'/g),
    ...text.matchAll(/^ \* (?:Plugin Name|Description): +(.+)$/gm),
  ]);
  return [...new Set(said.map(([, text = '']) => text.replaceAll("\\'", "'")))];
}

/** Texts of a .po or .pot file with their translations, without the header. */
function readPo(text: string): Map<string, string> {
  const lines = (block: string) => [...block.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, line = '']) => line).join('');
  const entries = [...text.matchAll(/^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)/gm)];
  const unescaped = (line: string) => line.replaceAll('\\"', '"');
  return new Map(
    entries
      .map(([, id = '', translation = '']) => [unescaped(lines(id)), unescaped(lines(translation))] as const)
      .filter(([id]) => id !== ''),
  );
}

/** Texts of a .mo file (GNU gettext manual, "The Format of GNU MO Files"), without the header. */
function readMo(file: Buffer): Map<string, string> {
  assert.equal(file.readUInt32LE(0), 0x950412de);
  const [count, ids, translations] = [8, 12, 16].map((at) => file.readUInt32LE(at)) as [number, number, number];
  const at = (table: number, index: number) => {
    const [length, start] = [0, 4].map((part) => file.readUInt32LE(table + 8 * index + part)) as [number, number];
    return file.toString('utf8', start, start + length);
  };
  const all = Array.from({ length: count }, (_, index) => [at(ids, index), at(translations, index)] as const);
  return new Map(all.filter(([id]) => id !== ''));
}

const placeholders = (text: string) => (text.match(/%(?:\d\$)?[sd]/g) ?? []).toSorted();

describe('the texts of the WordPress plugin', () => {
  const template = readPo(readFileSync(join(LANGUAGES, 'content-service.pot'), 'utf8'));

  it('are all in the template, and no others', () => {
    assert.deepEqual([...template.keys()].toSorted(), sourceTexts().toSorted());
  });

  for (const name of readdirSync(LANGUAGES).filter((one) => one.endsWith('.po'))) {
    const translations = readPo(readFileSync(join(LANGUAGES, name), 'utf8'));

    it(`are all translated in ${name}, with the same placeholders`, () => {
      assert.deepEqual([...translations.keys()].toSorted(), [...template.keys()].toSorted());
      for (const [id, text] of translations) {
        assert.notEqual(text, '', id);
        assert.deepEqual(placeholders(text), placeholders(id));
      }
    });

    it(`are the same in ${name} and in what WordPress reads`, () => {
      const compiled = readMo(readFileSync(join(LANGUAGES, name.replace(/po$/, 'mo'))));
      assert.deepEqual(Object.fromEntries(compiled), Object.fromEntries(translations));
    });
  }
});

describe('the sources of the WordPress plugin', () => {
  it('escape whatever they print, except what the service answered and where they say why not', () => {
    const pages = sources
      .filter(({ name }) => name !== 'includes/class-exchange.php')
      .map(({ name, text }) => ({
        name,
        text: text.replaceAll(/^.*phpcs:ignore WordPress.*EscapeOutput.* -- .*$/gm, ''),
      }));
    const printed = pages.flatMap(({ name, text }) =>
      [...text.matchAll(/(?:\becho\b|<\?=|\bprintf?\b)\s*\(?\s*([^;]{0,80})/g)]
        .filter(([, what = '']) => !/^esc_(?:html|attr|url)/.test(what))
        .map(([line]) => `${name}: ${line}`),
    );
    assert.deepEqual(printed, []);
  });

  it('end at once when they are asked for by themselves', () => {
    for (const { name, text } of sources.filter(({ text: source }) => !/^final class /m.test(source))) {
      assert.match(text, /if \( ! defined\( '(?:ABSPATH|WP_UNINSTALL_PLUGIN)' \) \) \{\s*exit;/, name);
    }
  });

  it('name one version and one set of requirements', () => {
    const readme = readFileSync(join(PLUGIN_FILES, 'readme.txt'), 'utf8');
    const header = sources.find(({ name }) => name === 'content-service.php')?.text ?? '';
    for (const [inHeader, inReadme] of [
      ['Version', 'Stable tag'],
      ['Requires at least', 'Requires at least'],
      ['Requires PHP', 'Requires PHP'],
      ['License', 'License'],
    ]) {
      const value = new RegExp(`^ \\* ${inHeader}: +(.+)$`, 'm').exec(header)?.[1];
      assert.equal(new RegExp(`^${inReadme}: (.+)$`, 'm').exec(readme)?.[1], value);
    }
    assert.equal(/^const VERSION = '(.+)';$/m.exec(header)?.[1], /^ \* Version: +(.+)$/m.exec(header)?.[1]);
  });
});
