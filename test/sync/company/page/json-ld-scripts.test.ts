import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonLdIn } from '../../../../sync/company/page/json-ld-scripts.ts';
import { readPage } from '../../../../sync/markdown/parse/page.ts';

function documentsIn(html: string): unknown[] {
  return jsonLdIn(readPage(html).elements);
}

describe('jsonLdIn', () => {
  it('reads every JSON-LD script of a page, and leaves out what is no JSON', () => {
    const html = `<script type="application/ld+json" class="yoast-schema-graph">{"@graph":[]}</script>
      <script type='application/ld+json'>[{"@type":"Plumber"}]</script>
      <script type="application/ld+json">//<![CDATA[
        {"name":"Casa"}
      //]]></script>
      <script type="application/ld+json">{"name": broken}</script><script>var a = {};</script>`;
    assert.deepEqual(documentsIn(html), [{ '@graph': [] }, [{ '@type': 'Plumber' }], { name: 'Casa' }]);
  });

  it('leaves out a huge one, and reads one that is absurdly deep', () => {
    const script = (json: string) => `<script type="application/ld+json">${json}</script>`;
    assert.deepEqual(documentsIn(script(`"${'x'.repeat(600_000)}"`)), []);
    assert.equal(documentsIn(script('['.repeat(50_000) + ']'.repeat(50_000))).length, 1);
  });
});
