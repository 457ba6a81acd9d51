import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FILES, withRefusals } from './refusal-snippets.ts';

describe('the refusals in deploy/', () => {
  for (const file of FILES) {
    it(`are in ${file} those of the service (else run node test/deploy/refusal-snippets.ts)`, () => {
      const { present, wanted } = withRefusals(file);
      assert.equal(present, wanted);
    });
  }
});
