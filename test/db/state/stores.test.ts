import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { STATE_SCHEMA_VERSION } from '../../../db/state/sqlite/database.ts';
import { examineState, openState, STATE_STORES, stateMayExist } from '../../../db/state/open.ts';
import { readSettings } from '../../../shared/settings.ts';
import { temporaryDataDir } from '../../helpers/sample-index.ts';

const now = () => new Date('2026-11-21T10:00:00Z');

describe('STATE_STORES', () => {
  it('has a store for every scheme that STATE_URL may have', () => {
    for (const scheme of Object.keys(STATE_STORES).filter((one) => one !== 'file:')) {
      const { STATE_URL } = readSettings({ STATE_URL: `${scheme}//casa.example` });
      assert.deepEqual(STATE_URL, [`${scheme}//casa.example`]);
    }
    assert.throws(() => openState({ addresses: ['ftp://casa.example'], file: '', now }), /no store .* ftp:/);
  });
});

describe('stateMayExist', () => {
  it('sees a file that is there, and takes a store at an address for one that is', async () => {
    await using data = await temporaryDataDir();
    const file = `${data.dir}/state.db`;
    assert.equal(stateMayExist({ file }), false);
    await using state = openState({ file, now });
    assert.equal(await state.clients.count(), 0);
    assert.equal(stateMayExist({ file }), true);
    assert.equal(stateMayExist({ addresses: ['redis://127.0.0.1:1'], file: '' }), true);
  });
});

describe('examineState', () => {
  it('finds a file sound, or says that there is none, and makes none', async () => {
    await using data = await temporaryDataDir();
    const file = `${data.dir}/state.db`;
    assert.equal((await examineState({ file }, now)).level, 'note');
    assert.equal(stateMayExist({ file }), false);
    await using state = openState({ file, now });
    await state.clients.count();
    assert.deepEqual(await examineState({ file }, now), {
      part: 'database',
      level: 'ok',
      message: `${file} is sound, schema version ${STATE_SCHEMA_VERSION}`,
    });
  });

  it('says of a store at an address why it does not answer, and what to do', async () => {
    const condition = await examineState({ addresses: ['redis://127.0.0.1:1'], file: '' }, now);
    assert.equal(condition.part, 'store');
    assert.equal(condition.level, 'problem');
    assert.match(condition.message, /cannot be reached: .*ECONNREFUSED/);
  });
});
