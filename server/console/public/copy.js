import { button, make } from './dom.js';
import { texts } from './page-data.js';
import { phrase } from './phrases.js';

// Milliseconds for which a button shows its result.
const RESULT_MS = 2000;

/** Shows a text with a copy button; `what` is its accessible name. */
export function copyable(text, what) {
  // Focusable, because long text scrolls.
  const shown = make('pre', { tabIndex: 0 }, text);
  const copy = button(
    texts.copy.label,
    async () => {
      copy.textContent = (await copied(text, shown)) ? texts.copy.done : texts.copy.byHand;
      setTimeout(() => (copy.textContent = texts.copy.label), RESULT_MS);
    },
    { 'aria-label': phrase(texts.copy.what, { what }), 'aria-live': 'polite' },
  );
  return make('div', { className: 'call' }, shown, copy);
}

// Returns true if the text was copied; otherwise it is selected for copying by hand.
async function copied(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages without TLS do not have navigator.clipboard.
    getSelection().selectAllChildren(shown);
    return document.execCommand('copy');
  }
}
