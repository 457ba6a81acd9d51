import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from '../../../../shared/page.ts';
import { createRandomSite } from '../../../db/index/random-site.ts';
import { seeded } from '../../../helpers/seeded.ts';
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

  it('answers as the whole index after renewals that edits have passed', async () => {
    await using site = await publishedSite();
    const random = createRandomSite(seeded(11));
    let state = random.site(700);
    site.write([...state.pages.values()]);
    await site.publish();
    const edit = async (times: number) => {
      const before = state;
      for (let left = times; left > 0; left--) state = random.edit(state);
      site.write(
        [...state.pages.values()].filter((one) => before.pages.get(one.id) !== one),
        [...before.pages.keys()].filter((id) => !state.pages.has(id)),
      );
      return await site.publish();
    };
    for (let renewals = 0; renewals < 3; renewals++) {
      assert.ok((await edit(7))?.base);
      assert.ok(await site.isRenewalDue());
      const pointer = await site.renew({ meanwhile: () => edit(1) });
      assert.equal(pointer?.base?.generation, pointer ? pointer.generation - 2 : undefined);
      assert.equal(pointer?.fingerprint, site.fingerprintOfAll());
      await site.assertAsWhole(state);
    }
  });
});
