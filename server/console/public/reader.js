import { showAnswer, showCalls } from './answer.js';
import { copyable } from './copy.js';
import { byId, folded, isPlainClick, webLink } from './dom.js';
import { readAddress, writeAddress } from './page-address.js';
import { home, texts } from './page-data.js';
import { date } from './phrases.js';

/** Shows a page in parts. The URL contains the open page; Back closes it. */
export function createReader(api, { notice, onOpen, onClose }) {
  const [reader, title, body, more] = ['reader', 'reader-title', 'reader-body', 'reader-more'].map(byId);
  let shown = '';
  let markdown = '';
  let next;
  let site;

  // Adds a history entry, or replaces the entry of an open page.
  function open(url) {
    const reading = shown !== '' && readAddress().tab === 'search';
    writeAddress({ tab: 'search', page: url }, reading ? {} : { push: { reader: true } });
    onOpen();
  }

  async function show(url) {
    shown = url;
    begin();
    await notice.attempt(async () => {
      if (shown !== url) return;
      begin();
      try {
        const [answer, { renderMarkdown }] = await Promise.all([
          api.get('read_page', { url }),
          import('./markdown.js'),
        ]);
        if (shown === url) draw(answer, renderMarkdown);
      } catch (error) {
        if (shown === url) giveUp(url, error);
        throw error;
      }
    });
  }

  function giveUp(url, error) {
    if (error.status === 404) {
      leave();
      if (isOfSite(url)) error.instead = webLink(url, texts.notice.openOnSite);
    } else if (error.status !== 429) {
      title.textContent = texts.reader.failed;
      reader.setAttribute('aria-busy', 'false');
    }
  }

  // A link to the console may name any URL: only pages of the site are linked.
  const isOfSite = (url) => URL.parse(url)?.host === URL.parse(home)?.host;

  function begin() {
    title.textContent = texts.reader.busy;
    reader.setAttribute('aria-busy', 'true');
    for (const part of ['reader-meta', 'reader-answer', 'reader-body']) byId(part).replaceChildren();
    more.hidden = true;
    byId('hint').hidden = true;
    reader.hidden = false;
    reader.scrollTop = 0;
  }

  function draw(answer, renderMarkdown) {
    const page = answer.body;
    reader.setAttribute('aria-busy', 'false');
    title.textContent = page.title;
    byId('reader-meta').replaceChildren(webLink(page.url), ` · ${date(page.modified)}`);
    body.lang = page.language;
    site = new URL(page.url).host;
    markdown = page.markdown;
    body.replaceChildren(renderMarkdown(markdown));
    byId('reader-answer').replaceChildren(
      folded(texts.reader.markdown, () => [copyable(markdown, texts.reader.markdown)]),
      showAnswer(answer),
      showCalls(api, 'read_page', { url: page.url }),
    );
    offerMore(page);
    title.focus({ preventScroll: true });
  }

  function offerMore(page) {
    next = page.truncated ? { url: page.url, cursor: page.next_cursor } : undefined;
    more.hidden = !page.truncated;
  }

  // Closes the page and removes it from the URL.
  function close() {
    if (shown === '') return;
    if (history.state?.reader) history.back();
    else {
      writeAddress({ page: '' });
      restore();
    }
  }

  function leave() {
    if (shown === '') return;
    shown = '';
    reader.hidden = true;
    byId('hint').hidden = false;
    writeAddress({ page: '' });
  }

  // Shows the page of the URL.
  function restore() {
    const { page } = readAddress();
    if (page === shown) return;
    if (page !== '') {
      void show(page);
      return;
    }
    const left = shown;
    leave();
    onClose(left);
  }

  more.addEventListener('click', () => {
    const url = shown;
    void notice.attempt(async () => {
      const [{ body: page }, { renderMarkdown }] = await Promise.all([
        api.get('read_page', next),
        import('./markdown.js'),
      ]);
      if (shown !== url) return;
      markdown += page.markdown;
      body.append(renderMarkdown(page.markdown));
      offerMore(page);
    });
  });
  // Links between pages of the site open in the reader.
  body.addEventListener('click', (event) => {
    const link = event.target.closest('a');
    if (!link || !isPlainClick(event) || !isPage(link)) return;
    event.preventDefault();
    open(link.href);
  });
  const isPage = ({ host, pathname }) => host === site && !/\.[a-z\d]{2,5}$/i.test(pathname);

  byId('reader-close').addEventListener('click', close);
  return { open, close, leave, restore };
}
