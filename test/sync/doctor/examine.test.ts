import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeEnvFile } from '../../../sync/doctor/examine.ts';

describe('judgeEnvFile', () => {
  it('notes each name that sets nothing, with what to write in its place', () => {
    assert.deepEqual(judgeEnvFile([]), []);
    const findings = judgeEnvFile([
      { name: 'SITE_ULR', nearest: 'SITE_URL' },
      { name: 'SYNC_INTERVAL', nearest: undefined },
    ]);
    assert.deepEqual(
      findings.map(({ level, check, advice }) => [level, check, advice]),
      [
        ['note', 'settings.env_file', 'write SITE_URL'],
        ['note', 'settings.env_file', 'deploy/configuration.md has all names'],
      ],
    );
    assert.equal(findings[0]?.message, '.env: SITE_ULR is no setting, the nearest one is SITE_URL');
  });
});
