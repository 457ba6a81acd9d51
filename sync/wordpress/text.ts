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

/** Returns the value of a header; several values are joined by commas (RFC 9110 section 5.3). */
export const headerText = (value: string | readonly string[] | undefined): string => [value ?? []].flat().join(', ');

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

/** Yields the targets of a `Link` header with a relation (RFC 8288), in order. The header may have several values. */
export function* linkTargets(header: string | readonly string[] | undefined, relation: string): Generator<string> {
  const text = [header ?? []].flat().join(',');
  for (const [, target = '', parameters = ''] of text.matchAll(/<([^>]*)>((?:[^,<"]|"[^"]*")*)/g)) {
    const [, quoted, plain = ''] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(parameters) ?? [];
    const relations = (quoted ?? plain).toLowerCase().split(/\s+/);
    if (relations.includes(relation)) yield target.trim();
  }
}
