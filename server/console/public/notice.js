import { ApiError } from './api.js';
import { button, make } from './dom.js';
import { texts } from './page-data.js';
import { duration, phrase } from './phrases.js';

// Default for responses without `Retry-After`, in seconds.
const USUAL_WAIT = 5;

/**
 * Runs actions and shows their errors in `place`. Temporary errors are retried after a visible countdown; others have a
 * button to retry. While the quota is exhausted, actions are queued. `wayOut` creates buttons for this case.
 */
export function createNotice(place, { wayOut = () => [] } = {}) {
  const [text, time] = [make('p', { role: 'alert' }), make('p', { role: 'timer' })];
  const actions = make('div', { className: 'actions' });
  place.replaceChildren(text, time, actions);
  let timer;
  let waiting;
  let news = false;

  // With `repeats` the action is retried automatically; `limited` is the text for status 429.
  async function attempt(action, options = {}) {
    if (waiting) {
      waiting.push({ action, options });
      return;
    }
    news = false;
    try {
      await action();
      if (!news) clear();
    } catch (error) {
      if (error.name !== 'AbortError') explain(error, action, options);
    }
  }

  function explain(error, action, options) {
    const { repeats = true, limited = texts.notice.quota } = options;
    const { retryAfter = 0, status, said = '' } = error;
    // The request was sent before the countdown started.
    if (waiting) {
      if (repeats) waiting.push({ action, options });
      return;
    }
    clear();
    if (status === 429) show(limited, repeats ? wayOut() : []);
    else {
      const message = error instanceof ApiError ? error.message : texts.errors.network;
      const again = button(texts.errors.retry, () => void attempt(action, options));
      const other = error.instead ?? (retryAfter > 0 ? undefined : again);
      show(
        [message, said && phrase(texts.errors.said, { message: said })].filter(Boolean).join(' '),
        other ? [other] : [],
      );
    }
    if (status === 429 || retryAfter > 0)
      countDown(retryAfter || USUAL_WAIT, repeats ? [{ action, options }] : undefined);
  }

  // At the end runs the queued actions, or hides the notice if there are none.
  function countDown(seconds, next) {
    const end = performance.now() + seconds * 1000;
    waiting = next;
    const draw = () => {
      const left = Math.ceil((end - performance.now()) / 1000);
      if (left <= 0) goOn();
      else time.textContent = phrase(next ? texts.notice.again : texts.notice.wait, { time: duration(left) });
    };
    timer = setInterval(draw, 1000);
    draw();
  }

  function goOn() {
    const next = waiting ?? [];
    clear();
    for (const { action, options } of next) void attempt(action, options);
  }

  function show(words, buttons = []) {
    text.textContent = words;
    actions.replaceChildren(...buttons);
    place.hidden = false;
  }

  function clear() {
    clearInterval(timer);
    waiting = undefined;
    time.textContent = '';
    show('');
    place.hidden = true;
  }

  return {
    attempt,
    isWaiting: () => waiting !== undefined,
    /** Runs the queued actions now, because a different quota applies. */
    goOn: () => waiting && goOn(),
    /** Shows a message without a failed call; the next successful call hides it. */
    say(words, buttons) {
      if (!waiting) clear();
      news = true;
      show(words, buttons);
    },
  };
}
