import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { run } from '../../../bench/pages.ts';

describe('pages after the markup of builders and caches', () => {
  it('lose no text, image, telephone, e-mail or price that Chromium shows', async () => {
    const { pages, visible, kept, visibleImages, keptImages, pagesWithLoss, pagesWithLostContact } = await run({});
    assert.ok(Number(pages) >= 10);
    assert.deepEqual(
      { kept, keptImages, pagesWithLoss, pagesWithLostContact },
      { kept: visible, keptImages: visibleImages, pagesWithLoss: 0, pagesWithLostContact: 0 },
    );
  });
});
