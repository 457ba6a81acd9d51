import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutLocks } from '../../../../sync/run/visible/locked-text.ts';

const BLURRED = '<div class="vorschau" style="filter:blur(8px)">Der Preis</div>';

describe('HTML without locks', () => {
  it('lacks what is blurred, beside a script of any length', () => {
    assert.equal(
      withoutLocks(`<p>Hallo</p>${BLURRED}<script>${'a,'.repeat(300_000)}</script>`).slice(0, 20),
      '<p>Hallo</p><script>',
    );
  });

  it('has what a script of the page names by its class', () => {
    const html = `${BLURRED}<script>show(document.querySelector('.vorschau'))</script>`;
    assert.equal(withoutLocks(html), html);
  });
});
