import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonLdIn } from '../../../sync/company/front-page.ts';

describe('jsonLdIn', () => {
  it('reads every JSON-LD script of a page, and leaves out what is no JSON', () => {
    const html = `<script type="application/ld+json" class="yoast-schema-graph">{"@graph":[]}</script>
      <script type='application/ld+json'>[{"@type":"Plumber"}]</script>
      <script type="application/ld+json">//<![CDATA[
        {"name":"Casa"}
      //]]></script>
      <script type="application/ld+json">{"name": broken}</script><script>var a = {};</script>`;
    assert.deepEqual(jsonLdIn(html), [{ '@graph': [] }, [{ '@type': 'Plumber' }], { name: 'Casa' }]);
  });
});
