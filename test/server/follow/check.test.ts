import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkIndexFile } from '../../../server/follow/published.ts';
import { temporaryDataDir } from '../../helpers/sample-index.ts';

describe('checkIndexFile', () => {
  it('ends with a check that takes longer than it may', async () => {
    await using data = await temporaryDataDir();
    const file = data.generations.pathOf(await data.publish());
    const { signal } = new AbortController();
    await checkIndexFile(file, 1, signal);
    // A thread takes longer than this to start.
    await assert.rejects(checkIndexFile(file, 1, signal, 0), /takes too long to check/);
  });
});
