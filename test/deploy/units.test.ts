import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const UNITS = ['content-service.service', 'content-sync.service'];
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

describe('deploy/*.service', () => {
  it('is what systemd understands', { skip: hasSystemd ? false : 'systemd-analyze is not installed' }, () => {
    const dir = mkdtempSync(join(tmpdir(), 'units-'));
    try {
      for (const name of UNITS) {
        // Node is somewhere else on every machine, and verify wants to see it.
        const text = readFileSync(join(DEPLOY, name), 'utf8').replaceAll('/usr/bin/node', process.execPath);
        writeFileSync(join(dir, name), text);
      }
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...UNITS.map((name) => join(dir, name))], {
        encoding: 'utf8',
      });
      assert.equal(stderr, '');
      assert.equal(status, 0);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });

  it('runs both programs as one ordinary user, with one data directory', () => {
    const texts = UNITS.map((name) => readFileSync(join(DEPLOY, name), 'utf8'));
    assert.match(
      texts[0] ?? '',
      /^ExecStart=\S+ --max-semi-space-size=\d --heap-growing-percent=25 --expose-gc server\/main\.ts$/m,
    );
    assert.match(
      texts[1] ?? '',
      /^ExecStart=\S+ --max-semi-space-size=\d --heap-growing-percent=25 --expose-gc sync\/main\.ts --watch$/m,
    );
    for (const line of [
      /^User=content-service$/m,
      /DATA_DIR=\/var\/lib\/content-service$/m,
      /^ProtectSystem=strict$/m,
    ]) {
      for (const text of texts) assert.match(text, line);
    }
  });

  it('judges the Node that runs a program before it does, with the check of npm’s scripts', () => {
    for (const name of UNITS) {
      const [, before, start] =
        /^ExecStartPre=(\S+) shared\/node-version\.js\nExecStart=(\S+) /m.exec(
          readFileSync(join(DEPLOY, name), 'utf8'),
        ) ?? [];
      assert.ok(before !== undefined && before === start, name);
    }
  });

  it('lets them write to their data directory and nothing else, and gain no privilege', () => {
    for (const name of UNITS) {
      const lines = readFileSync(join(DEPLOY, name), 'utf8').split('\n');
      // StateDirectory is the one place that stays writable under ProtectSystem=strict.
      for (const line of [
        'StateDirectory=content-service',
        'StateDirectoryMode=0700',
        'UMask=0077',
        'ProtectSystem=strict',
        'ProtectHome=true',
        'PrivateTmp=true',
        'PrivateDevices=true',
        'NoNewPrivileges=true',
        'CapabilityBoundingSet=',
        'RestrictNamespaces=true',
        'RestrictSUIDSGID=true',
        'SystemCallFilter=~@privileged',
      ]) {
        assert.ok(lines.includes(line), `${name}: ${line}`);
      }
      assert.ok(!lines.some((line) => /^(?:ReadWritePaths|AmbientCapabilities|BindPaths)=/.test(line)), name);
    }
  });
});
