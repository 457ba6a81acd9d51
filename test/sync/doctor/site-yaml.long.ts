import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readSiteConfig } from '../../../sync/site-file/site-config.ts';
import { runProgram } from '../../helpers/program.ts';
import { createSyncedSite } from '../../helpers/synced-site.ts';

describe('npm run doctor -- --site-yaml, after a sync', () => {
  it('proposes lines that are valid without their number signs, of a site without a site file', async () => {
    await using synced = await createSyncedSite({});
    await synced.sync();
    const { code, stdout } = await runProgram('sync/doctor.ts', synced.environment, ['--site-yaml']).ended;
    assert.equal(code, 0);
    // The site file of the demo has everything but pages.
    assert.doesNotMatch(stdout, /phone|cities|services/);
    const file = join(synced.dir, 'proposal.yaml');
    writeFileSync(file, stdout.replaceAll(/^# (?=\S+:(?: |$)| )/gm, ''));
    readSiteConfig(file);
  });
});
