/** The state of the console in its address: language, tab, query, city and the open page. */

const USUAL = { lang: '', tab: 'search', query: '', city: 'todas', page: '' };

export function readAddress() {
  const given = new URLSearchParams(location.search);
  return Object.fromEntries(Object.entries(USUAL).map(([name, usual]) => [name, given.get(name) ?? usual]));
}

/** Changes members of the state; `push` adds an entry to the history with this state. */
export function writeAddress(change, { push } = {}) {
  const state = { ...readAddress(), ...change };
  const query = new URLSearchParams(Object.entries(state).filter(([name, value]) => value !== USUAL[name]));
  const address = query.size > 0 ? `?${query}` : location.pathname;
  if (push) history.pushState(push, '', address);
  else history.replaceState(history.state, '', address);
}
