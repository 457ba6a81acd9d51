import assert from 'node:assert/strict';
import { it } from 'node:test';
import { followRandomChanges } from '../../helpers/random-changes.ts';

it('a copy that follows the feed equals the live index (300 of the edits of changes.long.ts)', async () => {
  const { compared, rollbacks, verdicts, generations } = await followRandomChanges({ edits: 300, seed: 41 });
  for (const count of [compared, rollbacks, verdicts, generations]) assert.ok(count > 5);
});
