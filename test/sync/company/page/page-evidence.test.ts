import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { collectEvidence } from '../../../../sync/company/page/page-evidence.ts';
import { SITE, page, valueOf } from './page-facts.ts';

describe('collectEvidence', () => {
  it('reads a page whose body sets the colours of WordPress’ palette, as most do', () => {
    const html = '<style>body { --wp--preset--color--black: #000000; }</style><p>91 574 82 36</p>';
    assert.equal(valueOf('phone', page(html, 'contact')), '91 574 82 36');
  });

  it('parses JSON-LD in a comment, a byte order mark or no-break spaces', () => {
    const json = JSON.stringify({ '@type': 'Plumber', telephone: '91 574 82 36' });
    for (const text of [`\uFEFF${json}`, `\u00A0${json}\u00A0`, `<!--\uFEFF${json}\u00A0-->`])
      assert.equal(valueOf('phone', page(`<script type="application/ld+json">${text}</script>`)), '91 574 82 36');
  });

  it('comes to an end with pages that want it to have none', () => {
    const deep = `<script type="application/ld+json">${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}</script>`;
    const html = [
      deep,
      '<div>'.repeat(20_000),
      `<p>${'9'.repeat(100_000)}</p>`,
      `<p>${'9 '.repeat(50_000)}</p>`,
      `<p>${'a.'.repeat(50_000)}@</p>`,
      `<p>${'lunes '.repeat(20_000)}</p>`,
      `<p>${'Calle 1, '.repeat(12_000)}</p>`,
      `<script>${'"channel":"x" '.repeat(10_000)}chaty_settings</script>`,
      '<ul class="menu"><li>'.repeat(5_000),
    ].join('');
    assert.equal(collectEvidence([page(html)], SITE).pages.length, 1);
  });
});
