import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide } from '../../../../sync/company/decide.ts';
import { collectEvidence } from '../../../../sync/company/page/page-evidence.ts';
import { taxIdsIn } from '../../../../sync/company/tax-ids.ts';
import { page, SITE } from './page-facts.ts';

function legalOf(html: string, role: 'legal' | 'privacy' | 'front' = 'legal') {
  const { pages, own } = collectEvidence([page(html, role)], SITE);
  const [name, number] = [decide('legal_name', pages, own), decide('tax_id', pages, own)];
  return { legal_name: name.fact?.value, tax_id: number.fact?.value, doubts: [...name.doubts, ...number.doubts] };
}

describe('legal facts', () => {
  for (const [notice, legal_name, tax_id] of [
    [
      '<p>Esta web es titularidad de Valdelobos Toldos, S.L., con CIF B58378431 y domicilio en calle Larga 9.</p>',
      'Valdelobos Toldos, S.L.',
      'B58378431',
    ],
    [
      '<p>Denominación social: Toldos del Valle S.L.U.</p><p>C.I.F.: B-58378431</p>',
      'Toldos del Valle S.L.U.',
      'B-58378431',
    ],
    [
      '<h1>Impressum</h1><h2>Angaben gemäß § 5 TMG</h2><p>Hummel Holzbau GmbH<br>Hummelweg 9<br>71522 Backnang</p><p>USt-IdNr.: DE136695976</p>',
      'Hummel Holzbau GmbH',
      'DE136695976',
    ],
    [
      '<h1>Impressum</h1><p>Für den Inhalt verantwortlich:</p><p>Jana Hummel<br>Tischlerei<br>Hummelweg 9<br>71522 Backnang</p><p>USt-IdNr.: DE136695976</p>',
      'Jana Hummel',
      'DE136695976',
    ],
    [
      '<h1>Impressum</h1><p>Angaben gemäß § 5 TMG</p><p>Café Hummel<br>Inh. J. Hummel<br>Hummelweg 9<br>71522 Backnang</p>',
      'J. Hummel',
      undefined,
    ],
    [
      '<h2>Datos identificativos</h2><p>Denominación: Asociación de Toldos</p><p>Domicilio: Larga 9</p>',
      'Asociación de Toldos',
      undefined,
    ],
    ['<h1>Impressum</h1><p>Inhaber: Jana Hummel</p><p>UID-Nummer: ATU13585627</p>', 'Jana Hummel', 'ATU13585627'],
    [
      '<h1>Mentions légales</h1><p>Raison sociale : SARL Les Voiles du Port</p><p>SIRET : 732 829 320 00074</p>',
      'SARL Les Voiles du Port',
      '732 829 320 00074',
    ],
    ['<p>Ragione sociale: Tende Bianchi S.r.l.</p><p>P. IVA 00743110157</p>', 'Tende Bianchi S.r.l.', '00743110157'],
    [
      '<p>Razão social: Toldos Azuis Ltda</p><p>CNPJ: 16.727.230/0001-97</p>',
      'Toldos Azuis Ltda',
      '16.727.230/0001-97',
    ],
  ] as const)
    it(`reads ${legal_name} and its number from a legal page`, () => {
      const found = legalOf(notice);
      assert.equal(found.legal_name, legal_name);
      assert.equal(found.tax_id, tax_id);
    });

  it('reads a name with a legal form from the footer of the front page, not from its text', () => {
    const nameIn = (html: string) =>
      legalOf(`<meta property="og:site_name" content="Casa Toldos">${html}`, 'front').legal_name;
    assert.equal(nameIn('<footer><p>© 2031 Casa Toldos, S.L.</p></footer>'), 'Casa Toldos, S.L.');
    assert.equal(nameIn('<p>© 2031 Casa Toldos, S.L.</p>'), undefined);
    assert.equal(nameIn('<footer><p>© 2031 Lonas del Sur, S.L.</p></footer>'), undefined);
  });

  it('reads no name below a title without further evidence, and none of a menu, heading or sentence', () => {
    for (const [title, below] of [
      ['Aviso legal', 'Política de privacidad'],
      ['Aviso legal', 'Datos de contacto'],
      ['Aviso legal', 'Reformas Casa pone a su disposición este sitio'],
      ['Impressum', 'Herzlich Willkommen'],
      ['Impressum', '<a href="/k/">Kontakt</a>'],
    ])
      assert.equal(
        legalOf(
          `<meta property="og:site_name" content="Reformas Casa"><h1>${title}</h1><p>${below}</p><p>Calle Larga 9</p><p>29005 Málaga</p>`,
        ).legal_name,
        undefined,
        below,
      );
    const menu =
      '<footer><p>Aviso legal</p><p>Kontakt</p><p>Calle Larga 9, 29005 Málaga</p><p>CIF: B58378431</p></footer>';
    assert.equal(legalOf(menu).legal_name, undefined);
    assert.equal(
      legalOf('<h2>Alianzas</h2><p>Velas Luna, S.L.</p><p>Calle Larga 9, 29005 Málaga</p>').legal_name,
      undefined,
    );
  });

  it('reads names in footers only after a copyright sign, not words in small letters or further companies', () => {
    const nameIn = (siteName: string, footer: string) =>
      legalOf(`<meta property="og:site_name" content="${siteName}"><footer><p>${footer}</p></footer>`, 'front')
        .legal_name;
    assert.equal(
      nameIn('Casa Toldos', '© 2031 - Todos los derechos reservados Casa Toldos, S.L.'),
      'Casa Toldos, S.L.',
    );
    assert.equal(nameIn('Tende Sole', 'Copyright 2031 Tende Sole SpA'), 'Tende Sole SpA');
    const reserved = 'Casa Toldos, S.L. Todos los derechos reservados';
    assert.equal(nameIn('Casa Toldos', `© 2031 ${reserved}`), 'Casa Toldos, S.L.');
    for (const [name, footer] of [
      ['Autohaus Sonne', '© 2031 Autohaus Sonne ab Werk'],
      ['Autohaus Sonne', '© 2031 Autohaus Sonne ab'],
      ['Nordisk Bolig', '© 2031 Nordisk Bolig og'],
      ['Sun Dental', '© 2031 Sun Dental as'],
      ['Hotel Sol', '© 2031 Hotel Sol Spa'],
      ['Casa Toldos', 'Casa Toldos, S.L.'],
      ['Casa Toldos', '© 2031 Casa Toldos SL Madrid'],
      ['Casa Toldos', '© 2031 Distribuidor oficial de Casa Toldos Iberia, S.A.'],
      ['Casa Toldos', '© 2031 Distribuidor Casa Toldos Iberia, S.A.'],
    ] as const)
      assert.equal(nameIn(name, footer), undefined, footer);
  });

  it('reads no name in a footer beside a labelled name on a legal page', () => {
    const footer = '<meta property="og:site_name" content="Casa Toldos"><footer>© 2031 Casa Toldos, S.L.</footer>';
    const { pages, own } = collectEvidence([page(footer), page('<p>Titular: Ana Sol</p>', 'legal')], SITE);
    assert.equal(decide('legal_name', pages, own).fact?.value, undefined);
  });

  it('reads no name of a sister company in the text and in the footer, nor of processors', () => {
    const site = '<meta property="og:site_name" content="Casa Sol">';
    const named = (name: string) => `${site}<main><p>Desde 1980, ${name} de León.</p></main><footer>${name}</footer>`;
    assert.equal(legalOf(named('Casa Sol Servicios SL'), 'front').legal_name, undefined);
    assert.equal(legalOf(named('Casa Sol SL'), 'front').legal_name, 'Casa Sol SL');
    const processors = ['Google', 'Meta', 'Adobe', 'Stripe', 'Zoom', 'Slack'].map(
      (name) => `<p>Titular: ${name} SL</p>`,
    );
    const operator = '<p>Titular: Casa Sol SL</p><p>C/ Larios 9, 29005 Málaga</p>';
    assert.equal(legalOf(site + operator + processors.join(''), 'privacy').legal_name, 'Casa Sol SL');
  });

  it('prefers the principal number to the one that is repeated', () => {
    const [siret, vat] = ['732 829 320 00074', 'FR44732829320'];
    const notice = `<p>SIRET : ${siret}</p><p>TVA : ${vat}</p><p>Bureau, TVA : ${vat}</p>`;
    assert.equal(legalOf(notice).tax_id, siret);
  });

  it('reads the first name in structured data, and no number in it whose check digit is wrong', () => {
    const schema = (value: object) =>
      `<script type="application/ld+json">${JSON.stringify({ '@type': 'Organization', name: 'Sol', ...value })}</script>`;
    const decided = (field: 'legal_name' | 'tax_id', ...values: readonly object[]) => {
      const sampled = values.map((value, at) =>
        page(schema(value), at === 0 ? 'front' : at === 1 ? 'contact' : 'about'),
      );
      const { pages, own } = collectEvidence(sampled, SITE);
      return decide(field, pages, own);
    };
    const [long, short] = [{ legalName: 'Toldos Sol S.L.' }, { legalName: 'Toldos Sol SLU' }];
    assert.equal(decided('legal_name', long, short, short).fact?.value, 'Toldos Sol S.L.');
    assert.equal(decided('tax_id', { taxID: 'B58378432' }, { taxID: 'B58378431' }).fact?.value, 'B58378431');
    const { fact, doubts } = decided('tax_id', { taxID: 'B58378432' });
    assert.equal(fact, undefined);
    assert.match(doubts[0]?.why ?? '', /not a valid tax number/);
  });

  it('reads no number whose check digit is wrong, and none of a form that nobody has filled', () => {
    assert.equal(legalOf('<p>Titular: Toldos Sol, S.L. CIF B58378432</p>').tax_id, undefined);
    assert.deepEqual(legalOf('<p>Titular: [Nombre de la empresa]</p><p>CIF: [CIF]</p>'), {
      legal_name: undefined,
      tax_id: undefined,
      doubts: [],
    });
  });

  it('reads neither name nor number of the host or the maker of the site', () => {
    const host = '<h2>Hébergement</h2><p>Nuage SAS, SIRET : 732 829 320 00074</p>';
    assert.equal(legalOf(host).tax_id, undefined);
    assert.equal(legalOf(host).legal_name, undefined);
    assert.equal(legalOf('<p>Diseño web: Pixel Rojo, S.L. CIF B58378431</p>').tax_id, undefined);
  });

  it('leaves two names that have as much for them to the owner', () => {
    const { legal_name, doubts } = legalOf('<p>Titular: Toldos Sol, S.L.</p><p>Titular: Velas Luna, S.L.</p>');
    assert.equal(legal_name, undefined);
    assert.deepEqual(
      doubts.map(({ field, value }) => `${field} ${value}`),
      ['legal_name Toldos Sol, S.L.', 'legal_name Velas Luna, S.L.'],
    );
  });

  it('reads a number with its label from any page, and a name there only if it is the site’s', () => {
    assert.equal(legalOf('<footer><p>CIF: B58378431</p></footer>', 'front').tax_id, 'B58378431');
    assert.equal(legalOf('<p>Trabajamos con Velas Luna, S.L.</p>', 'front').legal_name, undefined);
  });
});

describe('tax numbers', () => {
  it('have a label before them and the check digits of their country', () => {
    assert.deepEqual(taxIdsIn('Tel. 58378431'), []);
    assert.equal(taxIdsIn('NIF B58378431, Tomo 9')[0]?.value, 'B58378431');
    assert.deepEqual(taxIdsIn('USt-IdNr. DE136695977'), []);
    assert.deepEqual(taxIdsIn('CIF B12345678'), []);
  });
});
