import { describe, it } from 'node:test';
import { holdLastSnapshot } from './last-snapshot.ts';
import { openInProcess } from './last-snapshot-readers.ts';

/** Short sequences, one for each rule that a fault of the past broke; random ones, with servers and a follower, in last-snapshot.long.ts. */
const SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  'a title that visitors do not get while a row fails': ['11 shows another title', '11 a row fails'],
  'a hidden title and block, taken back': ['11 shows another title', '12 hides a block', 'sync', 'goes back'],
  'a withdrawn part, taken back': ['12 is edited', 'sync', '11 shows a part', 'sync', 'goes back'],
  'a page that returns with a part': [
    '12 is edited',
    'sync',
    '11 answers 404',
    'sync',
    '11 shows a part',
    'sync',
    'goes back',
    'goes back',
  ],
  'a page that is hidden while the index is pinned': ['12 is edited', 'sync', 'goes back', '11 answers 404', 'sync'],
  'pages that are hidden and edited while the index is pinned, which goes forward': [
    '12 is edited',
    'sync',
    'goes back',
    '11 is edited',
    '13 hides a block',
    '12 a row fails',
    'goes forward',
    'sync',
  ],
  'a backup after and before a page is hidden': [
    'makes a backup',
    '11 answers 404',
    'sync',
    'makes a backup',
    '12 is trashed',
    'sync',
    'restores the backup',
    '12 every page fails',
  ],
  'a run that is killed before its index': ['11 answers 404', 'a run is killed', '12 refuses', 'sync'],
};

describe('after a sequence of acts of a site and its operator', () => {
  for (const [name, script] of Object.entries(SCRIPTS)) {
    it(`no reader gets a passage that its page did not show when it was last seen: ${name}`, () =>
      holdLastSnapshot({ seed: 1, script, steps: 0, open: openInProcess }));
  }
});
