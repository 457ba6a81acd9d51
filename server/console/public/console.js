import { setUpAccount } from './account.js';
import { ApiError, createApi } from './api.js';
import { showCalls } from './calls.js';
import { showCompany } from './company.js';
import { byId, date, make } from './dom.js';
import { drawFigures } from './figures.js';
import { createQuotaMeter } from './quota.js';
import { createReader } from './reader.js';
import { setUpSearch } from './search.js';

const where = await (await fetch('/api/sandbox', { headers: { Accept: 'application/json' } })).json();
const cities = where.index?.cities ?? [];
const meter = createQuotaMeter();
const api = createApi(where, { onQuota: (quota) => meter.show(quota) });

const reader = createReader(api, { attempt, onClose: () => search.focusCurrent() });
const search = setUpSearch(api, {
  attempt,
  reader,
  cityNames: new Map(cities.map(({ slug, name }) => [slug, name])),
  examples: where.index?.examples ?? [],
});
setUpAccount(api, { attempt });
setUpTabs({
  'tab-company': once(async () => {
    const company = await api.get('get_company_info');
    showCompany(byId('company'), company, showCalls(api, 'get_company_info', {}));
  }),
  'tab-figures': once(async () => drawFigures(byId('figures'), where.index)),
});

byId('city').append(...cities.map(({ slug, name }) => make('option', { value: slug }, name)));
if (where.index) {
  byId('site').textContent = where.index.site;
  document.title = `${where.index.site} · consola de contenido`;
  byId('freshness').textContent = `${where.index.pages} páginas · índice del ${date(where.index.built_at)}`;
}

/** Does what a person asked for, and says so when it cannot be done. */
async function attempt(action) {
  const notice = byId('notice');
  try {
    await action();
    notice.hidden = true;
  } catch (error) {
    if (error.name === 'AbortError') return;
    notice.replaceChildren(...explanation(error));
    notice.hidden = false;
  }
}

function explanation(error) {
  if (!(error instanceof ApiError)) return ['No se ha podido llamar a la API. ¿Hay conexión?'];
  if (error.status !== 429) return [`${error.message}. ${error.hint}`];
  const account = make('button', { type: 'button', className: 'quiet' }, 'Registrar un cliente');
  account.addEventListener('click', () => byId('tab-account').click());
  return [
    `Cuota agotada: espera ${error.retryAfter} s, o registra un cliente para tener 600 peticiones por minuto. `,
    account,
  ];
}

/** Runs once it works; until then each time. */
function once(action) {
  let done = false;
  return async () => {
    if (done) return;
    await action();
    done = true;
  };
}

/** Tabs as the ARIA practices have them: one stop, arrows move. */
function setUpTabs(onShow) {
  const tabs = [...document.querySelectorAll('[role=tab]')];
  const show = (chosen) => {
    for (const tab of tabs) {
      tab.setAttribute('aria-selected', String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      byId(tab.getAttribute('aria-controls')).hidden = tab !== chosen;
    }
    if (onShow[chosen.id]) void attempt(onShow[chosen.id]);
  };
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => show(tab));
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      const next = tabs.at((index + step) % tabs.length);
      next.focus();
      show(next);
    });
  }
}
