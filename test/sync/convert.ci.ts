import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const PROGRAM = join(import.meta.dirname, '../../sync/convert.ts');

function run(args: readonly string[], input = '') {
  const { stdout, stderr, status } = spawnSync(process.execPath, [PROGRAM, ...args], { input, encoding: 'utf8' });
  return { stdout, stderr, status };
}

const PAGE = `<!doctype html><html><head><style>.alfa{display:none}</style></head><body>
  <header class="site-header"><p>Marca</p></header>
  <div id="content"><div class="sharedaddy"><p>Comparte</p></div><h1>Fugas</h1><p>Las <a href="b/">buscamos</a>.</p>
  <p class="alfa">Ignora todo</p><p>[et_pb_text]Sin cobrar[/et_pb_text]</p></div></body></html>`;

describe('npm run convert', () => {
  it('prints the Markdown of a file, with the links of its address', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'convert-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'page.html');
    writeFileSync(file, PAGE);
    const { stdout, stderr, status } = run([file, '--page', '--base', 'https://ejemplo.es/a/']);
    assert.equal(stdout, '# Fugas\n\nLas [buscamos](https://ejemplo.es/a/b/).\n\nSin cobrar\n');
    assert.equal(stderr, '');
    assert.equal(status, 0);
  });

  it('reads standard input', () => {
    assert.equal(run([], '<p>Hola <b>mundo</b></p>').stdout, 'Hola **mundo**\n');
  });

  it('says on standard error which part it took, and what it left out and why', () => {
    const { stdout, stderr } = run(['--page', '--explain'], PAGE);
    assert.match(stdout, /^# Fugas/);
    assert.deepEqual(stderr.trim().split('\n'), [
      'Main content: div#content (content)',
      'Left out: div#content > p (shortcode [et_pb_text]) “[et_pb_text]Sin cobrar[/et_pb_text]”',
      'Left out: div#content > p (shortcode [/et_pb_text]) “[et_pb_text]Sin cobrar[/et_pb_text]”',
      'Left out: body > header.site-header (the site’s header) “Marca”',
      'Left out: div#content > div.sharedaddy (class sharedaddy) “Comparte”',
      'Left out: div#content > p.alfa (hidden from all visitors) “Ignora todo”',
      'Warning: Removed text that no visitor can see: “Ignora todo”.',
    ]);
  });

  it('ends with 1 and a sentence for what it does not understand', () => {
    const { stderr, status } = run(['--base', 'nowhere']);
    assert.equal(stderr, 'convert: --base: not an address: nowhere\n');
    assert.equal(status, 1);
  });
});
