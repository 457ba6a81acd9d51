import { copyable } from './copy.js';
import { folded, make } from './dom.js';
import { texts } from './page-data.js';
import { inlineText, richText } from './rich-text.js';
import { fieldsOf, typeOf } from './schema.js';
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
  const fields = parameters.map(({ name, description, required, schema }) =>
    make(
      'li',
      {},
      make('code', {}, name),
      ' ',
      make('span', { className: 'type' }, typeOf(schema, contract)),
      ...(required ? [' ', make('strong', {}, texts.required)] : []),
      ...richText(description ?? ''),
    ),
  );
  return make('ul', { className: 'fields' }, ...fields);
}

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
