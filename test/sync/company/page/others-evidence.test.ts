import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide } from '../../../../sync/company/decide.ts';
import type { ContactField } from '../../../../sync/company/evidence.ts';
import { collectEvidence } from '../../../../sync/company/page/page-evidence.ts';
import { createJudge } from '../../../../sync/company/page/others.ts';
import { parsePage, type SampledPage } from '../../../../sync/company/page/parsed-page.ts';
import { readPage } from '../../../../sync/markdown/parse/page.ts';
import { SITE, decided, page, valueOf } from './page-facts.ts';

describe('what pages tell of others', () => {
  const decideFrom = (field: ContactField, html: string) => decided(field, page(html, 'contact'));

  it('is for the owner to judge: below a title that names them, in a sentence or in a list', () => {
    for (const html of [
      '<div><h2>Nuestros proveedores</h2><h3>Maderas Gil</h3><p>C/ Larios 9, 29005 Málaga</p></div>',
      '<p><strong>Zahnärztlicher Notdienst</strong><br>Calle Larios 9<br>29005 Málaga</p>',
      '<p>You may complain to the Data Protection Commission, Calle Larios 9, 29005 Málaga.</p>',
      '<p>Trabajamos con Maderas Gil, Calle Larios 9, 29005 Málaga</p>',
      '<p>Farmacia de guardia: Calle Larios 9, 29005 Málaga</p>',
    ]) {
      const { fact, doubts } = decideFrom('address', html);
      assert.equal(fact, undefined, html);
      assert.match(doubts[0]?.why ?? '', /a third party/, html);
    }
    assert.equal(decideFrom('phone', '<p>Servicio técnico oficial Bosch: 976 30 57 14</p>').fact, undefined);
    assert.equal(decideFrom('hours', '<h2>Horario de misas</h2><p>Domingos de 10:00 a 11:00</p>').fact, undefined);
    const listed =
      '<main><p>Beijer Bygg, Calle Larios 9, 29005 Málaga, 952 60 37 14, lunes a viernes 9:00–14:00</p></main>';
    for (const field of ['phone', 'address', 'hours'] as const) assert.equal(valueOf(field, page(listed)), undefined);
  });

  it('is what a running sentence names before it, and no word for it is known', () => {
    const other = 'Los muebles los guarda Trasteros del Sur, Calle Larios 9, 29005 Málaga, 952 60 37 14, todo el año.';
    const ours = 'Llámanos o pasa por Trasteros del Sur, Calle Larios 9, 29005 Málaga, 952 60 37 14, todo el año.';
    for (const field of ['phone', 'address'] as const) {
      const { fact, doubts } = decideFrom(field, `<p>${other}</p>`);
      assert.equal(fact, undefined, field);
      assert.match(doubts[0]?.why ?? '', /a third party/, field);
    }
    assert.equal(decideFrom('phone', `<p>${ours}</p>`).fact?.value, '952 60 37 14');
    assert.equal(valueOf('phone', page('<main><p>Atención Seur: 952 60 37 14</p></main>')), undefined);
    assert.equal(valueOf('phone', page('<main><p>Teléfono: 952 60 37 14</p></main>')), '952 60 37 14');
  });

  it('is not what the company says of itself', () => {
    for (const title of [
      'Fabricantes de toldos',
      'Tu partner en reformas',
      'Distribuidor oficial de Vaillant',
      'Miembro del gremio',
    ])
      assert.equal(
        decideFrom('address', `<div><h4>${title}</h4><p>Calle Larios 9<br>29005 Málaga</p></div>`).fact?.value,
        'Calle Larios 9, 29005 Málaga',
        title,
      );
  });

  it('ends where the company tells of itself again', () => {
    const address = 'Calle Larios 9, 29005 Málaga';
    for (const html of [
      `<div><h2>Nuestros proveedores</h2><p>Maderas Gil</p><h3>Dirección</h3><p>${address}</p></div>`,
      `<div><div><h4>Partners</h4><p>Bosch</p></div><div><p>${address}</p></div></div>`,
      `<ul><li><a href="/partners/">Partners</a></li></ul><p>${address}</p>`,
      `<p>Trabajamos con Maderas Gil. Visítanos: ${address}</p>`,
      `<div><h1>Partner werden</h1><h2>Kontakt</h2><p>${address}</p></div>`,
      '<p>Calle del Tribunal 9, 29005 Málaga</p>',
    ])
      assert.match(decideFrom('address', html).fact?.value ?? '', /29005 Málaga$/, html);
  });

  it('is not another’s where the site’s own name has the word', () => {
    const site = { home: 'https://farmaciasol.es', language: 'es', hosts: ['farmaciasol.es'] };
    const html = '<html><body><h3>Farmacia Gil</h3><p>952 60 37 14</p></body></html>';
    const { pages, own } = collectEvidence(
      [{ url: 'https://farmaciasol.es/contacto/', role: 'contact', page: readPage(html) }],
      site,
    );
    assert.equal(decide('phone', pages, own).fact?.value, '952 60 37 14');
    assert.equal(decideFrom('phone', '<h3>Farmacia Gil</h3><p>952 60 37 14</p>').fact, undefined);
  });

  it('is no contact behind the link to a page about partners, and no mailbox of the site', () => {
    const partner = '<a href="/partner/">Partner</a>';
    const footer = `<footer><p>${partner} Impressum Tel. 952 60 37 14</p></footer>`;
    assert.equal(valueOf('phone', page(footer)), '952 60 37 14');
    const mailbox = '<footer><p>Partner <a href="mailto:info@casa.es">E-Mail</a></p></footer>';
    const partnerOf = (host: string) =>
      collectEvidence([page(mailbox.replace('casa.es', host))], { ...SITE, hosts: ['casatoldos.es'] }).pages[0]
        ?.evidence[0]?.others;
    assert.equal(partnerOf('casatoldos.es'), undefined);
    assert.equal(partnerOf('bosch.es'), true);
  });

  it('is no name of which the titles of the site have most words', () => {
    const html = '<title>Trasteros Larios</title><p>Le guarda todo Trasteros Larios, 952 60 37 14</p>';
    assert.equal(decideFrom('phone', html).fact?.value, '952 60 37 14');
    assert.equal(
      decideFrom('phone', html.replace('Larios<', 'Gil<').replace('Trasteros ', 'Muebles ')).fact,
      undefined,
    );
  });

  it('is not what stands below the kind of company that this one is', () => {
    const address = 'Calle Larios 9, 29005 Málaga';
    const contacts = `<p>${address}</p><p>952 60 37 14</p><p>lunes a viernes 9:00–14:00</p>`;
    for (const title of [
      'Restaurant',
      'Restaurante',
      'UK window manufacturer since 1980',
      'Somos fabricantes',
      'We are a UK manufacturer',
      'Fabricant depuis 1980',
      'Nous sommes fabricant',
      'Wedding venue in Kent',
      'Ihr Fenster-Hersteller',
      'Wir sind Hersteller',
      'Pub opening hours',
    ]) {
      const html = `<main><h2>${title}</h2>${contacts}</main>`;
      assert.equal(decideFrom('address', html).fact?.value, address, title);
      assert.equal(decideFrom('phone', html).fact?.value, '952 60 37 14', title);
      assert.equal(decideFrom('hours', html).fact?.value, 'lunes a viernes 9:00–14:00', title);
    }
    const pub = '<main><p>Pub opening hours: lunes a viernes 9:00–14:00</p></main>';
    assert.match(decideFrom('hours', pub).fact?.value ?? '', /9:00–14:00/);
  });

  it('is what stands below an invitation to a fair', () => {
    const titles = [
      'See us at the Home &amp; Garden Show',
      'Visítanos en la feria del mueble',
      'Retrouvez-nous au salon de l’habitat',
      'Besuchen Sie uns auf der Handwerksmesse',
    ];
    for (const title of titles) {
      const html = `<main><h4>${title}</h4><p>Calle Larios 9, 29005 Málaga</p></main>`;
      assert.equal(decideFrom('address', html).fact, undefined, title);
    }
  });

  it('is what stands below such a kind that is named', () => {
    const address = '<p>Calle Larios 9, 29005 Málaga</p>';
    for (const title of ['Restaurante El Rincón', 'Museo del Vino'])
      assert.equal(decideFrom('address', `<main><h2>${title}</h2>${address}</main>`).fact, undefined, title);
    assert.equal(decideFrom('phone', '<main><p>Taxi: 952 60 37 14</p></main>').fact, undefined);
  });

  it('is no street or house that is called after what is near', () => {
    for (const [language, address] of [
      ['nl-NL', 'Stationsplein 6, 3511 ED Utrecht'],
      ['nl-NL', 'Stationsweg 6, 3511 ED Utrecht'],
      ['nl-BE', 'Stationsstraat 6, 9000 Gent'],
      ['da-DK', 'Stationsvej 6, 8000 Aarhus'],
      ['sv-SE', 'Stationsgatan 6, 753 40 Uppsala'],
      ['sv-SE', 'Marknadsgatan 6, 753 40 Uppsala'],
      ['sv-SE', 'Apotekargatan 6, 753 40 Uppsala'],
      ['de-DE', 'Bahnhofsplatz 3, 28195 Bremen'],
      ['de-DE', 'Bahnhof-Straße 3, 28195 Bremen'],
      ['de-AT', 'Museumsplatz 3, 1070 Wien'],
      ['de-DE', 'Apothekenstraße 3, 28195 Bremen'],
      ['en-GB', 'Station Road, Kendal LA9 6BT'],
      ['en-GB', 'Station House, High Street, Kendal LA9 6BT'],
      ['fr-FR', '12 Champ de Foire, 35000 Rennes'],
    ] as const) {
      const site = { ...SITE, language };
      const html = `<main><p>${address}. Tel 01539 720123</p><p>${address}</p></main>`;
      const { pages } = collectEvidence([page(html, 'contact')], site);
      const others = pages.flatMap(({ evidence }) => evidence.filter((one) => one.others));
      assert.deepEqual(others, [], address);
      const { pages: alone, own } = collectEvidence([page(`<main><p>${address}</p></main>`, 'contact')], site);
      assert.equal(decide('address', alone, own).fact?.value, address);
    }
    const { pages, own } = collectEvidence(
      [page('<main><p>Station Road, Kendal LA9 6BT. Tel 01539 720123</p></main>', 'contact')],
      { ...SITE, language: 'en-GB' },
    );
    assert.equal(decide('phone', pages, own).fact?.value, '01539 720123');
  });

  it('is no hours with a label, or with another activity than that of their clause', () => {
    for (const [html, hours] of [
      ['<p>Horario: lunes a viernes 9:00-14:00, entrega en tienda</p>', /lunes a viernes 9:00/],
      ['<h2>Breakfast club and sessions</h2><p>Opening hours: Mon-Fri 7:30-18:00</p>', /Mon-Fri 7:30/],
      ['<h2>Breakfast club and sessions</h2><p>Opening hours:</p><p>Mon-Fri 7:30-18:00</p>', /Mon-Fri 7:30/],
      ['<p>Mon-Fri 8:00-17:00, deliveries by van</p>', /Mon-Fri 8:00/],
    ] as const) {
      const language = html.includes('Horario') ? 'es' : 'en-GB';
      const { pages, own } = collectEvidence([page(html, 'contact')], { ...SITE, language });
      assert.match(decide('hours', pages, own).fact?.value ?? '', hours, html);
    }
    for (const html of [
      '<p>Horario de misas: domingos de 10:00 a 11:00</p>',
      '<p>Clases: lunes a viernes 9:00-14:00</p>',
      '<h2>Clases</h2><p>Horario de clases</p><p>Lunes a viernes 9:00-14:00</p>',
    ])
      assert.equal(decideFrom('hours', html).fact, undefined, html);
  });

  it('ends at a comma behind a body that regulates the company, or where it tells how to call', () => {
    for (const html of [
      '<p>Regulated by the SRA, call 01622 720123</p>',
      '<p>Regulated by the SRA, 01622 720123</p>',
      '<p>Regulated by the SRA – tel 01622 720123</p>',
      '<p>Miembro de la Asociación de Talleres. Llame al 01622 720123</p>',
    ]) {
      const { pages, own } = collectEvidence([page(html, 'contact')], { ...SITE, language: 'en-GB' });
      assert.equal(decide('phone', pages, own).fact?.value, '01622 720123', html);
    }
    assert.equal(decideFrom('phone', '<p>Regulated by the Town Guild 952 60 37 14</p>').fact, undefined);
  });

  it('is read once in a line, whatever the number of its links', () => {
    const links = Array.from(
      { length: 1000 },
      (_, at) => `<a href="/p${at}/">page ${at}</a><a href="tel:+3495260${String(at).padStart(4, '0')}">call</a>`,
    );
    const [line] = parsePage(page(`<p>${links.join(' ')}</p>`)).lines;
    assert.ok(line && line.links.length <= 300);
    let reads = 0;
    const counted = {
      ...line,
      get links() {
        reads++;
        return line.links;
      },
    };
    const isThirdParty = createJudge({ lines: [counted], role: 'front' }, { names: [], self: '' });
    for (const { label } of line.links) isThirdParty(counted, { field: 'phone', key: label }, label);
    assert.ok(reads < 10, String(reads));
  });

  it('is each telephone of equal branches', () => {
    const branch = (street: string, phone: string) =>
      `<div><p>${street}</p><p><a href="tel:${phone}">${phone}</a></p></div>`;
    const branches =
      branch('Calle Larios 9, 29005 Málaga', '952603714') + branch('Avenida Elcano 140, 29017 Málaga', '952298806');
    const { fact, doubts } = decideFrom('phone', branches);
    assert.equal(fact, undefined);
    assert.deepEqual(doubts.map(({ value }) => value).toSorted(), ['952298806', '952603714']);
    assert.equal(valueOf('phone', page(`<header>952 60 37 14</header>${branches}`)), '952 60 37 14');
  });

  it('are the branches beside a head office', () => {
    const office = (title: string, street: string, phone: string) =>
      `<div>${title}<p>Taller Sol, S.L.</p><p>${street}</p><p>${phone}</p></div>`;
    const branch = (title: string) => office(title, 'Avenida Elcano 140, 29017 Málaga', '952 29 88 06');
    for (const [head, other] of [
      ['<h3>Sede central</h3>', '<h3>Delegaciones</h3>'],
      ['<p><b>Head Office:</b></p>', '<p><b>Branch</b></p>'],
      ['<h4>Hauptsitz</h4>', '<h4>Filialen</h4>'],
    ] as const) {
      const offices = branch(other) + office(head, 'Calle Larios 9, 29005 Málaga', '952 60 37 14');
      assert.equal(decideFrom('address', offices).fact?.value, 'Calle Larios 9, 29005 Málaga', head);
      assert.equal(decideFrom('phone', offices).fact?.value, '952 60 37 14', head);
    }
    assert.equal(
      decideFrom('address', branch('<h3>Delegaciones</h3>')).fact?.value,
      'Avenida Elcano 140, 29017 Málaga',
    );
  });

  it('does not prefer a registered seat, or a head office outside contacts', () => {
    const seat = (title: string) =>
      decideFrom(
        'phone',
        `<div><h3>Delegaciones</h3><p>952 29 88 06</p></div><div><h3>${title}</h3><p>952 60 37 14</p></div>`,
      ).fact?.value;
    assert.equal(seat('Sede central'), '952 60 37 14');
    for (const title of ['Registered office', 'Sede social', 'Siège social', 'Sede legale'])
      assert.equal(seat(title), '952 29 88 06', title);
    const footer = '<footer>Tel. 952 29 88 06</footer>';
    const supplier =
      '<h2>Máquinas</h2><h3>Alfa</h3><p>Sede central</p><p>Tel. <a href="tel:952603714">952 60 37 14</a></p>';
    assert.equal(valueOf('phone', page(footer), page(supplier + footer, 'about')), '952 29 88 06');
  });

  it('is not what words for a head office say of somebody else', () => {
    const own = '<h3>Contacto</h3><p>Calle Ancha 3, 11001 Cádiz</p><p>956 21 13 46</p>';
    for (const title of [
      'Sede principale del cliente',
      'Matriz de riesgos',
      'Zentrale Vergabestelle der Stadt',
      'Head office of our client',
    ]) {
      const other = `<h3>${title}</h3><p>Calle Larga 9, 11403 Jerez</p><p>956 33 21 80</p>`;
      assert.notEqual(decideFrom('address', other + own).fact?.value, 'Calle Larga 9, 11403 Jerez', title);
      assert.notEqual(decideFrom('phone', own + other).fact?.value, '956 33 21 80', title);
    }
    const tender = '<p>956 21 13 46</p><p>Zentrale Vergabestelle der Stadt: Tel. 956 33 21 80</p>';
    assert.notEqual(decideFrom('phone', tender).fact?.value, '956 33 21 80');
  });

  it('is not where the site is hosted', () => {
    const legal = `<h3>Éditeur</h3><p>71 avenue des Pins, 32400 Riscle</p>
      <h3>Hébergeur</h3><p>Nuages SARL<br>12 rue des Serveurs<br>59100 Roubaix</p>`;
    assert.equal(decideFrom('address', legal).fact?.value, '71 avenue des Pins, 32400 Riscle');
  });

  it('is not where it is hosted by the title of a legal notice, or by its sentence, which elsewhere is about guests', () => {
    const place = '<p>Nubes, S.L.<br>Calle Larga 9<br>11403 Jerez</p>';
    const judged = (html: string, role: SampledPage['role']) => {
      const [read] = collectEvidence([page(html, role)], SITE).pages;
      return read?.evidence.filter(({ field }) => field === 'address').map(({ others }) => others ?? false);
    };
    assert.deepEqual(judged(`<h2>3. Alojamiento</h2>${place}`, 'legal'), [true]);
    assert.deepEqual(judged(`<h2>Alojamiento</h2>${place}`, 'contact'), [false]);
    for (const sentence of [
      'Este sitio web está alojado en Nubes',
      'Ce site est hébergé par Nubes (service Pages)',
      'This website is hosted by Nubes',
      'Il sito è ospitato da Nubes',
      'Este site está alojado em Nubes',
    ])
      assert.deepEqual(judged(`<p>${sentence}<br>Calle Larga 9, 11403 Jerez</p>`, 'legal'), [true], sentence);
  });

  it('are no numbers of help lines, nor places of fairs', () => {
    const help =
      '<footer><h3>Worried about a child?</h3><p>Childline: 0800 1111. Norfolk CADS: 0344 800 8020.</p></footer>';
    const { pages, own } = collectEvidence([page(help)], { ...SITE, language: 'en-GB' });
    assert.equal(decide('phone', pages, own).fact, undefined);
    const fairs = '<h2>Próximas ferias</h2><ul><li>Salón Gourmets, Av. del Partenón, 5, 28042 Madrid</li></ul>';
    assert.equal(valueOf('address', page(`<main>${fairs}</main>`)), undefined);
  });
});
