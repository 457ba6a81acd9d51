import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ownCommands } from '../../shared/command-line.ts';

describe('ownCommands', () => {
  const text = 'npm start, or npm run sync -- --watch\nnpm run doctor\nnpm run --silent backup -- FOLDER';

  it('names the commands of the package where it runs without npm', () => {
    const expected = 'wcs start, or wcs sync --watch\nwcs doctor\nwcs backup FOLDER';
    assert.equal(ownCommands(text, { CONTENT_SERVICE_COMMAND: 'wcs' }), expected);
  });

  it('leaves a text of a checkout as it is', () => {
    assert.equal(ownCommands(text, {}), text);
  });
});
