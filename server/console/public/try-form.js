import { showAnswer } from './answer.js';
import { exchange } from './api.js';
import { copyable } from './copy.js';
import { make } from './dom.js';
import { texts } from './page-data.js';

/** Creates a form that calls an operation, and shows the call as a curl command with its raw response. */
export function tryForm(operation, contract, { access, token }) {
  const query = (operation.parameters ?? []).map(contract.resolve).map((parameter) => ({
    name: parameter.name,
    input: inputFor(
      contract.resolve(parameter.schema),
      parameter.required ? parameter.example : undefined,
      parameter.example,
    ),
    required: parameter.required,
  }));
  const body = bodyOf(contract.resolve(operation.requestBody), contract, access === 'client');
  const client =
    access === 'client' ? ['client_id', 'client_secret'].map((name) => ({ name, input: make('input') })) : [];
  const formats = Object.keys(contract.resolve(operation.responses['200'])?.content ?? {});
  const format = select(formats);
  const result = make('div', { className: 'result', 'aria-live': 'polite' });

  function call() {
    const given = query.map(({ name, input }) => [name, input.value.trim()]).filter(([, value]) => value !== '');
    const parameters = new URLSearchParams(given);
    const sent = body?.read();
    const headers = { Accept: formats.length > 0 ? format.value : '*/*', ...sent?.headers };
    const [id, secret] = client.map(({ input }) => input.value.trim());
    if (id) headers.Authorization = `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`;
    else if (access !== 'none' && access !== 'client' && token() !== '') headers.Authorization = `Bearer ${token()}`;
    return {
      path: `${operation.path}${parameters.size > 0 ? `?${parameters}` : ''}`,
      method: operation.method,
      headers,
      ...(sent && { body: sent.body }),
    };
  }

  async function send() {
    const { path, ...init } = call();
    const line = copyable(curlLine(`${contract.server}${path}`, init), 'curl');
    result.replaceChildren(line, make('p', {}, texts.sending));
    try {
      const shown = showAnswer(await exchange(path, init));
      shown.open = true;
      result.replaceChildren(line, shown);
    } catch {
      result.replaceChildren(line, make('p', {}, texts.errors.network));
    }
  }

  const form = make(
    'form',
    {},
    ...[...query, ...client, ...(body?.fields ?? [])].map(({ name, input, required }) => field(name, input, required)),
    ...(formats.length > 1 ? [field('Accept', format)] : []),
    make('button', { type: 'submit', className: 'execute' }, texts.send),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
  return make('div', {}, form, result);
}

const field = (name, input, required = false) =>
  make('label', { className: 'field' }, make('span', {}, required ? `${name} · ${texts.required}` : name), input);

const select = (values) => make('select', {}, ...values.map((value) => make('option', { value }, value)));

// A select element if the schema is an enum.
function inputFor(schema = {}, value = schema.const, example = schema.default) {
  if (schema.enum) {
    const list = select(['', ...schema.enum]);
    list.value = value ?? '';
    return list;
  }
  const input = make('input', { type: schema.type === 'integer' ? 'number' : 'text', autocomplete: 'off' });
  if (value !== undefined) input.value = value;
  if (example !== undefined) input.placeholder = example;
  return input;
}

// The inputs of a request body and a function that reads them: form fields, or JSON in a text area.
function bodyOf(requestBody, contract, isForClient) {
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
  if (type === undefined) return undefined;
  if (type !== 'application/x-www-form-urlencoded') {
    const example = content.example ?? Object.values(content.examples ?? {})[0]?.value ?? {};
    const text = make('textarea', { rows: 8, spellcheck: false, value: JSON.stringify(example, undefined, 2) });
    return {
      fields: [{ name: texts.body, input: text }],
      read: () => ({ headers: { 'Content-Type': type }, body: text.value }),
    };
  }
  const { properties = {}, required = [] } = contract.resolve(content.schema);
  const fields = Object.entries(properties)
    // HTTP Basic has separate inputs for the credentials.
    .filter(([name]) => !isForClient || !name.startsWith('client_'))
    .map(([name, given]) => {
      const schema = contract.resolve(given);
      const isRequired = required.includes(name);
      return { name, input: inputFor(schema, isRequired ? schema.enum?.[0] : undefined), required: isRequired };
    });
  return {
    fields,
    read: () => ({
      headers: { 'Content-Type': type },
      body: new URLSearchParams(
        fields.map(({ name, input }) => [name, input.value.trim()]).filter(([, value]) => value !== ''),
      ).toString(),
    }),
  };
}

// The call as a shell command.
function curlLine(url, { method, headers, body }) {
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  return [
    `curl ${quoted(url)}`,
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...Object.entries(headers)
      .filter(([name]) => name !== 'Accept')
      .concat(headers.Accept === 'text/markdown' ? [['Accept', headers.Accept]] : [])
      .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
  ].join(' ');
}
