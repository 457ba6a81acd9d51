import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languageInPlaceOf, languageOfProse } from '../../../../db/search/text/languages/text-language.ts';
import { PROSE } from '../../../helpers/prose-samples.ts';

const { spanish, english, portuguese, galician, catalan, russian, bulgarian, ukrainian, dutch, afrikaans } = PROSE;

describe('languageOfProse', () => {
  it('is sure of what is prose in a language that it knows', () => {
    const detected = [spanish, english, portuguese, catalan, russian, dutch].map(languageOfProse);
    assert.deepEqual(detected, ['es', 'en', 'pt', 'ca', 'ru', 'nl']);
  });

  it('takes no language for its near relative', () => {
    assert.deepEqual([galician, bulgarian, ukrainian, afrikaans].map(languageOfProse), Array(4).fill(undefined));
  });

  it('says nothing of a menu, of few words, and of two languages on one page', () => {
    const menu =
      'Inicio Servicios Fontanería Electricidad Cerrajería Pintura Reformas Presupuesto Contacto Aviso legal '.repeat(
        9,
      );
    const halves = [spanish, english].map((text) => text.slice(0, 400)).join(' ');
    assert.deepEqual([menu, spanish.slice(0, 100), halves, ''].map(languageOfProse), Array(4).fill(undefined));
  });
});

describe('languageInPlaceOf', () => {
  it('names the language of most texts of a site that says another one', () => {
    assert.equal(languageInPlaceOf('en', [spanish, spanish, spanish, 'Contacto']), 'es');
    assert.equal(languageInPlaceOf('es', [spanish, spanish, spanish]), undefined);
    assert.equal(languageInPlaceOf('en', [spanish, 'Contacto']), 'es');
  });

  it('wants three texts that agree, of four that tell', () => {
    assert.equal(languageInPlaceOf('en', [spanish, english]), undefined);
    assert.equal(languageInPlaceOf('en', [spanish, spanish, spanish, english]), 'es');
    assert.equal(languageInPlaceOf('en', [spanish, spanish, spanish, english, english]), undefined);
  });

  it('leaves a site alone whose language it knows no words of', () => {
    assert.equal(languageInPlaceOf('bg', [russian, russian, russian]), undefined);
    assert.equal(languageInPlaceOf('gl', [spanish, spanish, spanish]), undefined);
  });
});
