import { showCalls } from './calls.js';
import { byId, date, make } from './dom.js';

/** Milliseconds without a key before a search: each one counts against the quota. */
const PAUSE = 300;
const KEPT = 50;

/** Search as you type, with the results as a list that the arrow keys walk. */
export function setUpSearch(api, { attempt, reader, cityNames, examples }) {
  const [query, city, limit, list, more] = ['query', 'city', 'limit', 'results', 'more'].map(byId);
  const kept = new Map();
  let timer;
  let running;
  let next;

  async function ask(given, signal) {
    const key = JSON.stringify(given);
    const answer = kept.get(key) ?? (await api.get('search_pages', given, { signal }));
    kept.set(key, answer);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value);
    return answer;
  }

  async function search() {
    running?.abort();
    const given = { query: query.value.trim(), city: city.value, limit: limit.value };
    if (Array.from(given.query).length < 2) {
      list.replaceChildren();
      byId('search-calls').replaceChildren();
      more.hidden = true;
      say('Escribe al menos dos letras.');
      return;
    }
    running = new AbortController();
    const { signal } = running;
    const answer = await ask(given, signal);
    if (signal.aborted) return;
    list.replaceChildren();
    byId('search-calls').replaceChildren(showCalls(api, 'search_pages', { ...given, limit: Number(given.limit) }));
    show(answer, given);
  }

  function show({ results, next_cursor: cursor }, given) {
    list.append(...results.map((result) => item(result, given)));
    next = cursor === null ? undefined : { ...given, cursor };
    more.hidden = cursor === null;
    const count = list.childElementCount;
    if (count === 0) say('No hay páginas sobre eso. Prueba con otras palabras, o en todas las ciudades.');
    else say(`${count} ${count === 1 ? 'página' : 'páginas'}${cursor === null ? '' : ', y hay más'}.`);
  }

  function item(result, given) {
    const open = make('button', { type: 'button', className: 'open' }, result.title);
    const entry = make(
      'li',
      {},
      open,
      make('p', {}, ...marked(result.excerpt, given.query)),
      make(
        'div',
        { className: 'foot' },
        ...(result.city === '' ? [] : [make('span', { className: 'chip' }, cityNames.get(result.city) ?? result.city)]),
        date(result.modified),
      ),
      showCalls(api, 'read_page', { url: result.url }, { title: 'Leerla con curl o MCP' }),
    );
    open.addEventListener('click', () =>
      attempt(async () => {
        for (const other of list.children) other.removeAttribute('aria-current');
        entry.setAttribute('aria-current', 'true');
        await reader.open(result.url);
      }),
    );
    return entry;
  }

  const say = (text) => (byId('status').textContent = text);
  const later = (wait) => {
    clearTimeout(timer);
    timer = setTimeout(() => attempt(search), wait);
  };

  for (const example of examples) {
    const button = make('button', { type: 'button', className: 'quiet' }, example);
    button.addEventListener('click', () => {
      query.value = example;
      query.focus();
      later(0);
    });
    byId('tries').append(button);
  }
  query.addEventListener('input', () => later(PAUSE));
  city.addEventListener('change', () => later(0));
  limit.addEventListener('input', () => limit.validity.valid && limit.value !== '' && later(PAUSE));
  byId('search').addEventListener('submit', (event) => {
    event.preventDefault();
    later(0);
  });
  more.addEventListener('click', () => attempt(async () => show(await ask(next), next)));

  document.addEventListener('keydown', (event) => {
    const typing = /^(input|select|textarea)$/.test(event.target.localName);
    if (event.key === '/' && !typing) {
      event.preventDefault();
      byId('tab-search').click();
      query.focus();
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops = [query, ...list.querySelectorAll('.open')];
    const at = stops.indexOf(document.activeElement);
    const stop = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
    if (at < 0 || !stop) return;
    event.preventDefault();
    stop.focus();
  });

  // Somebody may have been faster than this script.
  if (query.value !== '') later(0);

  return { focusCurrent: () => (list.querySelector('[aria-current] .open') ?? query).focus() };
}

/** The text with the words of the query marked, accents and case aside. */
function marked(text, query) {
  const plain = (word) => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const stems = query
    .split(/\s+/)
    .map(plain)
    .filter((word) => word.length > 2)
    .map((word) => word.slice(0, 5));
  return text.split(/([\p{L}\p{N}]+)/u).map((part) => {
    const word = plain(part);
    return stems.some((stem) => word.startsWith(stem)) ? make('mark', {}, part) : part;
  });
}
