// The only import of stdnum, which loads the validators of a country with its first number: all of them are 300 modules.
import { createRequire } from 'node:module';
import { wordsOf } from './words.ts';

const legal = wordsOf('legal');

/** Labels of tax numbers, with the validators that a number behind them has to pass. */
const LABELS = legal.entries('tax_ids').map(([validators, label], rank) => ({
  rank,
  validators: validators.split(' '),
  label: new RegExp(String.raw`(?<![\p{L}\d.])(?:${label})(?![\p{L}\d])`, 'giu'),
}));

/** A number, and letters, spaces and signs within it. */
const NUMBER =
  /^[\s:.#()º°ª-]*(?:(?:n[º°o.]?|nr\.?|nummer|number|intra\p{L}*|(?:es|de)\s|:)\s*)*[:.]?\s*((?:[A-Z]{2,3}[\s-]?)?[A-Z\d](?:[\s./-]?[A-Z\d]){5,20})/iu;

/** A tax number as it is written. `rank` is lower for the number that stands for the company in tax matters. */
type TaxId = { readonly value: string; readonly key: string; readonly rank: number; readonly at: number };

/** Finds the tax numbers in a text: behind their label, of the form of their country, with the right check digits. */
export function taxIdsIn(text: string): readonly TaxId[] {
  return LABELS.flatMap(({ rank, validators, label }) =>
    [...text.slice(0, 2_000).matchAll(label)].flatMap(({ 0: word, index }): TaxId[] => {
      const [, written = ''] = NUMBER.exec(text.slice(index + word.length, index + word.length + 60)) ?? [];
      const value = longestValid(written, validators);
      return value === undefined
        ? []
        : [{ value, key: value.replaceAll(/[^A-Z\d]/gi, '').toUpperCase(), rank, at: index }];
    }),
  );
}

/** True for a number that passes the check of a country as a whole. */
export const isTaxId = (text: string): boolean =>
  LABELS.some(({ validators }) => validators.some((name) => isValid(text.trim(), name)));

/** The longest beginning that is valid: a number may have words or a further number behind it. */
function longestValid(written: string, validators: readonly string[]): string | undefined {
  for (let text = written; text.length >= 8; text = text.slice(0, -1)) {
    if (/[A-Z\d]$/i.test(text) && validators.some((name) => isValid(text, name))) return text;
  }
  return undefined;
}

type Validators = Readonly<Record<string, { validate: (value: string) => { readonly isValid: boolean } } | undefined>>;

const require = createRequire(import.meta.resolve('stdnum'));

/** True for a number that some country's check accepts; `validator` is `ES.cif`. */
function isValid(text: string, validator: string): boolean {
  const [country = '', kind = ''] = validator.split('.');
  const digits = text.replaceAll(/\D/g, '');
  if (/^(\d)\1+$/.test(digits) || digits.includes('12345678')) return false;
  const own = require(`./${country.toLowerCase()}/index.js`) as Validators;
  return own[kind]?.validate(text).isValid === true;
}
