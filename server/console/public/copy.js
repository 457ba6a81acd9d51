import { button, make } from './dom.js';
import { texts } from './page-data.js';
import { phrase } from './phrases.js';

/** Milliseconds for which a button says what it did. */
const TOLD = 2000;

/** A text in full with a button that copies it; `what` names it for those who do not see it. */
export function copyable(text, what) {
  // Long ones scroll, by keyboard too.
  const shown = make('pre', { tabIndex: 0 }, text);
  const copy = button(
    texts.copy.label,
    async () => {
      copy.textContent = (await copied(text, shown)) ? texts.copy.done : texts.copy.byHand;
      setTimeout(() => (copy.textContent = texts.copy.label), TOLD);
    },
    { 'aria-label': phrase(texts.copy.what, { what }), 'aria-live': 'polite' },
  );
  return make('div', { className: 'call' }, shown, copy);
}

/** Copies a text, and answers true; where the browser lets no page do so, the text is selected, to be copied by hand. */
async function copied(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages without TLS have no navigator.clipboard.
    getSelection().selectAllChildren(shown);
    return document.execCommand('copy');
  }
}
