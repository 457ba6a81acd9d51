import { showCalls } from './calls.js';
import { byId, fill } from './dom.js';

const FIELDS = {
  policy: 'Política',
  limit: 'Peticiones por ventana',
  used: 'Gastadas',
  remaining: 'Quedan',
  reset_seconds: 'Segundos hasta la siguiente',
  client_id: 'Cliente',
  scope: 'Ámbitos',
};

/** Registers a client and gets its token, both kept only as long as the page is open. */
export function setUpAccount(api, { attempt }) {
  let client;

  byId('register').addEventListener('submit', (event) => {
    event.preventDefault();
    attempt(async () => {
      client = await api.register(byId('client-name').value.trim());
      fill(byId('credentials'), [
        ['client_id', client.client_id, 'secret'],
        ['client_secret, que no se vuelve a mostrar', client.client_secret, 'secret'],
      ]);
      byId('get-token').disabled = false;
      byId('get-token').focus();
    });
  });

  byId('get-token').addEventListener('click', () =>
    attempt(async () => {
      const { access_token: token, expires_in: seconds, scope } = await api.requestToken(client);
      use(token);
      fill(byId('token'), [
        ['access_token', `${token.slice(0, 12)}…`, 'secret'],
        ['Caduca en', `${Math.round(seconds / 60)} minutos`],
        ['Ámbitos', scope],
      ]);
      byId('get-quota').focus();
      await showQuota();
    }),
  );

  byId('forget-token').addEventListener('click', () => {
    use(undefined);
    fill(byId('token'), []);
    fill(byId('quota-record'), []);
    byId('quota-calls').replaceChildren();
  });

  byId('get-quota').addEventListener('click', () => attempt(showQuota));

  function use(token) {
    api.useToken(token);
    byId('forget-token').hidden = token === undefined;
    byId('get-quota').disabled = token === undefined;
  }

  async function showQuota() {
    const record = await api.get('quota');
    fill(
      byId('quota-record'),
      Object.entries(FIELDS).map(([field, term]) => [term, String(record[field])]),
    );
    byId('quota-calls').replaceChildren(showCalls(api, 'get_quota', {}, { path: 'quota' }));
  }
}
