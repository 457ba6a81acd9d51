import { byId } from './dom.js';
import { texts } from './page-data.js';
import { duration, phrase } from './phrases.js';

/** Shows the quota of the last response and counts down to its reset. */
export function createQuotaMeter() {
  let quota;
  let endsAt = 0;

  function draw() {
    if (!quota) return;
    const seconds = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));
    const { limit } = quota;
    const remaining = seconds === 0 ? limit : quota.remaining;
    byId('quota-count').textContent = phrase(texts.quota.count, { remaining, limit });
    byId('quota-text').textContent =
      `${texts.quota.policies[quota.policy] ?? quota.policy}${seconds === 0 ? '' : ` · ${duration(seconds)}`}`;
    byId('quota-ring').style.strokeDasharray = `${(remaining / limit) * 100} 100`;
    byId('quota').toggleAttribute('data-low', remaining / limit < 0.15);
  }

  setInterval(draw, 1000);
  return {
    show(next) {
      quota = next;
      endsAt = performance.now() + next.reset * 1000;
      draw();
    },
  };
}
