import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { DEFAULT_OPERATIONS } from '../shared/operations.ts';
import { PATHS } from '../shared/public-paths.ts';
import { SETTING_NAMES } from '../shared/settings.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8');

/** The anchors that headings of a Markdown document get where people read it. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
}

const MCP_ADDRESSES: ReadonlySet<string> = new Set([PATHS.mcp, PATHS.mcpKnowledge]);

describe('README', () => {
  const readme = read('README.md');

  it('has at most 220 lines', () => {
    assert.ok(readme.trimEnd().split('\n').length <= 220);
  });

  it('has a row for every operation, and no other', () => {
    const rows = readme.match(/^\| `\{base_url\}\/.*$/gm) ?? [];
    const named = rows.flatMap((row) => row.match(/(?<=^\| `\{base_url\})\/\w+/) ?? []);
    const paths = Object.values(DEFAULT_OPERATIONS).map(({ path }) => path);
    assert.deepEqual(named.toSorted(), paths.toSorted());
  });

  it('has one line to paste for each assistant, with an address that is there', () => {
    const assistants = ['Claude', 'Claude Code', 'ChatGPT', 'Codex', 'Gemini CLI', 'Cursor', 'VS Code', 'mcp-remote'];
    const section = readme.slice(readme.indexOf('### Connect an assistant'), readme.indexOf('### Quotas and clients'));
    const rows = [...section.matchAll(/^\| ([\w -]+?)(?: \([^)]*\))? +\| .*https:\/\/your\.site\/mcp.*$/gm)];
    assert.deepEqual(
      rows.map(([, name]) => name),
      assistants,
    );
    for (const [, path = ''] of section.matchAll(/https:\/\/your\.site([\w/]+)/g))
      assert.ok(MCP_ADDRESSES.has(path), path);
  });

  it('agrees with package.json on Node and on the licence', () => {
    const { engines, license } = JSON.parse(read('package.json')) as { engines: { node: string }; license: string };
    const versions = [...readme.matchAll(/Node (\d+\.\d+) or newer/g)].map(([, version]) => `>=${version}`);
    assert.deepEqual(versions, [engines.node]);
    assert.match(readme, new RegExp(`^${license.replaceAll('.', '\\.')}[.;]`, 'm'));
  });
});

describe('documents', () => {
  it('have a row in deploy/configuration.md for every environment variable, and for no further name', () => {
    const rows = read('deploy/configuration.md').match(/^\| `[A-Z][A-Z_, `]+`\s*\|/gm) ?? [];
    const named = rows.flatMap((row) => row.match(/[A-Z][A-Z_]+/g) ?? []);
    assert.deepEqual(named.toSorted(), SETTING_NAMES.toSorted());
  });

  it('link to files and headings that exist', () => {
    const files = globSync('**/*.md', {
      cwd: join(import.meta.dirname, '..'),
      exclude: (name) => /(?:^|\/)(?:node_modules|build)$/.test(name),
    });
    assert.ok(files.length > 20);
    for (const file of files) {
      for (const [, target = '', anchor] of read(file).matchAll(/\]\(((?!https?:|#)[^)#]+)(?:#([^)]+))?\)/g)) {
        const linked = join(dirname(file), target);
        assert.ok(existsSync(join(import.meta.dirname, '..', linked)), `${file} links to ${target}`);
        if (anchor) assert.ok(anchorsOf(read(linked)).has(anchor), `${file} links to ${target}#${anchor}`);
      }
      for (const [, anchor = ''] of read(file).matchAll(/\]\(#([^)]+)\)/g)) {
        assert.ok(anchorsOf(read(file)).has(anchor), `${file} links to #${anchor}`);
      }
    }
  });
});

describe('SECURITY.md', () => {
  it('names tests that are there, in every row of what is promised', () => {
    const text = read('SECURITY.md');
    const rows = text.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:Promise|-+) /.test(line));
    assert.ok(rows.length > 30);
    for (const row of rows) assert.match(row.split('|').at(-2) ?? '', /`test\/[^`]+`/, row);
    for (const [, path = ''] of text.matchAll(/`(test\/[^`]+)`/g)) {
      assert.ok(existsSync(join(import.meta.dirname, '..', path)), path);
    }
  });
});
