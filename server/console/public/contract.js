/** Reads an OpenAPI 3.1 document for the reference: operations by tag, with resolved references. */
export function createContract(document) {
  const names = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
      .map(([method, entry]) => Object.assign(entry, { id: entry.operationId, method: method.toUpperCase(), path })),
  );
  const tags = new Set(names.flatMap(({ tags: [tag] }) => tag));

  // Returns the target and name of a `$ref`; further values are returned unchanged.
  function resolve(value) {
    if (value?.$ref === undefined) return value;
    const [, ...steps] = value.$ref.split('/');
    const found = steps.reduce((part, step) => part?.[step], document);
    return { name: steps.at(-1), ...resolve(found) };
  }

  // Returns the accepted credentials of an operation: `none`, `optional`, `token` or `client`.
  function accessOf({ security = document.security ?? [] }) {
    const schemes = security.flatMap((entry) => Object.keys(entry));
    const isBasic = (name) => resolve(document.components?.securitySchemes?.[name])?.scheme === 'basic';
    if (schemes.length === 0) return 'none';
    if (schemes.some(isBasic)) return 'client';
    return security.some((entry) => Object.keys(entry).length === 0) ? 'optional' : 'token';
  }

  return {
    groups: [...tags].map((tag) => ({ tag, operations: names.filter((entry) => entry.tags[0] === tag) })),
    resolve,
    accessOf,
    /** URL of the server in the document. */
    server: document.servers[0].url,
  };
}
