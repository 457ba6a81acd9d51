import { folded, make } from './dom.js';
import { texts } from './page-data.js';
import { phrase } from './phrases.js';
import { richText } from './rich-text.js';

/** Renders the fields of an object schema; nested objects are collapsed. */
export function fieldsOf(schema, contract) {
  const { properties = {}, required = [] } = objectIn(schema, contract);
  const items = Object.entries(properties).map(([name, field]) => {
    const inner = objectIn(field, contract);
    return make(
      'li',
      {},
      make('code', {}, name),
      ' ',
      make('span', { className: 'type' }, typeOf(field, contract)),
      ...(required.includes(name) ? [' ', make('strong', {}, texts.required)] : []),
      ...richText(contract.resolve(field).description ?? ''),
      ...(inner.properties
        ? [folded(`${name}: ${texts.schema.toLowerCase()}`, () => [fieldsOf(field, contract)])]
        : []),
    );
  });
  return make('ul', { className: 'fields' }, ...items);
}

// The object of a schema: the schema, its array items, or the first alternative that is an object.
function objectIn(given, contract) {
  const schema = contract.resolve(given) ?? {};
  if (schema.properties) return schema;
  if (schema.items) return objectIn(schema.items, contract);
  const match = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
    .map((part) => objectIn(part, contract))
    .find(({ properties }) => properties);
  return match ?? {};
}

/** Returns a short description of the type of a schema. */
export function typeOf(given, contract) {
  const schema = contract.resolve(given) ?? {};
  const { type, name, format, items, enum: values, const: constant, anyOf, oneOf } = schema;
  if (constant !== undefined) return JSON.stringify(constant);
  const choices = anyOf ?? oneOf;
  if (choices) return choices.map((match) => typeOf(match, contract)).join(' | ');
  if (items) return `${typeOf(items, contract)}[]`;
  const words = [name ?? [type].flat().filter(Boolean).join(' | '), format && `(${format})`];
  if (values) words.push('·', phrase(texts.values, { values: values.join(', ') }));
  return words.filter(Boolean).join(' ');
}
