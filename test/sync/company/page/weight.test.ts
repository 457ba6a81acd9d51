import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explainCompany } from '../../../../sync/company/company.ts';
import { decide } from '../../../../sync/company/decide.ts';
import { collectEvidence } from '../../../../sync/company/page/page-evidence.ts';
import { readSiteConfig } from '../../../../sync/site-file/site-config.ts';
import { page, SITE, valueOf } from './page-facts.ts';

describe('weight of evidence', () => {
  it('prefers the weekly hours of the contact page to "24/7" in a header and in JSON-LD', () => {
    const schema = { '@type': 'LocalBusiness', name: 'Casa', openingHours: 'Mo-Su 00:00-24:00' };
    const front = `<header><p>Urgencias 24/7</p></header><script type="application/ld+json">${JSON.stringify(schema)}</script>`;
    const contact = '<h2>Horario</h2><p>Lunes a viernes de 9:00 a 18:00</p>';
    assert.equal(valueOf('hours', page(front), page(contact, 'contact')), 'Lunes a viernes de 9:00 a 18:00');
    assert.match(valueOf('hours', page(front)) ?? '', /24/);
  });

  it('gives no weight to a role of an earlier release that is unknown now', () => {
    const { pages, own } = collectEvidence([page('<p>lunes a viernes 9:00–14:00</p>', 'about')], SITE);
    const stored = pages.map((read) => Object.assign(read, { role: 'hours' }));
    assert.equal(decide('hours', stored as typeof pages, own).fact, undefined);
  });

  it('reads an address behind its label, with or without a colon', () => {
    for (const label of ['Adresse ', 'Adresse : ', 'Dirección: ', 'Address - '])
      assert.equal(
        valueOf('address', page(`<p>${label}32 Route de Lyon, 69003 Lyon</p>`, 'contact')),
        '32 Route de Lyon, 69003 Lyon',
        label,
      );
  });

  it('reads the town below its post code', () => {
    const html = '<p>Blokmaalder 1<br>1531 PE<br>Wormer</p>';
    assert.equal(valueOf('address', page(html, 'contact')), 'Blokmaalder 1, 1531 PE, Wormer');
  });

  it('leaves telephones and sentences about the place out of hours', () => {
    const week = 'Lunes a viernes de 9:00 a 18:00. Domingos cerrado.';
    const hoursOf = (text: string) => valueOf('hours', page(`<h2>Horario</h2><p>${text}</p>`, 'contact'));
    assert.equal(hoursOf(`${week} Estamos en la calle Larga 9, en Jerez.`), week);
    assert.equal(hoursOf('Lunes a viernes de 9:00 a 18:00, tel. 956 33 21 80'), 'Lunes a viernes de 9:00 a 18:00');
    assert.equal(hoursOf('Lunes a viernes de 9.00 - 18.00'), 'Lunes a viernes de 9.00 - 18.00');
  });

  it('reads a tax number of JSON-LD that passes its check, and doubts any other', () => {
    const explain = (taxID: string) => {
      const schema = JSON.stringify({ '@type': 'LocalBusiness', name: 'Casa', taxID });
      const evidence = collectEvidence([page(`<script type="application/ld+json">${schema}</script>`)], SITE);
      const site = { ...SITE, name: 'Casa', description: '' };
      return explainCompany({ site, config: { ...readSiteConfig(undefined), cities: [] }, pages: [], evidence });
    };
    assert.equal(explain('B58378431').company.tax_id, 'B58378431');
    assert.equal(explain('B58378432').company.tax_id, undefined);
    assert.deepEqual(
      explain('B58378432').doubts.map(({ field, value }) => [field, value]),
      [['tax_id', 'B58378432']],
    );
  });

  it('reads the contacts of a Divi page whose style sheet hides menus of small screens', () => {
    const css = '.et_mobile_menu{display:none}@media(max-width:980px){.et_pb_text{opacity:1}#top-menu{display:none}}';
    const html = `<style>${css}</style><div class="et_pb_section"><div class="et_pb_row"><div class="et_pb_module et_pb_text"><div class="et_pb_text_inner">
      <p>Tel. 987 21 43 65</p><p><a href="mailto:info@casa.es">info@casa.es</a></p></div></div></div></div>`;
    assert.equal(valueOf('phone', page(html, 'contact')), '987 21 43 65');
    assert.equal(valueOf('email', page(html, 'contact')), 'info@casa.es');
  });
});
