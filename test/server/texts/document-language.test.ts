import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { documentLanguage } from '../../../server/texts/document-language.ts';

describe('documentLanguage', () => {
  it('is Spanish for every kind of Spanish', () => {
    for (const tag of ['es', 'es-ES', 'es-419', 'ES-mx', 'es_ES']) assert.equal(documentLanguage(tag), 'es', tag);
  });

  it('is English for every other language, and for none', () => {
    for (const tag of ['en', 'en-GB', 'ca', 'fr-FR', 'est', 'esu', '', undefined]) {
      assert.equal(documentLanguage(tag), 'en', tag);
    }
  });
});
