// The only import of stdnum. Validators of a country are loaded with its first number, because all of them are 300
// modules.
import { createRequire } from 'node:module';
import { wordsOf } from './words.ts';

const legal = wordsOf('legal');

// Labels of tax numbers, with the validators of the number after them.
const LABELS = legal.entries('tax_ids').map(([validators, label], rank) => ({
  rank,
  validators: validators.split(' '),
  label: new RegExp(String.raw`(?<![\p{L}\d.])(?:${label})(?![\p{L}\d])`, 'giu'),
}));

const NUMBER =
  /^[\s:.#()º°ª-]*(?:(?:n[º°o.]?|nr\.?|nummer|number|intra\p{L}*|(?:es|de)\s|:)\s*)*[:.]?\s*((?:[A-Z]{2,3}[\s-]?)?[A-Z\d](?:[\s./-]?[A-Z\d]){5,20})/iu;

// A tax number as written. `rank` is lower for the principal tax number of a company.
type TaxId = { readonly value: string; readonly key: string; readonly rank: number; readonly at: number };

/** Returns the tax numbers in a string: after a label, in the format of the country, with valid check digits. */
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

/** Returns true for a string that is a valid tax number of any country. */
export const isTaxId = (text: string): boolean =>
  LABELS.some(({ validators }) => validators.some((name) => isValid(text.trim(), name)));

// Returns the longest valid prefix: words or a further number may follow.
function longestValid(written: string, validators: readonly string[]): string | undefined {
  for (let text = written; text.length >= 8; text = text.slice(0, -1)) {
    if (/[A-Z\d]$/i.test(text) && validators.some((name) => isValid(text, name))) return text;
  }
  return undefined;
}

type Validators = Readonly<Record<string, { validate: (value: string) => { readonly isValid: boolean } } | undefined>>;

const require = createRequire(import.meta.resolve('stdnum'));

// `validator` is, for example, `ES.cif`.
function isValid(text: string, validator: string): boolean {
  const [country = '', kind = ''] = validator.split('.');
  const digits = text.replaceAll(/\D/g, '');
  if (/^(\d)\1+$/.test(digits) || digits.includes('12345678')) return false;
  const ofCountry = require(`./${country.toLowerCase()}/index.js`) as Validators;
  return ofCountry[kind]?.validate(text).isValid === true;
}
