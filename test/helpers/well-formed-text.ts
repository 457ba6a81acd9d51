import { integer, string, type Arbitrary } from 'fast-check';

/** Any code point but surrogates. The unit `binary` of fast-check is the same and takes a second of CPU to make. */
const codePoint = integer({ min: 0, max: 0x10_f7_ff }).map(
  (at) => String.fromCodePoint(at < 0xd8_00 ? at : at + 0x8_00),
  (text) => {
    const code = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (code === undefined || text !== String.fromCodePoint(code)) throw new Error('Not one code point');
    return code < 0xd8_00 ? code : code - 0x8_00;
  },
);

/** Texts of any code points, and names of members of objects (`__proto__`). */
export const wellFormedText = (
  lengths: { readonly minLength?: number; readonly maxLength?: number } = {},
): Arbitrary<string> => string({ unit: codePoint, ...lengths });
