import { showCalls } from './calls.js';
import { byId, date, webLink } from './dom.js';
import { renderMarkdown } from './markdown.js';

/** The reader: one page at a time, and the rest of it when it is long. */
export function createReader(api, { attempt, onClose }) {
  const [reader, body, more] = [byId('reader'), byId('reader-body'), byId('reader-more')];
  let shown = 0;
  let next;

  async function open(url) {
    const turn = (shown += 1);
    const page = await api.get('read_page', { url });
    if (turn !== shown) return;
    byId('reader-title').textContent = page.title;
    byId('reader-meta').replaceChildren(webLink(page.url), ` · ${date(page.modified)}`);
    body.lang = page.language;
    body.replaceChildren(renderMarkdown(page.markdown));
    byId('reader-calls').replaceChildren(showCalls(api, 'read_page', { url }));
    offerMore(page);
    byId('hint').hidden = true;
    reader.hidden = false;
    reader.scrollTop = 0;
    byId('reader-title').focus({ preventScroll: true });
  }

  function offerMore(page) {
    next = page.truncated ? { url: page.url, cursor: page.next_cursor } : undefined;
    more.hidden = !page.truncated;
  }

  function close() {
    if (reader.hidden) return;
    reader.hidden = true;
    byId('hint').hidden = false;
    onClose();
  }

  more.addEventListener('click', () =>
    attempt(async () => {
      const page = await api.get('read_page', next);
      body.append(renderMarkdown(page.markdown));
      offerMore(page);
    }),
  );
  byId('reader-close').addEventListener('click', close);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });
  return { open };
}
