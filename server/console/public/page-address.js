// State of the console in the query string, with defaults.

const DEFAULTS = { lang: '', tab: 'search', query: '', city: 'todas', page: '' };

export function readAddress() {
  const given = new URLSearchParams(location.search);
  return Object.fromEntries(Object.entries(DEFAULTS).map(([name, usual]) => [name, given.get(name) ?? usual]));
}

/** Changes fields of the state; `push` adds a history entry with this state. */
export function writeAddress(change, { push } = {}) {
  const state = { ...readAddress(), ...change };
  const query = new URLSearchParams(Object.entries(state).filter(([name, value]) => value !== DEFAULTS[name]));
  const address = query.size > 0 ? `?${query}` : location.pathname;
  if (push) history.pushState(push, '', address);
  else history.replaceState(history.state, '', address);
}
