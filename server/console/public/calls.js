import { make } from './dom.js';

/** The same call as a curl line and as an MCP message, folded away, each with a button to copy it. */
export function showCalls(api, operation, given, { path = operation, title = 'La misma llamada en curl y MCP' } = {}) {
  return make(
    'details',
    {},
    make('summary', {}, title),
    call(api.asCurl(path, given), 'curl'),
    call(api.asMcp(operation, given), 'MCP'),
  );
}

function call(text, kind) {
  const button = make(
    'button',
    { type: 'button', className: 'quiet', 'aria-label': `Copiar la llamada ${kind}` },
    'Copiar',
  );
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copiado';
    setTimeout(() => (button.textContent = 'Copiar'), 1500);
  });
  return make('div', { className: 'call' }, make('pre', {}, text), button);
}
