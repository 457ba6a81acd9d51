import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languageOf, languagesOf, translationsOf, type Languages } from '../../../../sync/run/read/page-language.ts';
import { languageTest } from '../../../../sync/run/read/text-language.ts';

const site = {
  name: '',
  description: '',
  home: 'https://casa.example',
  language: 'en-US',
  hosts: [],
};

describe('languagesOf', () => {
  it('follows the site when the owner says nothing', () => {
    assert.deepEqual(languagesOf(site, undefined, ['/a']), { site: 'en-US', unsaid: 'en-US', prefixes: [] });
  });

  it('believes the owner of a site that has one language', () => {
    const languages = { site: 'en-US', unsaid: 'es', prefixes: [] };
    assert.deepEqual(languagesOf(site, 'es', ['/a', '/estufas']), languages);
  });

  it('takes pages without prefix for the site’s language where the wanted one has a prefix', () => {
    const languages = { site: 'en-US', unsaid: 'en-US', prefixes: ['es', 'pt-br'] };
    assert.deepEqual(languagesOf(site, 'es', ['/a', '/pt-br/b', '/es/b', '/xx/c']), languages);
  });
});

describe('languageOf', () => {
  const languages = languagesOf(site, 'es', ['/a']);
  const chosenLanguage = (language: string | undefined, printedLanguage: string | undefined) =>
    languageOf(languages, { language, printedLanguage }, '/a', undefined);

  it('believes the owner where an SEO plugin prints the language that the site was installed in', () => {
    assert.equal(chosenLanguage(undefined, 'en-US'), 'es');
    assert.equal(chosenLanguage(undefined, 'de-DE'), 'de-DE');
    assert.equal(chosenLanguage('en', 'en-US'), 'en');
  });
});

const SPANISH = 'Cerrajeros de la ciudad, para la casa y para el negocio: llame a la hora que sea.';
const ENGLISH = 'Locksmiths of the town, for the home and for the office: call us at any hour of the day.';

describe('translationsOf', () => {
  const languages: Languages = { site: 'es', unsaid: 'es', prefixes: ['de', 'en'] };
  const translationPaths = (more: Partial<Parameters<typeof translationsOf>[1]>) =>
    translationsOf(
      languages,
      {
        path: '/cerrajero',
        language: 'es-ES',
        markdown: SPANISH,
        named: [],
        head: undefined,
        ...more,
      },
      languageTest,
    );
  const linking = (...keys: string[]) => ({ head: { language: 'es', alternates: keys.join('\n') } });

  it('names the path of a page under the prefixes of other languages', () => {
    assert.equal(translationPaths({}), '/de/cerrajero\n/en/cerrajero');
    assert.equal(translationPaths({ path: '/' }), '/de\n/en');
    assert.equal(
      translationPaths({ path: '/en/cerrajero', language: 'en', markdown: ENGLISH }),
      '/cerrajero\n/de/cerrajero',
    );
    assert.equal(translationPaths({ path: '/en', language: 'en', markdown: ENGLISH }), '/\n/de');
  });

  it('does not where the text is not certainly in the language of the page', () => {
    assert.equal(translationPaths({ markdown: ENGLISH }), '');
    assert.equal(translationPaths({ markdown: 'Teléfono: 912 345 678' }), '');
    assert.equal(translationPaths({ path: '/en/cerrajero', language: 'en' }), '');
    assert.equal(translationPaths({ path: '/en/cerrajero', language: 'es', markdown: ENGLISH }), '');
  });

  it('prefers what a plugin names, and then what the page links', () => {
    assert.equal(translationPaths({ named: ['/cerrajero', '/en/locksmith'], ...linking('/de/x') }), '/en/locksmith');
    assert.equal(translationPaths(linking('/cerrajero', '/de/schluesseldienst')), '/de/schluesseldienst');
  });

  it('takes links to front pages for nothing, but on a front page', () => {
    assert.equal(translationPaths(linking('/', '/de', '/en')), '/de/cerrajero\n/en/cerrajero');
    assert.equal(translationPaths({ path: '/', ...linking('/', '/en') }), '/en');
  });
});
