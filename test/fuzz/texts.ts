import * as fc from 'fast-check';
import { wellFormedText } from '../helpers/well-formed-text.ts';

/** Pieces that have broken other people's parsers, and what our own texts mean something by. */
const NASTY = [
  ['\0', '\r\n', '\n', '\t', '\u001B[2J', '\u009B31m', '\u0085', '\u2028', '\uFEFF', '\u200B', '\u202E', '\u2066'],
  ['\uD800', '\uDFFF', '\uFFFD', '\uFFFF', 'e\u0301', '\u0301'.repeat(9), '\uFDFA', '\u1F82', '\u0130', 'ß', '𝒜', '👩‍👩‍👧'],
  ['%', '%00', '%ff', '%u0041', '%2e%2e%2f', '..', '..', '\\', '//', '/', '?', '#', '&', '=', ';', '+', '[]', '[0]'],
  '\' " ` $ ${7*7} {{7*7}} <script> --> ]]> | * ( ) NEAR AND OR NOT ^ : - -- /* ; DROP'.split(' '),
  '__proto__ constructor prototype toString hasOwnProperty null undefined NaN true 0 -1 1e999'.split(' '),
  ['9'.repeat(40), 'a'.repeat(300), ' '.repeat(40)],
].flat();

/** Any text at all: nasty pieces, ordinary letters, any character. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc
    .array(fc.oneof(fc.constantFrom(...NASTY), wellFormedText({ maxLength: 4 })), { maxLength: 6 })
    .map((all) => all.join('')),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary-ascii' }),
  fc
    .array(
      fc.integer({ min: 0, max: 0xff_ff }).map((unit) => String.fromCharCode(unit)),
      { maxLength: 8 },
    )
    .map((all) => all.join('')),
);

/** Mostly one of the texts that mean something, else one of those with a little change, of a limit's length, or any text. */
export function oftenOneOf(
  known: readonly string[],
  lengths?: { readonly min: number; readonly max: number },
): fc.Arbitrary<string> {
  const one = fc.constantFrom(...known);
  const changed = fc
    .tuple(one, fc.constantFrom(...NASTY), fc.nat(40))
    .map(([text, piece, at]) => text.slice(0, at) + piece + text.slice(at));
  const { min, max } = lengths ?? { min: 0, max: 12 };
  const long = fc
    .tuple(
      fc.constantFrom('a', 'ñ', '🔧', 'e\u0301 ', '\uFDFA', 'fuga '),
      fc.constantFrom(min - 1, min, max - 1, max, max + 1),
    )
    .map(([piece, length]) => piece.repeat(Math.max(0, length)).slice(0, Math.max(0, length)));
  return fc.oneof(
    { weight: 12, arbitrary: one },
    { weight: 3, arbitrary: changed },
    { weight: 1, arbitrary: long },
    { weight: 2, arbitrary: anyText },
  );
}

/** Forms of a parameter: as it should be, absent, twice, as a list, or empty. */
export function parameter(value: fc.Arbitrary<string>): fc.Arbitrary<(name: string) => readonly string[]> {
  return fc.oneof(
    { weight: 30, arbitrary: value.map((text) => (name: string) => [`${name}=${encode(text)}`]) },
    { weight: 4, arbitrary: fc.constant(() => []) },
    {
      weight: 1,
      arbitrary: fc.tuple(value, value).map(([one, other]) => (name: string) => [
        `${name}=${encode(one)}`,
        `${name}=${encode(other)}`,
      ]),
    },
    { weight: 1, arbitrary: value.map((text) => (name: string) => [`${name}[]=${encode(text)}`]) },
    { weight: 1, arbitrary: value.map((text) => (name: string) => [`${name}[__proto__]=${encode(text)}`]) },
    { weight: 1, arbitrary: fc.constant((name: string) => [name]) },
  );
}

/** Other things that a query string or a form may hold. */
const noise = fc.oneof(
  fc.tuple(anyText, anyText).map(([name, value]) => `${encode(name)}=${encode(value)}`),
  fc.constantFrom(
    '&',
    '=',
    '==',
    '%',
    '%zz',
    '%C3',
    'a=%00',
    '__proto__=1',
    'constructor[prototype][x]=1',
    'access_token=x',
    'utm_source=a',
    '+',
    ';',
  ),
);

/** A query string or form of these parameters, in any order, mostly with no more than them. */
export function querySyntax(
  parameters: Readonly<Record<string, fc.Arbitrary<(name: string) => readonly string[]>>>,
): fc.Arbitrary<string> {
  const own = fc.record(parameters).map((made) => Object.entries(made).flatMap(([name, write]) => write(name)));
  const more = fc.oneof(
    { weight: 6, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: fc.array(noise, { maxLength: 3 }) },
  );
  return fc
    .tuple(own, more, fc.boolean())
    .map(([pairs, others, first]) => (first ? [...others, ...pairs] : [...pairs, ...others]).join('&'));
}

/** These names and values as a query string or form. */
export function formEncoded(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
}

/** Percent-encodes as browsers do; lone surrogates become what no UTF-8 decoder takes. */
function encode(text: string): string {
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : Array.from(text, (one) => (one.isWellFormed() ? encodeURIComponent(one) : '%ED%A0%80')).join('');
}
