/** Shows in the editor what assistants read of the page: in a panel of the block editor, or a box of the classic editor. */
(({ wp, contentServiceReading: texts }) => {
  /** An element with text and children. */
  function element(name, text, ...children) {
    const made = document.createElement(name);
    made.textContent = text;
    made.append(...children);
    return made;
  }

  function markdownOf({ markdown, truncated }) {
    const heading = (truncated ? texts.beginning : texts.markdown).replace('%d', [...markdown].length);
    const text = element('pre', markdown);
    text.tabIndex = 0;
    text.style.cssText = 'max-height: 24em; overflow: auto; padding: 8px; background: #f0f0f1; white-space: pre-wrap;';
    return element('details', '', element('summary', heading), text);
  }

  function linesOf(page) {
    const lines = [element('p', '', element('strong', page.summary))];
    if (page.reason) lines.push(element('p', page.reason));
    if (page.markdown === undefined) return lines;
    const address = element('a', page.url);
    address.href = page.url;
    address.target = '_blank';
    address.style.overflowWrap = 'anywhere';
    return [
      ...lines,
      element('p', `${texts.pageTitle}: ${page.title}`),
      element('p', '', `${texts.address}: `, address),
      element('p', `${texts.modified}: ${page.modified}`),
      markdownOf(page),
    ];
  }

  /** Reads the page again and shows it in a box. The last request wins. */
  async function show(box, id) {
    const turn = String(Number(box.dataset.turn ?? 0) + 1);
    box.dataset.turn = turn;
    box.replaceChildren(element('p', texts.loading));
    const lines = await wp.apiFetch({ path: texts.path + id }).then(linesOf, ({ message }) => [element('p', message)]);
    if (box.dataset.turn !== turn) return;
    const again = element('button', texts.again);
    again.type = 'button';
    again.className = 'button button-small';
    again.addEventListener('click', () => void show(box, id));
    box.replaceChildren(...lines, element('p', '', again));
  }

  for (const box of document.querySelectorAll('[data-content-service-reading]')) {
    void show(box, box.dataset.contentServiceReading);
  }
  if (!wp.plugins) return;

  const { createElement, useEffect, useRef } = wp.element;
  // Before WordPress 6.6, the panel was in another package.
  const Panel = wp.editor.PluginDocumentSettingPanel ?? wp.editPost.PluginDocumentSettingPanel;

  function Reading() {
    const box = useRef();
    const { id, saving } = wp.data.useSelect((select) => {
      const { getCurrentPostId, isSavingPost } = select('core/editor');
      return { id: getCurrentPostId(), saving: isSavingPost() };
    }, []);
    useEffect(() => {
      if (!saving) void show(box.current, id);
    }, [id, saving]);
    return createElement('div', { ref: box });
  }

  wp.plugins.registerPlugin('content-service-reading', {
    render: () => createElement(Panel, { name: 'content-service-reading', title: texts.title }, createElement(Reading)),
  });
})(window);
