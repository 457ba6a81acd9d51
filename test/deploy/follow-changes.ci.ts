import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { API, jsonOf, runServer } from '../helpers/running-server.ts';
import { SAMPLE_PAGES } from '../helpers/sample-index.ts';

const run = promisify(execFile);
const SCRIPT = join(import.meta.dirname, '../../deploy/changes/follow.mjs');

it('deploy/changes/follow.mjs keeps a folder equal to the pages, and leaves other files alone', async () => {
  await using server = await runServer();
  const folder = await mkdtemp(join(tmpdir(), 'follow-'));
  const follow = async (): Promise<number> => {
    await run(process.execPath, [SCRIPT, `${server.url}${API}`, folder]);
    return (await readdir(folder)).filter((name) => name.endsWith('.md')).length;
  };
  await writeFile(join(folder, 'notes.md'), 'Mine');
  assert.equal(await follow(), SAMPLE_PAGES.length + 1);
  const { next_cursor: cursor } = await jsonOf(await server.get('/changes?limit=500'));
  await server.data.publish({ pages: SAMPLE_PAGES.slice(0, 5) });
  while ((await jsonOf(await server.get(`/changes?since=${cursor}`))).changes.length === 0) await wait(20);
  assert.equal(await follow(), 6);
  // A cursor that cannot be resumed.
  const foreign = Buffer.from('[1,1,"00000000",1,"00000000",1,"~",""]').toString('base64url');
  await writeFile(join(folder, 'cursor.json'), foreign);
  assert.equal(await follow(), 6);
  await rm(folder, { recursive: true });
});
