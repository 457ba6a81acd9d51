import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DUE, edited, outgrownSite, partsOf } from './outgrown-site.ts';

/** Of so many changed pages on, the whole index is built before anything is published. */
const AT_ONCE = 61;

describe('a fresh build of the whole index', () => {
  it('comes after the edit that makes it due is published, and is the same content', async () => {
    await using site = await outgrownSite();
    assert.deepEqual(partsOf(site.delta), [2, 1]);
    assert.ok(await site.isRenewalDue());
    const whole = await site.renew();
    assert.deepEqual(partsOf(whole), [3, undefined]);
    assert.equal(whole?.fingerprint, site.delta.fingerprint);
    const [live, fresh] = await site.liveAndFresh(site.delta);
    assert.ok(live.equals(fresh));
    assert.ok(!(await site.isRenewalDue()));
    assert.equal(await site.renew(), undefined);
    assert.equal(await site.publish(), undefined);
  });

  it('is not due before that', async () => {
    await using site = await outgrownSite(edited(DUE - 1));
    assert.deepEqual(partsOf(site.delta), [2, 1]);
    assert.ok(!(await site.isRenewalDue()));
  });

  it('leaves a rollback alone', async () => {
    await using site = await outgrownSite();
    await site.generations.rollback();
    assert.equal(await site.renew(), undefined);
    assert.equal((await site.generations.current())?.generation, 1);
  });

  it('is made at once when it never comes to its end, so that no delta grows without end', async () => {
    await using site = await outgrownSite();
    site.write(edited(AT_ONCE - 1));
    assert.deepEqual(partsOf(await site.publish()), [3, 1]);
    site.write(edited(AT_ONCE));
    assert.deepEqual(partsOf(await site.publish()), [4, undefined]);
  });
});
