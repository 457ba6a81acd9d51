import { setUpAccount } from './account.js';
import { createApi } from './api.js';
import { showCompany } from './company.js';
import { button, byId, make } from './dom.js';
import { drawFigures } from './figures.js';
import { setUpKeyboard } from './keyboard.js';
import { createNotice } from './notice.js';
import { readAddress, writeAddress } from './page-address.js';
import { texts, where } from './page-data.js';
import { counted, date, phrase } from './phrases.js';
import { createQuotaMeter } from './quota.js';
import { createReader } from './reader.js';
import { setUpSearch } from './search.js';
import { setUpTabs } from './tabs.js';

const { index } = where;
const cities = index?.cities ?? [];
byId('city').closest('label').hidden = cities.length === 0;
byId('city').append(...cities.map(({ slug, name }) => make('option', { value: slug }, name)));

const meter = createQuotaMeter();
const notice = createNotice(byId('notice'), {
  wayOut: () => (api.hasToken() ? [] : [button(texts.notice.register, () => openTab('account'))]),
});
const api = createApi(where, { onQuota: (quota) => meter.show(quota), onTokenGone: () => account.tokenGone() });
const reader = createReader(api, {
  notice,
  onOpen: restore,
  onClose: (url) => search.focusOn(url),
});
const search = setUpSearch(api, {
  notice,
  reader,
  cityNames: new Map(cities.map(({ slug, name }) => [slug, name])),
  examples: index?.examples ?? [],
});
const account = setUpAccount(api, where, {
  onToken: () => notice.goOn(),
  onTokenGone: () => notice.say(texts.notice.tokenGone),
});
const tabs = setUpTabs(openTab);
const onFirstShow = {
  company: once(() => showCompany(api, { openPage: (url) => reader.open(url) })),
  figures: once(async () => drawFigures(byId('figures'), index)),
};
byId('language').addEventListener('click', (event) => {
  event.preventDefault();
  writeAddress({ lang: event.currentTarget.hreflang });
  location.reload();
});
setUpKeyboard({ showSearch: () => openTab('search'), closeReader: () => reader.close() });

if (index) {
  byId('freshness').textContent = phrase(texts.freshness, {
    pages: counted(texts.pages, index.pages),
    date: date(index.built_at),
  });
} else {
  notice.say(texts.errors.notReady, [button(texts.errors.retry, () => location.reload())]);
}
addEventListener('popstate', restore);
restore();

function openTab(name) {
  if (readAddress().tab === name) return;
  writeAddress({ tab: name }, { push: {} });
  restore();
}

// Restores the state from the URL.
function restore() {
  const { tab, page } = readAddress();
  tabs.show(tab);
  search.restore();
  reader.restore();
  search.mark(page);
  if (onFirstShow[tab]) void notice.attempt(onFirstShow[tab]);
}

// Repeats the action until it succeeds once.
function once(action) {
  let done = false;
  return async () => {
    if (done) return;
    await action();
    done = true;
  };
}
