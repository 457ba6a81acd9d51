import { exchange } from './api.js';
import { button, byId, make } from './dom.js';
import { createContract } from './contract.js';
import { showOperation } from './operation.js';
import { contract as address, texts } from './page-data.js';

const status = byId('status');

// Loads the OpenAPI document and renders a section for each tag.
async function load() {
  status.textContent = texts.loading;
  byId('main').setAttribute('aria-busy', 'true');
  try {
    const { status: code, body } = await exchange(address);
    if (code !== 200) throw new Error(`The contract is answered with ${code}`);
    show(createContract(body));
    status.replaceChildren();
  } catch {
    status.replaceChildren(
      texts.failed,
      ' ',
      button(texts.errors.retry, () => void load()),
    );
  }
  byId('main').setAttribute('aria-busy', 'false');
}

function show(contract) {
  const token = make('input', { type: 'text', autocomplete: 'off', spellcheck: false, id: 'token' });
  byId('operations').replaceChildren(
    make(
      'label',
      { className: 'field card' },
      make('span', {}, texts.tokenField),
      token,
      make('small', {}, texts.tokenHelp),
    ),
    ...contract.groups.map(({ tag, operations }) =>
      make(
        'section',
        {},
        make('h2', {}, titleOf(tag)),
        ...operations.map((operation) => showOperation(operation, contract, () => token.value.trim())),
      ),
    ),
  );
  byId('contents').replaceChildren(
    ...contract.groups.flatMap(({ tag, operations }) => [
      make('p', {}, titleOf(tag)),
      make('ul', {}, ...operations.map(({ id }) => make('li', {}, make('a', { href: `#${id}` }, id)))),
    ]),
  );
  byId('reference').hidden = false;
  openNamed();
}

const titleOf = (tag) => texts.tags[tag] ?? tag;

// Opens the operation in the fragment of the URL.
function openNamed() {
  const named = location.hash.length > 1 && byId(decodeURIComponent(location.hash.slice(1)));
  if (!named || named.localName !== 'details') return;
  named.open = true;
  named.scrollIntoView();
}

addEventListener('hashchange', openNamed);
await load();
