import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from '../../../shared/page.ts';
import { createRandomSite } from '../../db/index/random-site.ts';
import { seeded } from '../../helpers/seeded.ts';
import { publishedSite } from './published-site.ts';

/** Pages that list places of their city, and lead to telephones. */
const withContacts = (one: Page): Page => ({
  ...one,
  markdown: `${one.markdown}\n\n[Llámanos](tel:+3491000000${one.title.length % 10})\n\n## Barrios\n\n- Barrio ${one.title}`,
});

describe('createPublisher, after random edits', () => {
  it('answers as the whole index after some random edits', async () => {
    await using site = await publishedSite();
    const random = createRandomSite(seeded(7));
    let state = random.site(900);
    site.write([...state.pages.values()].map(withContacts));
    await site.publish();
    for (let edits = 0; edits < 4; edits++) {
      const before = state;
      state = random.edit(before);
      site.write(
        [...state.pages.values()].filter((one) => before.pages.get(one.id) !== one).map(withContacts),
        [...before.pages.keys()].filter((id) => !state.pages.has(id)),
      );
      const pointer = await site.publish();
      assert.ok(pointer?.base, `edit ${edits}`);
      // Composed from all pages, company data, vocabulary and names of places are those that were published.
      assert.equal(pointer.fingerprint, site.fingerprintOfAll(), `edit ${edits}`);
    }
    await site.assertAsWhole(state);
  });
});
