/** Yields the targets of a `Link` header with a relation (RFC 8288), in order. The header may have several values. */
export function* linkTargets(header: string | readonly string[] | undefined, relation: string): Generator<string> {
  const text = [header ?? []].flat().join(',');
  for (const [, target = '', parameters = ''] of text.matchAll(/<([^>]*)>((?:[^,<"]|"[^"]*")*)/g)) {
    const [, quoted, plain = ''] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(parameters) ?? [];
    const relations = (quoted ?? plain).toLowerCase().split(/\s+/);
    if (relations.includes(relation)) yield target.trim();
  }
}
