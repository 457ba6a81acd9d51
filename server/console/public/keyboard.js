import { byId } from './dom.js';

/** `/` focuses the search, arrow keys move between results, Escape closes the reader. */
export function setUpKeyboard({ showSearch, closeReader }) {
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') closeReader();
    else if (event.key === '/' && !/^(?:input|select|textarea)$/.test(event.target.localName)) {
      event.preventDefault();
      showSearch();
      byId('query').focus();
    } else if (event.key === 'ArrowDown') walk(event, 1);
    else if (event.key === 'ArrowUp') walk(event, -1);
  });
}

function walk(event, step) {
  const stops = [byId('query'), ...byId('results').querySelectorAll('.open')];
  const at = stops.indexOf(document.activeElement);
  const stop = stops[at + step];
  if (at < 0 || !stop) return;
  event.preventDefault();
  stop.focus();
}
