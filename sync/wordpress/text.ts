const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00A0'],
]);

/** Decodes the character references that WordPress writes into names and attributes. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (entity, hex, decimal, name) => {
    if (name !== undefined) return NAMED.get(String(name).toLowerCase()) ?? entity;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
    const isCharacter = code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff);
    return isCharacter ? String.fromCodePoint(code) : entity;
  });
}

/** Converts a locale (`es_ES`, `es-es`) to a BCP 47 tag (`es-ES`); `undefined` if it is not a language. */
export function languageTag(locale: unknown): string | undefined {
  if (typeof locale !== 'string' || locale.trim() === '') return undefined;
  try {
    // WordPress locales such as de_DE_formal have a formality suffix, which is not a BCP 47 subtag.
    return Intl.getCanonicalLocales(
      locale
        .trim()
        .replaceAll('_', '-')
        .replace(/-(?:formal|informal)$/, ''),
    )[0];
  } catch {
    return undefined;
  }
}
