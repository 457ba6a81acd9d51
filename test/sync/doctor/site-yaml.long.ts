import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readSiteConfig } from '../../../sync/site-file/site-config.ts';
import { runProgram } from '../../helpers/program.ts';
import { createSyncedSite } from '../../helpers/synced-site.ts';

describe('npm run doctor -- --site-yaml, after a sync', () => {
  it('prints a site file that is valid and says what the site file already says', async () => {
    await using synced = await createSyncedSite({});
    await synced.sync();
    const { code, stdout } = await runProgram('sync/doctor.ts', synced.environment, ['--site-yaml']).ended;
    assert.equal(code, 0);
    const file = join(synced.dir, 'proposal.yaml');
    writeFileSync(file, stdout);
    const proposed = readSiteConfig(file);
    assert.equal(proposed.phone, '900 000 123');
    assert.equal(proposed.service_model?.online_booking, false);
    assert.ok((proposed.cities?.length ?? 0) > 0);
    assert.ok((proposed.services?.length ?? 0) > 0);
    assert.match(stdout, /^phone: "900 000 123" {2}# site\.yaml$/m);
  });
});
