import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide } from '../../../../sync/company/decide.ts';
import { collectEvidence } from '../../../../sync/company/page/page-evidence.ts';
import { SITE, decided, page, valueOf } from './page-facts.ts';

describe('what pages tell of an address', () => {
  it('is left out when two are as good', () => {
    const { fact, doubts } = decided(
      'address',
      page('<p>Calle Larios 9, 29005 Málaga</p><p>Avenida Elcano 140, 29017 Málaga</p>', 'contact'),
    );
    assert.equal(fact, undefined);
    assert.equal(doubts.length, 2);
  });
});

describe('an address as it is written', () => {
  it('begins after links to chats and networks in the same line', () => {
    const links = ['WhatsApp', 'Facebook', 'Calle Larios 9, 29005 Málaga'].map((label) => `<a href="/x">${label}</a>`);
    assert.equal(valueOf('address', page(`<p>${links.join(' ')}</p>`, 'contact')), 'Calle Larios 9, 29005 Málaga');
  });

  it('keeps a link with the street', () => {
    for (const [html, address] of [
      ['<a href="/x">Calle Larga</a> 9, 29005 Málaga', 'Calle Larga 9, 29005 Málaga'],
      ['<a href="/x">Rue du Port</a> 12, 1003 Lausanne', 'Rue du Port 12, 1003 Lausanne'],
      ['<a href="/x">Avenida de la Constitución s/n</a> 28012 Madrid', 'Avenida de la Constitución s/n 28012 Madrid'],
    ] as const)
      assert.equal(valueOf('address', page(`<p>${html}</p>`, 'contact')), address);
  });

  it('is told of each of several links with lines in them', () => {
    const office = (town: string, street: string, code: string) =>
      `<a href="/${town}"><span>${street}<br>${code} ${town}</span></a>`;
    const offices = [office('Dortmund', 'Ringstraße 4', '44135'), office('Kiel', 'Hafenstraße 9', '24145')].join(' ');
    const { pages } = collectEvidence([page(`<footer>${offices}</footer>`)], SITE);
    const addresses = pages.flatMap(({ evidence }) => evidence.filter(({ field }) => field === 'address'));
    assert.deepEqual(
      addresses.map(({ value }) => value),
      ['Ringstraße 4, 44135 Dortmund', 'Hafenstraße 9, 24145 Kiel'],
    );
  });

  const addressIn = (html: string, language = 'es') => {
    const { pages, own } = collectEvidence([page(html, 'contact')], { ...SITE, language });
    return decide('address', pages, own).fact?.value;
  };

  it('is in an industrial estate, which is as good as a street', () => {
    for (const [language, address] of [
      ['pt-PT', 'Zona Industrial, Lote 44, 6300-625 Guarda'],
      ['es', 'Parque Industrial Sur, nave 7, 29004 Málaga'],
    ] as const)
      assert.equal(addressIn(`<p>${address}</p>`, language), address);
  });

  it('is in a street that has a number for its name, and is no town alone, whatever its state is called', () => {
    for (const street of ['366 S. 500 E. Suite A', '366 S 500 E', '70456 LA-21'])
      assert.equal(addressIn(`<p>${street}<br>Elm Fork, UT 84003</p>`, 'en-US'), `${street}, Elm Fork, UT 84003`);
    for (const town of ['Elm Fork, UT 84003', 'Ashford, CT 06103'])
      assert.equal(addressIn(`<p>${town}</p>`, 'en-US'), undefined);
  });

  it('is no product, model or work that is named like a street', () => {
    for (const [language, html] of [
      ['en-US', '<p>We delivered 500 TX-100 pumps to Houston, TX 77002</p>'],
      ['es', '<p>Batería Bosch S5-110 y cargador</p>'],
      ['es', '<p>Galindo S10-36 y Alarcón</p>'],
      ['es-EC', '<p>Cable Flex N12-450 y enchufe</p>'],
      ['es-EC', '<p>Nuevo: Cable Flex N12-450 y Enchufe</p>'],
    ] as const)
      assert.equal(addressIn(html, language), undefined, html);
  });

  it('has its code behind the town, or its province where people write it so', () => {
    for (const [language, html, address] of [
      ['it', '<p>Piazza Garibaldi, 5<br>40124 - Bologna</p>', 'Piazza Garibaldi, 5, 40124 - Bologna'],
      ['it', '<p>Via dei Mille 4<br>Castel Verde (TV)</p>', 'Via dei Mille 4, Castel Verde (TV)'],
      ['pt-BR', '<p>Av. Brasil, 1500 - Centro - Londrina/PR</p>', 'Av. Brasil, 1500 - Centro - Londrina/PR'],
      ['cs', '<p>Dlouhá 12, Praha 1, 110 00</p>', 'Dlouhá 12, Praha 1, 110 00'],
      ['cs', '<p>nám. Míru 14, Tábor, 390 01</p>', 'nám. Míru 14, Tábor, 390 01'],
      ['ru', '<p>г. Москва, ул. Садовая, д. 3</p>', 'г. Москва, ул. Садовая, д. 3'],
      ['tr', '<p>Paşa Cd. No.20, 34122 Fatih/İstanbul</p>', 'Paşa Cd. No.20, 34122 Fatih/İstanbul'],
      ['es-MX', '<p>Calle Monte 41, Campo 4, Chihuahua</p>', 'Calle Monte 41, Campo 4, Chihuahua'],
    ] as const) {
      const site = { home: 'https://casa.com', language, hosts: ['casa.com'] };
      const { pages, own } = collectEvidence([page(html, 'contact')], site);
      assert.equal(decide('address', pages, own).fact?.value, address);
    }
    for (const rooms of ['Court 5, Tennis, Padel', 'Cours 3, Danse, Chant', 'Plaza 3, Trastero, Garaje'])
      assert.equal(addressIn(`<p>${rooms}</p>`), undefined);
  });

  it('has no telephone behind it', () => {
    assert.equal(
      addressIn('<p>12 rue des Lilas, 69003 Lyon - Tél. : 04 78 00 11 22</p>', 'fr'),
      '12 rue des Lilas, 69003 Lyon',
    );
  });

  it('is in a town that begins with an article', () => {
    for (const address of [
      'Rúa do Mar 12, 36980 O Grove',
      'Calle Sol 12, 38201 La Laguna',
      'Carrer Major 3, 08820 el Prat de Llobregat',
      'Kerkstraat 3, 1756 ’t Zand',
    ]) {
      assert.equal(addressIn(`<p>${address}</p>`), address);
      assert.equal(addressIn(`<p>${address.replace(', ', '<br>')}</p>`), address);
    }
  });

  it('may have abbreviations, and a sign before the number', () => {
    for (const [address, language] of [
      ['Av. Corrientes N° 1234, Rosario, Argentina', 'es-AR'],
      ['San Martín Nº 340, 4400 Salta', 'es-AR'],
      ['Jr. Unión No. 340, Trujillo, Perú', 'es-PE'],
      ['c/Mayor 5, 29005 Málaga', 'es'],
      ['Str. Unirii nr. 5, Iași, România', 'ro-RO'],
      ['St. Mary Street 12, Cork, Ireland', 'en-IE'],
    ] as const)
      assert.equal(addressIn(`<p>${address}</p>`, language), address);
  });

  it('may be of countries that write street and post code in their own order', () => {
    for (const [address, language] of [
      ['6230 Soltvadkert Bocskai u. 130', 'hu-HU'],
      ['ул. "Иван Вазов" 57, 1404 София', 'bg-BG'],
      ['129010, г. Москва, Водопроводный переулок, д. 2', 'ru-RU'],
      ['01001 Київ, вул. Хрещатик 22', 'uk-UA'],
      ['Eduarda Veidenbauma iela 9, Jelgava, LV-3001', 'lv-LV'],
      ['Số 1, AH14, Phú Cường, Sóc Sơn, Hà Nội, Việt Nam', 'vi-VN'],
    ] as const)
      assert.equal(addressIn(`<p>${address.normalize('NFD')}</p>`, language), address);
  });

  it('is a street without a word for it above a code that is one with its letters', () => {
    const lines = '<ul><li>Merel 10</li><li>7006JZ Doetinchem</li><li>Nederland</li></ul>';
    assert.equal(addressIn(lines, 'nl-NL'), 'Merel 10, 7006JZ Doetinchem, Nederland');
  });

  it('needs no word for a street behind its label', () => {
    const address = 'A 102, Fourth Floor, Sushant Lok 3, Gurugram, Haryana 122002';
    assert.equal(addressIn(`<p>Registered Office: ${address}</p><p>Phone: +91 85888 88264</p>`, 'en-IN'), address);
    assert.equal(addressIn(`<p>${address}</p><p>Phone: +91 85888 88264</p>`, 'en-IN'), undefined);
  });

  it('has the number of the house where structured data leave it out, and no times behind it', () => {
    const data = {
      '@type': 'LocalBusiness',
      address: { streetAddress: 'Haseki Cd.', addressLocality: 'Melikgazi', postalCode: '38050' },
    };
    const address = 'Haseki Cd. No 7B, 38050 Melikgazi/Kayseri';
    const html = `<script type="application/ld+json">${JSON.stringify(data)}</script>
      <header><p>${address} 7/24 teklif hattı</p></header><footer><p>${address}</p></footer>`;
    assert.equal(addressIn(html, 'tr-TR'), address);
    for (const [language, street, town, postalCode] of [
      ['en-GB', '10 Downing Street', 'London', 'SW1A 2AA'],
      ['en-CA', '111 Wellington Street', 'Ottawa', 'K1A 0A9'],
      ['pt-PT', 'Rua do Sol 5', 'Lisboa', '1250-096'],
      ['en-IE', '2 Main Street', 'Dublin', 'D02 X285'],
    ] as const) {
      const parts = { streetAddress: street.replace(/ ?\d+ ?/, ''), addressLocality: town, postalCode };
      const ld = JSON.stringify({ '@type': 'LocalBusiness', address: parts });
      const whole = addressIn(
        `<script type="application/ld+json">${ld}</script><footer><p>${street}, ${town} ${postalCode}</p></footer>`,
        language,
      );
      assert.equal(whole, `${street}, ${town} ${postalCode}`, language);
    }
    const ofFlat = 'Haseki Cd. No 7/24 Melikgazi, 38050 Kayseri';
    assert.equal(addressIn(`<header><p>${ofFlat}</p></header><footer><p>${ofFlat}</p></footer>`, 'tr-TR'), ofFlat);
  });

  it('begins behind the words of a legal notice', () => {
    const address = 'Avenue des Pins, 20137 Porto-Vecchio';
    const site = { home: 'https://3pins.fr', language: 'fr', hosts: ['3pins.fr'] };
    for (const lead of [
      'Le présent site est édité par 3Pins, dont le siège est situé ',
      'Este sitio es de Taller Sol, con domicilio social en ',
      'El titular es 3Pins, con CIF B29000000 y domicilio en ',
      'De winkel van 3Pins is gevestigd te ',
    ]) {
      const { pages, own } = collectEvidence([page(`<p>${lead}${address}</p>`, 'contact')], site);
      assert.equal(decide('address', pages, own).fact?.value, address, lead);
    }
  });

  it('ends before the number of the tax office, and the word that leads to it', () => {
    const address = 'Calle Larios 9, 29005 Málaga';
    for (const tail of [', CIF B29000000', ' y CIF B29000000', ' con NIF 29000000A'])
      assert.equal(addressIn(`<p>Taller Sol, con domicilio en ${address}${tail}</p>`), address, tail);
  });

  it('is no seat of another, told behind it in a legal notice', () => {
    const notice =
      'Domicilio social: Calle Larios 9, 29005 Málaga. Raiola, con domicilio en Avda. Magoi 66, 27002 Lugo';
    assert.match(addressIn(`<p>${notice}</p>`) ?? '', /Calle Larios 9, 29005 Málaga/);
  });

  it('begins behind the company’s name and a label', () => {
    for (const lead of ['Taller Sol, S.L. ', 'Taller Sol S.L.U. – ', 'Dirección ', 'Sede: ', 'Dirección del taller: '])
      assert.equal(addressIn(`<p>${lead}Calle Larios 9, 29005 Málaga</p>`), 'Calle Larios 9, 29005 Málaga', lead);
    const site = { home: 'https://tallersol.es', language: 'es', hosts: ['tallersol.es'] };
    for (const lead of ['Taller Sol, ', 'Taller Sol ', 'Taller Sol - ']) {
      const { pages, own } = collectEvidence([page(`<p>${lead}Calle Larios 9, 29005 Málaga</p>`, 'contact')], site);
      assert.equal(decide('address', pages, own).fact?.value, 'Calle Larios 9, 29005 Málaga', lead);
    }
    const within = 'Edificio Norte, Calle Larios 9, 29005 Málaga';
    assert.equal(addressIn(`<p>${within}</p>`), within);
  });
});

describe('the name of a place in a link to a map', () => {
  it('is no address beside the one in the text', () => {
    const map = '<a href="https://www.google.com/maps?q=taller-sol-del-puerto-29001">Mapa</a>';
    assert.equal(
      valueOf('address', page(`<main><p>Calle Larios 9, 29005 Málaga</p>${map}</main>`)),
      'Calle Larios 9, 29005 Málaga',
    );
  });
});

describe('a label before an address', () => {
  it('does not make the place of an event, a parcel or a customer the company’s', () => {
    for (const label of ['Event location', 'Returns address', 'Former office'])
      assert.equal(
        valueOf('address', page(`<p>${label}:</p><p>Hall 3, 40 High Street</p><p>Leeds</p>`, 'contact')),
        undefined,
        label,
      );
  });
});

describe('the parts of an address', () => {
  it('belong together on neighbouring lines and beside a sign', () => {
    for (const [html, whole] of [
      ['<p>C/ Larios, 9, local · 29005 Málaga</p>', 'C/ Larios, 9, local, 29005 Málaga'],
      ['<p>Calle Larios 9<br>Apartado 214<br>29005 Málaga</p>', 'Calle Larios 9, Apartado 214, 29005 Málaga'],
      [
        '<p>Casa Vet<br>Newport Road<br>Castlebar<br>Co. Mayo<br>F23 HX84</p>',
        'Newport Road, Castlebar, Co. Mayo, F23 HX84',
      ],
      ['<p>Kaiserstraße 61<br>60329 Frankfurt am Main</p>', 'Kaiserstraße 61, 60329 Frankfurt am Main'],
      ['<p>Tienda: Gran Vía 14, 3.º, 30001 Murcia</p>', 'Gran Vía 14, 3.º, 30001 Murcia'],
    ] as const)
      assert.equal(valueOf('address', page(html, 'contact')), whole);
  });

  it('are taken from the place that tells them all', () => {
    const half = '<footer><p>Dirección: Calle Alfonso X 12</p></footer>';
    const whole = '<p>Calle Alfonso X 12, 30008 Murcia</p>';
    assert.equal(valueOf('address', page(half), page(whole + half, 'contact')), 'Calle Alfonso X 12, 30008 Murcia');
  });

  it('are not those of two addresses', () => {
    const html = '<p>Casa, Calle Larios 9, 29005 Málaga</p><p>952 60 37 14</p><p>Gestoría Gil, 29017 Málaga</p>';
    assert.equal(valueOf('address', page(html, 'contact')), 'Casa, Calle Larios 9, 29005 Málaga');
  });

  it('are no address without the street in structured data', () => {
    const address = '{"@type":"PostalAddress","postalCode":"29005","addressLocality":"Málaga"}';
    const html = `<script type="application/ld+json">{"@type":"Plumber","address":${address}}</script>`;
    assert.equal(valueOf('address', page(html)), undefined);
  });

  it('stand between signs, with the floor between street and town', () => {
    const header = (text: string) => page(`<header><p>${text}</p></header>`);
    assert.equal(
      valueOf('address', header('C/ Duque, 17 | 2º Dcha. | 47001 Valladolid')),
      'C/ Duque, 17, 2º Dcha., 47001 Valladolid',
    );
    assert.equal(valueOf('address', header('C/ Duque, 17 | Notaría Pérez | 47001 Valladolid')), undefined);
  });

  it('have the town below, and no other line', () => {
    const footer = (html: string) => page(`<footer><h5>Visítenos</h5><p>${html}</p></footer>`);
    const street = 'Cra. 15 # 93-60, Oficina 304';
    assert.equal(valueOf('address', footer(`${street}<br>Bogotá D.C., Colombia`)), `${street}, Bogotá D.C., Colombia`);
    for (const other of ['WhatsApp', 'Pedro Gómez, Odontólogo', 'Agende su cita'])
      assert.equal(valueOf('address', footer(`${street}<br>${other}`)), street, other);
    assert.equal(
      valueOf('address', footer('Av. Guadalupe 1187,<br>Col. Chapalita, C.P. 44500<br>Zapopan, Jal.')),
      'Av. Guadalupe 1187, Col. Chapalita, C.P. 44500, Zapopan, Jal.',
    );
  });

  it('have below a labelled code only a town with its state, a large town or a country', () => {
    const below = (line: string) =>
      valueOf('address', page(`<footer><p>Av. Vallarta 1020, Col. Americana, C.P. 44160<br>${line}</p></footer>`));
    const street = 'Av. Vallarta 1020, Col. Americana, C.P. 44160';
    assert.equal(below('Atención a clientes<br>33 3615 2840'), street);
    for (const town of ['Zapopan, Jal.', 'Guadalajara', 'México']) assert.equal(below(town), `${street}, ${town}`);
  });

  it('are not joined over a telephone number', () => {
    const lines = '<footer><p>Calle Larios 9<br>952 603 714<br>29005 Málaga</p></footer>';
    assert.doesNotMatch(valueOf('address', page(lines)) ?? '', /952/);
  });

  it('are read in Japan, also in a ward of one character, and in Korea', () => {
    for (const address of [
      '〒105-0011 東京都港区芝公園4丁目2-8',
      '〒530-0001 大阪府大阪市北区梅田3丁目1-3',
      '서울특별시 강남구 테헤란로 152',
      '東京都港区芝公園4丁目2-8',
      '東京都北区王子1丁目2-3',
      '北海道札幌市中央区北1条西2丁目',
    ])
      assert.equal(valueOf('address', page(`<p>${address}</p>`, 'contact')), address);
    for (const prose of [
      '東京都の市場で2024年から営業しています。',
      '対応エリア：埼玉県の市内なら30分で訪問。',
      '大阪府の町工場として50年',
      '千葉県全市に3営業日で配送',
    ])
      assert.equal(valueOf('address', page(`<p>${prose}</p>`, 'contact')), undefined, prose);
  });
});
