import { showAnswer, showCalls } from './answer.js';
import { button, byId, make } from './dom.js';
import { readAddress, writeAddress } from './page-address.js';
import { texts } from './page-data.js';
import { counted, date } from './phrases.js';
import { createTypingPace } from './typing-pace.js';

// Cached responses; repeated queries send no request.
const MOST_CACHED = 50;

/** Search as you type, with results as a list for the arrow keys. The list always matches the current query. */
export function setUpSearch(api, { notice, reader, cityNames, examples }) {
  const [query, city, limit, found, list, more] = ['query', 'city', 'limit', 'found', 'results', 'more'].map(byId);
  const pause = createTypingPace();
  const cache = new Map();
  let timer;
  let running;
  let currentKey = '';
  let failed = false;
  let next;

  const given = () => ({ query: query.value.trim(), city: city.value, limit: limit.value });

  // Starts the requested search unless it is running or done. A new search closes the open page.
  function change(wait) {
    if (JSON.stringify(given()) === currentKey && !failed) {
      if (wait === 0 && timer !== undefined) look(0);
      return;
    }
    reader.leave();
    look(wait);
    writeAddress({ query: query.value.trim(), city: city.value });
  }

  // Searches after a pause; results of a different query disappear at once.
  function look(wait) {
    const request = given();
    currentKey = JSON.stringify(request);
    failed = false;
    running?.abort();
    clearTimeout(timer);
    timer = undefined;
    clear();
    const known = cache.get(currentKey);
    if (Array.from(request.query).length < 2) busy(false, texts.search.tooShort);
    else if (known) begin(known, request);
    else {
      busy(true, notice.isWaiting() ? texts.search.waiting : texts.search.busy);
      timer = setTimeout(() => {
        timer = undefined;
        void notice.attempt(() => search(request));
      }, wait);
    }
  }

  async function search(request) {
    const key = JSON.stringify(request);
    if (key !== currentKey) return;
    running = new AbortController();
    busy(true, texts.search.busy);
    try {
      const answer = await load(request, running.signal);
      if (key === currentKey) begin(answer, request);
    } catch (error) {
      if (key === currentKey && error.name !== 'AbortError') {
        failed = error.status !== 429;
        busy(!failed, failed ? texts.search.failed : texts.search.waiting);
      }
      throw error;
    }
  }

  async function load(request, signal) {
    const key = JSON.stringify(request);
    const answer = cache.get(key) ?? (await api.get('search_pages', request, { signal }));
    cache.set(key, answer);
    if (cache.size > MOST_CACHED) cache.delete(cache.keys().next().value);
    return answer;
  }

  function begin(answer, request) {
    busy(false);
    append(answer.body, request);
    byId('search-answer').replaceChildren(
      showAnswer(answer),
      showCalls(api, 'search_pages', { ...request, limit: Number(request.limit) }),
    );
  }

  function append({ results, next_cursor: cursor }, request) {
    list.append(...results.map((result) => item(result, request)));
    next = cursor === null ? undefined : { ...request, cursor };
    more.hidden = cursor === null;
    const count = list.childElementCount;
    const { none, found: all, foundMore } = texts.search;
    say(count === 0 ? none : counted(cursor === null ? all : foundMore, count));
    mark(readAddress().page);
  }

  function item(result, request) {
    const open = button('', () => void reader.open(result.url), { className: 'open' });
    open.replaceChildren(...markedText(result.title, request.query));
    const path = make('code', { className: 'path' }, pathOf(result.url));
    const chip = make('span', { className: 'chip' }, cityNames.get(result.city) ?? result.city);
    return make(
      'li',
      { 'data-url': result.url },
      open,
      make('p', {}, ...markedText(result.excerpt, request.query)),
      make('div', { className: 'foot' }, ...(result.city === '' ? [] : [chip]), date(result.modified), path),
      showCalls(api, 'read_page', { url: result.url }, { title: texts.calls.read }),
    );
  }

  function clear() {
    list.replaceChildren();
    byId('search-answer').replaceChildren();
    more.hidden = true;
    next = undefined;
  }

  function busy(is, words) {
    found.setAttribute('aria-busy', String(is));
    if (words !== undefined) say(words);
  }

  const say = (text) => (byId('status').textContent = text);

  byId('tries').append(
    ...examples.map((example) =>
      button(example, () => {
        query.value = example;
        query.focus();
        change(0);
      }),
    ),
  );
  query.addEventListener('input', ({ inputType }) => {
    const wait = pause();
    // Pasted, dictated and suggested text is complete.
    change(/^(?:insertText|insertCompositionText|delete)/.test(inputType ?? '') ? wait : 0);
  });
  city.addEventListener('change', () => change(0));
  limit.addEventListener('input', () => limit.validity.valid && limit.value !== '' && change(pause()));
  byId('search').addEventListener('submit', (event) => {
    event.preventDefault();
    change(0);
  });
  more.addEventListener('click', () => {
    const request = next;
    const key = currentKey;
    void notice.attempt(async () => {
      const answer = await load(request);
      if (key === currentKey) append(answer.body, request);
    });
  });

  // Highlights the open page in the list.
  function mark(url) {
    for (const entry of list.children) {
      if (entry.dataset.url === url) entry.setAttribute('aria-current', 'true');
      else entry.removeAttribute('aria-current');
    }
  }

  return {
    /** Restores the state from the URL. */
    restore() {
      const state = readAddress();
      // A visitor may have typed before this script ran.
      if (state.query !== '' || currentKey !== '') query.value = state.query;
      else if (query.value.trim() !== '') writeAddress({ query: query.value.trim() });
      city.value = state.city;
      if (city.selectedIndex < 0) city.selectedIndex = 0;
      const idle = currentKey === '' && query.value.trim() === '';
      if (!idle && JSON.stringify(given()) !== currentKey) look(0);
    },
    mark,
    /** Focuses the result of a page, or the query. */
    focusOn(url) {
      const read = [...list.children].find(({ dataset }) => dataset.url === url);
      (read?.querySelector('.open') ?? query).focus();
    },
  };
}

// Decodes the path of a page.
function pathOf(url) {
  const { pathname, search } = new URL(url);
  try {
    return decodeURI(pathname) + search;
  } catch {
    return pathname + search;
  }
}

// Letters that forms of a word share.
const STEM = 5;

// Returns the text with the words of the query highlighted, ignoring accents and case.
function markedText(text, query) {
  const stems = query
    .split(/\s+/)
    .map(plain)
    .filter((word) => word.length > 2)
    .map((word) => word.slice(0, STEM));
  return text.split(/([\p{L}\p{N}]+)/u).map((part) => {
    const word = plain(part);
    return stems.some((stem) => word.startsWith(stem)) ? make('mark', {}, part) : part;
  });
}

const plain = (word) => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
