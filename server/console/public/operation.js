import { copyable } from './copy.js';
import { folded, make } from './dom.js';
import { texts } from './page-data.js';
import { phrase } from './phrases.js';
import { tryForm } from './try-form.js';

/** Renders an operation, collapsed: its parameters, a form to try it, and its responses. */
export function showOperation(operation, contract, token) {
  const { id, method, path, summary, deprecated } = operation;
  const details = folded([], () => content(operation, contract, token));
  details.id = id;
  details.className = 'operation';
  details.firstChild.append(
    make('span', { className: 'method' }, method),
    make('h3', {}, make('code', {}, path)),
    make('span', { className: 'summary' }, summary),
    ...(deprecated ? [make('span', { className: 'chip' }, texts.deprecated)] : []),
  );
  return details;
}

function content(operation, contract, token) {
  const { description = '', parameters = [], responses } = operation;
  const access = contract.accessOf(operation);
  const body = contract.resolve(operation.requestBody);
  return [
    make('p', { className: 'access' }, texts.access[access]),
    ...richText(description),
    ...part(texts.parameters, parameterList(parameters.map(contract.resolve), contract)),
    ...(body ? part(texts.body, ...bodyFields(body, contract)) : []),
    ...part(texts.tryIt, tryForm(operation, contract, { access, token })),
    ...part(
      texts.responses,
      ...Object.entries(responses).map(([status, item]) => response(status, contract.resolve(item), contract)),
    ),
  ];
}

const part = (title, ...children) => [make('h4', {}, title), ...children];

function parameterList(parameters, contract) {
  if (parameters.length === 0) return make('p', {}, texts.noParameters);
  return make('ul', { className: 'fields' }, ...parameters.map((parameter) => fieldItem(parameter, contract)));
}

const fieldItem = ({ name, description = '', required, schema }, contract, ...children) =>
  make(
    'li',
    {},
    make('code', {}, name),
    ' ',
    make('span', { className: 'type' }, typeOf(schema, contract)),
    ...(required ? [' ', make('strong', {}, texts.required)] : []),
    ...richText(description),
    ...children,
  );

const bodyFields = ({ content: types = {} }, contract) =>
  Object.entries(types).flatMap(([type, { schema }]) => [
    make('p', {}, make('code', {}, type)),
    fieldsOf(schema, contract),
  ]);

function response(status, { description, content: types = {} }, contract) {
  const json = types['application/json'];
  const example = json?.example;
  if (!json?.schema && example === undefined) return make('p', {}, status, ' ', ...inlineText(description));
  return folded([status, ' ', ...inlineText(description)], () => [
    ...(json.schema ? [make('h5', {}, texts.schema), fieldsOf(json.schema, contract)] : []),
    ...(example === undefined
      ? []
      : [make('h5', {}, texts.example), copyable(JSON.stringify(example, undefined, 2), texts.example)]),
  ]);
}

// Renders the fields of an object schema; nested objects are collapsed.
function fieldsOf(schema, contract) {
  const { properties = {}, required = [] } = objectIn(schema, contract);
  const items = Object.entries(properties).map(([name, field]) => {
    const inner = objectIn(field, contract);
    const { description } = contract.resolve(field);
    const nested = () => [fieldsOf(field, contract)];
    return fieldItem(
      { name, description, required: required.includes(name), schema: field },
      contract,
      ...(inner.properties ? [folded(`${name}: ${texts.schema.toLowerCase()}`, nested)] : []),
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
    .map((choice) => objectIn(choice, contract))
    .find(({ properties }) => properties);
  return match ?? {};
}

// Returns a short description of the type of a schema.
function typeOf(given, contract) {
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

// Converts text with code spans (CommonMark §6.1) to nodes.
const inlineText = (text) =>
  text.split(/`([^`]+)`/).map((piece, index) => (index % 2 === 1 ? make('code', {}, piece) : piece));

// Converts a description to paragraphs. Descriptions are Markdown with code spans only.
const richText = (text) =>
  text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => make('p', {}, ...inlineText(paragraph)));
