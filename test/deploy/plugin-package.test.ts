import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import { zip, zipPlugin } from '../release/zip.ts';
import { PLUGIN_FILES } from './plugin.ts';

/** Files of an archive by its central directory, which holds them stored. */
function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - 22;
  assert.equal(archive.readUInt32LE(end), 0x06054b50);
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  while (at < end) {
    assert.equal(archive.readUInt32LE(at), 0x02014b50);
    const [size, length, local] = [
      archive.readUInt32LE(at + 24),
      archive.readUInt16LE(at + 28),
      archive.readUInt32LE(at + 42),
    ];
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const content = archive.subarray(start, start + size);
    assert.equal(archive.readUInt32LE(at + 16), crc32(content));
    files.set(archive.toString('utf8', at + 46, at + 46 + length), content);
    at += 46 + length;
  }
  return files;
}

describe('the zip of the WordPress plugin', () => {
  it('has every file of the plugin in one folder, and the license', () => {
    const sources = readdirSync(PLUGIN_FILES, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const files = unzip(zipPlugin());
    assert.equal(files.size, sources.length + 1);
    for (const source of sources) {
      const name = `content-service${source.slice(PLUGIN_FILES.length)}`;
      assert.deepEqual(files.get(name), readFileSync(source), name);
    }
    assert.match(String(files.get('content-service/license.txt')), /GNU GENERAL PUBLIC LICENSE/);
  });

  it('has the same bytes in any order of files', () => {
    const files = [
      ['b/ä.txt', Buffer.from('B')],
      ['a.txt', Buffer.from('')],
    ] as const;
    assert.deepEqual(zip(new Map(files)), zip(new Map(files.toReversed())));
    assert.deepEqual(unzip(zip(new Map(files))), new Map(files.toReversed()));
  });
});

const HEADERS = ['Tags', 'Requires at least', 'Tested up to', 'Requires PHP', 'Stable tag', 'License', 'License URI'];
const SECTIONS = ['Description', 'Installation', 'Frequently Asked Questions', 'Changelog', 'Upgrade Notice'];

describe('readme.txt of the WordPress plugin', () => {
  // Rules of the plugin directory's parser and of Plugin Check.
  const readme = readFileSync(join(PLUGIN_FILES, 'readme.txt'), 'utf8');
  const [head = '', ...rest] = readme.split(/^== (.+) ==\n/m);
  const sections = new Map(rest.flatMap((text, at) => (at % 2 === 0 ? [[text, rest[at + 1] ?? ''] as const] : [])));
  const [titles = '', description = ''] = head.trim().split('\n\n');
  const [title = '', ...lines] = titles.split('\n');
  const headers = new Map(lines.map((line) => line.split(/: (.*)/s) as [string, string]));
  const header = (name: string) => headers.get(name) ?? '';

  it('begins with the name of the plugin', () => {
    const source = readFileSync(join(PLUGIN_FILES, 'content-service.php'), 'utf8');
    assert.equal(title, `=== ${/^ \* Plugin Name: +(.+)$/m.exec(source)?.[1]} ===`);
  });

  it('has the headers of the directory, in their formats', () => {
    assert.deepEqual([...headers.keys()], HEADERS);
    for (const name of ['Requires at least', 'Tested up to', 'Requires PHP']) {
      assert.match(header(name), /^\d+\.\d+(?:\.\d+)?$/, name);
    }
    assert.match(header('Stable tag'), /^\d+\.\d+\.\d+$/);
    assert.match(header('License URI'), /^https:\/\//);
  });

  it('has at most five tags, and none that the directory ignores', () => {
    const tags = header('Tags').split(', ');
    assert.ok(tags.length <= 5);
    assert.equal(
      tags.some((tag) => ['', 'plugin', 'wordpress'].includes(tag)),
      false,
    );
  });

  it('has a short description of at most 150 characters without markup', () => {
    assert.equal(head.trim().split('\n\n').length, 2);
    assert.match(description, /^[^\n*_`[\]<>]{1,150}$/);
  });

  it('has the known sections, within the lengths that the directory shows', () => {
    assert.deepEqual([...sections.keys()], SECTIONS);
    for (const [name, text] of sections) {
      const words = text.split(/\s+/).length;
      assert.ok(words <= (name === 'Changelog' ? 5000 : 2500), `${name}: ${words} words`);
    }
    const notices = (sections.get('Upgrade Notice') ?? '').split(/^= .+ =\n/m);
    for (const notice of notices) assert.ok(notice.trim().length <= 300, notice);
  });

  it('describes the stable version in the changelog first', () => {
    assert.equal(/^= (.+) =$/m.exec(sections.get('Changelog') ?? '')?.[1], header('Stable tag'));
  });
});
