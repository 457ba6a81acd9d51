import { ApiError } from './api.js';
import { button, make } from './dom.js';
import { texts } from './page-data.js';
import { duration, phrase } from './phrases.js';

/** Seconds to wait where the API names none. */
const USUAL_WAIT = 5;

/**
 * Does what people ask for, and says in `place` when it cannot be done: what may work later is tried again after a countdown
 * that they see, what may work at once has a button. While a quota is used up nothing is sent: all that is asked for waits.
 * `wayOut` makes buttons for a quota that is used up.
 */
export function createNotice(place, { wayOut = () => [] } = {}) {
  const [text, time] = [make('p', { role: 'alert' }), make('p', { role: 'timer' })];
  const actions = make('div', { className: 'actions' });
  place.replaceChildren(text, time, actions);
  let timer;
  let waiting;
  let news = false;

  /** `repeats` says whether it may be done again unasked; `limited` is the text for too many requests. */
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
    // It was on its way when the countdown began.
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

  /** Counts the seconds, and then does what waits; where nothing does, the notice only goes away. */
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
    /** Does now what waits for the end of the countdown: there is another quota. */
    goOn: () => waiting && goOn(),
    /** Says something that no call failed for; the next call that works takes it away. */
    say(words, buttons) {
      if (!waiting) clear();
      news = true;
      show(words, buttons);
    },
  };
}
