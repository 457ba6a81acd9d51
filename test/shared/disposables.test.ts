import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Disposables } from '../../shared/disposables.ts';

describe('Disposables', () => {
  const resource = (name: string, released: string[]) => ({
    [Symbol.asyncDispose]: () => Promise.resolve(void released.push(name)),
  });

  it('releases resources in reverse order, once, those without a promise too', async () => {
    const released: string[] = [];
    const owned = new Disposables();
    owned.use(resource('first', released));
    assert.equal(owned.use(undefined), undefined);
    owned.use({ [Symbol.dispose]: () => void released.push('second') });
    await owned[Symbol.asyncDispose]();
    await owned[Symbol.asyncDispose]();
    assert.deepEqual(released, ['second', 'first']);
  });

  it('leaves resources to the stack that they moved to', async () => {
    const released: string[] = [];
    let moved: Disposables;
    {
      await using owned = new Disposables();
      owned.use(resource('kept', released));
      moved = owned.move();
    }
    assert.deepEqual(released, []);
    await moved[Symbol.asyncDispose]();
    assert.deepEqual(released, ['kept']);
  });

  it('releases all resources after an error, and rejects with the last error', async () => {
    const released: string[] = [];
    const owned = new Disposables();
    owned.use(resource('first', released));
    for (const message of ['last error', 'first error']) {
      owned.use({ [Symbol.asyncDispose]: () => Promise.reject(new Error(message)) });
    }
    await assert.rejects(owned[Symbol.asyncDispose](), /last error/);
    assert.deepEqual(released, ['first']);
  });
});
