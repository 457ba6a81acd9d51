import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide } from '../../../../sync/company/decide.ts';
import type { ContactField } from '../../../../sync/company/evidence.ts';
import { collectEvidence } from '../../../../sync/company/page/page-evidence.ts';
import { judgeOthers } from '../../../../sync/company/page/others.ts';
import { parsePage, type SampledPage } from '../../../../sync/company/page/parsed-page.ts';

const SITE = { home: 'https://casa.es', language: 'es', hosts: ['casa.es'] };

const page = (html: string, role: SampledPage['role'] = 'front'): SampledPage => ({
  url: role === 'front' ? 'https://casa.es/' : `https://casa.es/${role}/`,
  role,
  html: `<html lang="es"><body>${html}</body></html>`,
});

function decided(field: ContactField, ...pages: readonly SampledPage[]) {
  const { pages: told, own } = collectEvidence(pages, SITE);
  return decide(field, told, own);
}

const valueOf = (field: ContactField, ...pages: readonly SampledPage[]) => decided(field, ...pages).fact?.value;

describe('what pages tell of a telephone', () => {
  it('is written as visitors see it, with the places where it was found', () => {
    const { fact } = decided('phone', page('<header><a href="tel:+34915748236">91 574 82 36</a></header>'));
    assert.deepEqual(fact, { value: '91 574 82 36', source: 'link in the header of /; text in the header of /' });
  });

  it('is no post code, which could be a number in Germany', () => {
    const site = { home: 'https://lehm.de', language: 'de', hosts: ['lehm.de'] };
    const found = (html: string) => {
      const { pages, own } = collectEvidence([page(`<footer>${html}</footer>`)], site);
      return decide('phone', pages, own).fact?.value;
    };
    assert.equal(found('<p>Eva Richter, Wilhelmsgrille 18, 16866 Kyritz</p>'), undefined);
    assert.equal(
      found('<p>Eva Richter, Wilhelmsgrille 18, 16866 Kyritz</p><p>Mobil: 0151/15454700</p>'),
      '0151/15454700',
    );
  });

  it('is that of a guest house, whose service is called as that of a web host is', () => {
    const phoneBelow = (title: string) =>
      valueOf('phone', page(`<h2>${title}</h2><p><a href="tel:+34915748236">91 574 82 36</a></p>`, 'contact'));
    assert.equal(phoneBelow('Serviço de hospedagem'), '91 574 82 36');
    assert.equal(phoneBelow('Serviço de hospedagem do site'), undefined);
  });

  it('is the first of several that have as much for them', () => {
    const numbers = ['030 8446452', '030 84464527', '030 8446459'];
    const links = numbers.map((number) => `<p><a href="tel:${number}">${number}</a></p>`).join('');
    const site = { home: 'https://casa.de', language: 'de', hosts: ['casa.de'] };
    const { pages, own } = collectEvidence([page(`<footer>${links}</footer>`)], site);
    assert.equal(decide('phone', pages, own).fact?.value, '030 8446452');
    assert.equal(
      valueOf('phone', page('<p>Phone Number: 952 60 37 14</p><p>622 41 83 90</p>', 'contact')),
      '952 60 37 14',
    );
  });

  it('is left out, and told as a doubt, when one text alone says it', () => {
    const { fact, doubts } = decided('phone', page('<p>985 21 73 46</p><p>942 03 61 78</p>'));
    assert.equal(fact, undefined);
    assert.deepEqual(doubts.map(({ value }) => value).toSorted(), ['942 03 61 78', '985 21 73 46']);
  });

  it('is the number of the header, not one of a directory', () => {
    const members = ['914311122', '914322233', '914333344', '915344455', '913655566'].map(
      (number) => `<p><a href="tel:${number}">${number}</a></p>`,
    );
    assert.equal(
      valueOf('phone', page(`<header>910 82 55 40</header><main>${members.join('')}</main>`)),
      '910 82 55 40',
    );
    assert.equal(valueOf('phone', page(`<main>${members.join('')}</main>`)), undefined);
  });

  it('is not what testimonials, cards of posts or hidden elements say', () => {
    for (const html of [
      '<div class="testimonial"><a href="tel:915748236">915 748 236</a></div>',
      '<article class="post type-post"><a href="tel:915748236">915 748 236</a></article>',
      '<p style="display:none">915 748 236</p>',
      '<p hidden>915 748 236</p>',
      '<style>.old { display: none }</style><p class="old">915 748 236</p>',
      '<!-- <a href="tel:915748236">915 748 236</a> -->',
    ]) {
      assert.deepEqual(decided('phone', page(html, 'contact')), { fact: undefined, doubts: [] }, html);
    }
  });

  it('is not where a link of the theme leads under another number', () => {
    assert.equal(
      valueOf('phone', page('<footer><a href="tel:+13463062233">91 574 82 36</a></footer>')),
      '91 574 82 36',
    );
  });
});

describe('several numbers in one line', () => {
  it('are of one company, which is called at the first', () => {
    assert.equal(valueOf('phone', page('<p>952 60 37 14; 622 41 83 90; 622 41 83 91</p>')), '952 60 37 14');
    assert.equal(valueOf('phone', page('<p>952 60 37 14</p><p>622 41 83 90</p>')), undefined);
  });

  it('are no telephones where a word before or above them says fax', () => {
    const fax = '<a href="tel:952298806">952 29 88 06</a>';
    for (const html of [
      `<p>Fax: ${fax}</p>`,
      `<h3>Fax number:</h3><p>${fax}</p>`,
      `<a href="tel:952298806">Fax: 952 29 88 06</a>`,
    ])
      assert.equal(valueOf('phone', page(`<p>952 60 37 14</p>${html}`, 'contact')), '952 60 37 14', html);
    assert.equal(valueOf('phone', page(`<p>Tel. y fax: ${fax}</p>`, 'contact')), '952 29 88 06');
  });

  it('are apart where each is a link', () => {
    const links = '<a href="/a/">Tel: 952 60 37 14</a><a href="/b/">Móvil: 622 41 83 90</a>';
    assert.equal(valueOf('phone', page(`<p>${links}</p>`, 'contact')), '952 60 37 14');
  });

  it('are no chat for being a link without a scheme', () => {
    assert.equal(valueOf('whatsapp', page('<p><a href="622418390">622 41 83 90</a></p>', 'contact')), undefined);
  });
});

describe('a number of another country than the site', () => {
  const numbers = (home: string) => {
    const html = '<footer><p>+44 1622 720123, +44 1622 720123</p><p>952 60 37 14</p></footer>';
    const site = { home, language: 'es', hosts: [new URL(home).host] };
    const { pages, own } = collectEvidence([page(html), page('<footer>+44 1622 720123</footer>', 'contact')], site);
    return decide('phone', pages, own);
  };

  it('is in doubt where one of its country is told', () => {
    const { fact, doubts } = numbers('https://casa.es');
    assert.equal(fact, undefined);
    assert.deepEqual(
      doubts.map(({ value }) => value),
      ['+44 1622 720123', '952 60 37 14'],
    );
    assert.match(doubts[0]?.why ?? '', /of another country than the site/);
    assert.equal(numbers('https://casa.com').fact?.value, '+44 1622 720123');
  });

  it('is in doubt in the header too, and so is an address', () => {
    const theme = page('<header>+1 416 777 2111</header><footer>60 Harbour St, Toronto, ON M5J 1B7, Canada</footer>');
    const own = page('<footer><p>952 60 37 14</p><p>Calle Larios 9, 29005 Málaga</p></footer>', 'contact');
    for (const field of ['phone', 'address'] as const) {
      assert.equal(valueOf(field, theme, own), undefined);
      assert.ok(valueOf(field, theme));
    }
  });
});

describe('what pages tell of an e-mail address', () => {
  it('is not that of the agency in the credit, of an authority or for privacy alone', () => {
    for (const html of [
      '<footer><p>Diseño web por <a href="mailto:hola@agencia.es">Agencia</a></p></footer>',
      '<footer><p>Web design by</p><p><a href="mailto:hola@agencia.es">Agencia</a></p></footer>',
      '<p>internacional@aepd.es</p>',
      '<p>rgpd@casa.es</p>',
    ]) {
      assert.equal(valueOf('email', page(html, 'contact')), undefined, html);
    }
  });

  it('is the office’s rather than that of one of its people, or of a clause about personal data', () => {
    const people = ['ana', 'eva', 'luz'].map((name) => `<p><a href="mailto:${name}@casa.es">${name}@casa.es</a></p>`);
    const office = '<p><a href="mailto:kontakti@casa.es">kontakti@casa.es</a></p>';
    assert.equal(valueOf('email', page(office + people.join(''), 'contact')), 'kontakti@casa.es');
    const clause = `Sus datos personales serán tratados con el fin de responder a su consulta; puede ejercer los derechos de acceso,
      rectificación y supresión que le asisten escribiendo a pepe@casa.es`;
    assert.equal(valueOf('email', page(`<p>luis@casa.es</p><p>${clause}</p>`, 'contact')), 'luis@casa.es');
  });

  it('is that of a legal notice alone, and not its host’s', () => {
    const own = '<h2>Impressum</h2><p>Tischlerei Sol<br>E-Mail: soltisch@gmail.com</p>';
    const host = '<h2>Hosting</h2><p>Wolken AG<br>kontakt@wolken.ch</p>';
    assert.equal(valueOf('email', page(own + host, 'legal')), 'soltisch@gmail.com');
    assert.equal(valueOf('email', page(own + host, 'about')), undefined);
    assert.equal(valueOf('email', page(host, 'legal')), undefined);
    for (const [of, address] of [
      ['<h2>Webdesign</h2><p>Nordwerk GmbH', 'studio@nordwerk.de'],
      ['<p>Unser Datenschutzbeauftragter ist Dr. Max Beer', 'dsb@beerberatung.de'],
      ['<p>Bildnachweis: Fotos von Meier', 'foto@meierbild.de'],
      ['<p>Our Data Protection Officer is Oak Centre Ltd', 'advice@oakcentre.com'],
      ['<p>Nordwerk', 'info@nordwerk.de'],
    ]) {
      const others = `${of}, <a href="mailto:${address}">${address}</a></p>`;
      assert.equal(valueOf('email', page(others, 'legal')), undefined, address);
    }
  });

  it('is whole where its line is broken, and without the word that is one with it', () => {
    const broken = '<p><a href="mailto:talleresdelsur@gmail.com">talleresd<br>elsur@gmail.com</a></p>';
    assert.equal(valueOf('email', page(broken, 'contact')), 'talleresdelsur@gmail.com');
    const glued = '<p>Emailinfo@casa.es</p><p><a href="mailto:info@casa.es">info@casa.es</a></p>';
    assert.equal(valueOf('email', page(glued, 'contact')), 'info@casa.es');
    const two = '<p>Escríbanos a ventas@casa.es</p><p><a href="mailto:postventas@casa.es">Postventa</a></p>';
    assert.equal(valueOf('email', page(two, 'contact')), 'ventas@casa.es');
    assert.equal(valueOf('email', page('<a href="mailto:max@muster.de">max@muster.de</a>', 'contact')), undefined);
  });

  it('is read through what hides it from robots, when that is certain', () => {
    for (const html of [
      '<a class="__cf_email__" data-cfemail="2f4740434e6f4c4e5c4e014a5c">[email&#160;protected]</a>',
      '<p>&#104;&#111;&#x6c;&#97;&#64;casa.es</p>',
      '<p>hola [at] casa.es</p>',
      '<p>hola(arroba)casa(punto)es</p>',
    ]) {
      assert.equal(valueOf('email', page(html, 'contact')), 'hola@casa.es', html);
    }
    assert.equal(valueOf('email', page('<p>meet us at casa.es</p>', 'contact')), undefined);
  });

  it('is read at a domain with letters of any alphabet, and at its ASCII form', () => {
    const at = (host: string, html: string) => {
      const site = { home: `https://${host}`, language: 'de', hosts: [host] };
      const { pages, own } = collectEvidence([page(html, 'contact')], site);
      return decide('email', pages, own).fact?.value;
    };
    assert.equal(at('xn--mller-kva.de', '<p>Info@müller.de</p>'), 'info@müller.de');
    assert.equal(at('xn--mller-kva.de', '<a href="mailto:info@m%C3%BCller.de">Mail</a>'), 'info@müller.de');
    assert.equal(at('xn--mller-kva.de', '<p>info@xn--mller-kva.de</p>'), 'info@xn--mller-kva.de');
    assert.equal(at('xn--80aswg.xn--p1ai', '<p>info@сайт.рф</p>'), 'info@сайт.рф');
    assert.equal(at('casa.jp', '<p>info@casa.jpまで</p>'), 'info@casa.jp');
  });
});

describe('what pages tell of WhatsApp', () => {
  it('is in the settings of chat buttons, which have no link', () => {
    const settings = JSON.stringify({ telephone: '34622418390', message_send: 'Hola' }).replaceAll('"', '&quot;');
    assert.equal(
      valueOf('whatsapp', page(`<div class="joinchat" hidden data-settings="${settings}"></div>`)),
      'https://wa.me/34622418390',
    );
    const script =
      'var chaty_settings = {"chaty_widgets":[{"channels":[{"channel":"Whatsapp","value":"34622418390"}]}]};';
    assert.equal(valueOf('whatsapp', page(`<script>${script}</script>`)), 'https://wa.me/34622418390');
  });

  it('gets the country code that the link lacks, and is nothing for the number that a plugin ships', () => {
    assert.equal(valueOf('whatsapp', page('<a href="https://wa.me/622418390">Chat</a>')), 'https://wa.me/34622418390');
    assert.equal(valueOf('whatsapp', page('<a href="https://wa.me/+000000000">Chat</a>')), undefined);
    assert.equal(
      valueOf(
        'whatsapp',
        page('<div class="qlwapp" data-contacts="[{&quot;phone&quot;:&quot;59895761512&quot;}]"></div>'),
      ),
      undefined,
    );
  });
});

describe('a sign of WhatsApp', () => {
  const told = (html: string) => valueOf('whatsapp', page(html, 'contact'));

  it('says that the number behind it has a chat', () => {
    for (const html of [
      '<p><i class="fab fa-whatsapp"></i> 622 41 83 90</p>',
      '<p><img alt="WhatsApp" src="/icon.png"> 622 41 83 90</p>',
      '<p><a href="tel:622418390"><svg class="e-fab-whatsapp"></svg>622 41 83 90</a></p>',
      '<p>Inicio</p><div><div><span class="icon-whatsapp"></span></div><div><p>622 41 83 90</p></div></div>',
      '<p>Inicio</p><ul><li><i class="fa fa-whatsapp"></i><div>622 41 83 90</div></li></ul>',
    ])
      assert.equal(told(html), 'https://wa.me/34622418390', html);
  });

  it('says nothing of a number before it, of one in another block, and as a button or the name of a picture', () => {
    for (const html of [
      '<p>622 41 83 90 <i class="fa fa-whatsapp"></i></p>',
      '<p>Inicio</p><p><i class="fa fa-whatsapp"></i></p><p>622 41 83 90</p>',
      '<div><div><a href="#"><i class="fa fa-whatsapp"></i></a></div><p>622 41 83 90</p></div>',
      '<p><img alt="" src="/WhatsApp-Image-2024-03-15.jpeg"> 622 41 83 90</p>',
    ])
      assert.equal(told(html), undefined, html);
  });
});

describe('what pages tell of hours', () => {
  const weekLong = '<script type="application/ld+json">{"@type":"Plumber","openingHours":"Mo-Su 09:00-17:00"}</script>';

  it('is the sentence of the site', () => {
    assert.equal(
      valueOf('hours', page('<p>Horario: lunes a viernes  de 9 a 14 h</p>', 'contact')),
      'lunes a viernes de 9 a 14 h',
    );
    const table =
      '<table><tr><td>Lunes a viernes</td><td>9:00 - 14:00</td></tr><tr><td>Sábado</td><td>Cerrado</td></tr></table>';
    assert.equal(valueOf('hours', page(table, 'contact')), 'Lunes a viernes 9:00 - 14:00; Sábado Cerrado');
    const rows = '<div><p>Di – Fr</p><p>9 – 18 Uhr</p></div><div><p>Sonntag</p><p>Ruhetag</p></div>';
    assert.equal(valueOf('hours', page(rows, 'contact')), 'Di – Fr 9 – 18 Uhr; Sonntag Ruhetag');
  });

  it('has the row of each day as a whole, and no day of which nothing is told', () => {
    const week = (last: string) => `<table><tr><td>Martes</td><td>9:00 – 17:00</td></tr>${last}</table>`;
    for (const [last, told] of [
      ['<tr><td>Domingo</td><td>con cita previa</td></tr>', 'Martes 9:00 – 17:00; Domingo con cita previa'],
      ['<tr><td>Domingos</td><td>Cerrados</td></tr>', 'Martes 9:00 – 17:00; Domingos Cerrados'],
      ['<tr><td>Domingo</td><td></td></tr>', 'Martes 9:00 – 17:00'],
    ] as const)
      assert.equal(valueOf('hours', page(week(last), 'contact')), told);
  });

  it('is no quantity in a sentence, where a short word looks like a day', () => {
    const sentence = 'Với yến sào thô, đây là khối lượng thực tế khi thu hoạch về, do đó mỗi hộp sẽ gồm 12-16 tổ.';
    assert.equal(valueOf('hours', page(`<p>${sentence}</p>`, 'contact')), undefined);
    assert.equal(valueOf('hours', page('<p>Los lunes, taller de 8 a 12 personas</p>', 'contact')), undefined);
  });

  it('has the times of opening and closing from cells of their own, and is not what is closed alone', () => {
    const row = (...cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
    const table = row('Lunes', '9:00', '17:00') + row('Martes', '9:00', '–', '17:00') + row('Domingo', 'cerrado');
    assert.equal(
      valueOf('hours', page(`<table>${table}</table>`, 'contact')),
      'Lunes 9:00 – 17:00; Martes 9:00 – 17:00; Domingo cerrado',
    );
    assert.equal(valueOf('hours', page('<h4>Horario</h4><p>Domingo cerrado</p>', 'contact')), undefined);
  });

  it('is not the sentences and the telephone beside it', () => {
    for (const [line, told] of [
      [
        'Llámanos cuando quieras. Abrimos de lunes a viernes de 9:00 a 17:00. Te esperamos.',
        'Abrimos de lunes a viernes de 9:00 a 17:00.',
      ],
      [
        'Abierto de martes a viernes 7:45–17. Urgencias al número 952 60 37 14.',
        'Abierto de martes a viernes 7:45–17.',
      ],
      ['PBX 605 3100650 lunes a viernes 8:00 - 17:00', 'lunes a viernes 8:00 - 17:00'],
      [
        'Lunes a viernes de 9:00 a 18:00 hrs. Sábados de 9:00 a 14:00 hrs.',
        'Lunes a viernes de 9:00 a 18:00 hrs. Sábados de 9:00 a 14:00 hrs.',
      ],
    ] as const)
      assert.equal(valueOf('hours', page(`<p>${line}</p>`, 'contact')), told);
  });

  it('is not what a slogan on the front page says', () => {
    for (const slogan of [
      'Ready when you are, 24/7',
      'Ven el sábado de 10:00 a 12:00 con toda la familia y descubre nuestro huerto',
    ])
      assert.equal(valueOf('hours', page(`<main><p>${slogan}</p></main>`)), undefined, slogan);
    assert.equal(
      valueOf('hours', page('<main><p>Abierto 24 horas todos los días</p></main>')),
      'Abierto 24 horas todos los días',
    );
  });

  it('is told in other words and signs', () => {
    assert.equal(valueOf('hours', page('<h3>Business hours</h3><p>24×7</p>', 'contact')), '24×7');
    assert.equal(valueOf('hours', page('<h6>Время работы</h6><p>08:00 - 17:00</p>', 'contact')), '08:00 - 17:00');
  });

  it('is not what an SEO plugin prints by default, nor the date of an event', () => {
    assert.equal(valueOf('hours', page(weekLong)), undefined);
    assert.equal(valueOf('hours', page(`${weekLong}<footer>L-V de 8 a 15 h</footer>`)), 'L-V de 8 a 15 h');
    assert.equal(valueOf('hours', page('<p>Sábado 12 de mayo, 20:00 - 22:00</p>', 'contact')), undefined);
  });

  it('are believed on the page about them, which is no more for other contacts than any page', () => {
    const hours = page('<table><tr><td>lunes</td><td>9:00–14:00</td></tr></table><p>985 21 73 46</p>', 'hours');
    assert.equal(valueOf('hours', hours), 'lunes 9:00–14:00');
    assert.equal(valueOf('phone', hours), undefined);
  });

  it('keep a row whose times are written in some unknown way, and lose a day of which nothing is told', () => {
    const rows = (...texts: readonly string[]) =>
      page(`<footer><h4>Horario</h4><ul>${texts.map((text) => `<li>${text}</li>`).join('')}</ul></footer>`);
    assert.equal(
      valueOf('hours', rows('lunes: cerrado', 'martes: 9–14', 'sáb: 9u30–17u')),
      'lunes: cerrado; martes: 9–14; sáb: 9u30–17u',
    );
    assert.equal(valueOf('hours', rows('lunes: 9:00–14:00', 'sábado: 10´30')), 'lunes: 9:00–14:00; sábado: 10´30');
    assert.equal(valueOf('hours', rows('lunes: 9:00–14:00', 'sábado')), 'lunes: 9:00–14:00');
  });

  it('have the days of which something else than times is told', () => {
    const list = (last: string) =>
      page(`<footer><p>Horario</p><p>martes a sábado 12:00–14:30<br>${last}</p><p>lunes de mercado</p></footer>`);
    assert.equal(
      valueOf('hours', list('domingo solo a mediodía<br>lunes cerrado')),
      'martes a sábado 12:00–14:30; domingo solo a mediodía; lunes cerrado',
    );
    assert.equal(
      valueOf('hours', page('<ul><li>martes 12:00–14:30</li><li>domingo solo a mediodía</li></ul>', 'contact')),
      'martes 12:00–14:30; domingo solo a mediodía',
    );
    assert.equal(
      valueOf(
        'hours',
        page(
          '<footer><h4>Horario</h4><p>lunes: con cita</p><p>martes: 9–14 h</p><p>sábado: hasta las 13 h</p></footer>',
        ),
      ),
      'lunes: con cita; martes: 9–14 h; sábado: hasta las 13 h',
    );
    assert.equal(
      valueOf(
        'hours',
        page('<ul><li>lunes: 9–14 h</li><li>sáb: de 9</li><li>domingo: solo con cita</li></ul>', 'contact'),
      ),
      'lunes: 9–14 h; sáb: de 9; domingo: solo con cita',
    );
    for (const other of [
      'Friday Street, Henley',
      'Mar Menor, Murcia',
      'viernes 24 de mayo, feria',
      'sábado: clases de yoga',
      'viernes: mercadillo de Ávila',
      'Reserve mesa',
    ])
      assert.equal(valueOf('hours', list(other)), 'martes a sábado 12:00–14:30', other);
  });

  it('are those of its own shop among those of others', () => {
    const market = '<h2>Próximas ferias</h2><p>Plaza Mayor: sábados de 8:00 a 13:00</p>';
    const own = 'Nuestra tienda abre de lunes a viernes de 9:00 a 18:00.';
    assert.equal(valueOf('hours', page(`<main><p>${own}</p>${market}</main>`)), own);
    assert.equal(
      valueOf('hours', page(`<main><p>Abre de lunes a viernes de 9:00 a 18:00.</p>${market}</main>`)),
      undefined,
    );
  });
});

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
  it('is told of each of several links with lines in them', () => {
    const office = (town: string, street: string, code: string) =>
      `<a href="/${town}"><span>${street}<br>${code} ${town}</span></a>`;
    const offices = [office('Dortmund', 'Ringstraße 4', '44135'), office('Kiel', 'Hafenstraße 9', '24145')].join(' ');
    const { pages } = collectEvidence([page(`<footer>${offices}</footer>`)], SITE);
    const told = pages.flatMap(({ evidence }) => evidence.filter(({ field }) => field === 'address'));
    assert.deepEqual(
      told.map(({ value }) => value),
      ['Ringstraße 4, 44135 Dortmund', 'Hafenstraße 9, 24145 Kiel'],
    );
  });

  const told = (html: string, language = 'es') => {
    const { pages, own } = collectEvidence([page(html, 'contact')], { ...SITE, language });
    return decide('address', pages, own).fact?.value;
  };

  it('has its post code from the line below the town', () => {
    assert.equal(told('<p>Calle Larios 9<br>Málaga<br>29005</p>'), 'Calle Larios 9, Málaga, 29005');
    assert.equal(told('<ul><li>Calle Larios 9, Málaga</li><li>29005.</li></ul>'), 'Calle Larios 9, Málaga, 29005');
    assert.equal(told('<p>Calle Larios 9, Málaga</p><div><p>29005</p><p>clientes</p></div>'), 'Calle Larios 9, Málaga');
  });

  it('is in a street that has a number for its name, and is no town alone, whatever its state is called', () => {
    for (const street of ['366 S. 500 E. Suite A', '366 S 500 E', '70456 LA-21'])
      assert.equal(told(`<p>${street}<br>Elm Fork, UT 84003</p>`, 'en-US'), `${street}, Elm Fork, UT 84003`);
    for (const town of ['Elm Fork, UT 84003', 'Ashford, CT 06103'])
      assert.equal(told(`<p>${town}</p>`, 'en-US'), undefined);
  });

  it('is no product, model or work that is named like a street', () => {
    for (const [language, html] of [
      ['en-US', '<p>We delivered 500 TX-100 pumps to Houston, TX 77002</p>'],
      ['es', '<p>Batería Bosch S5-110 y cargador</p>'],
      ['es', '<p>Galindo S10-36 y Alarcón</p>'],
      ['es-EC', '<p>Cable Flex N12-450 y enchufe</p>'],
      ['es-EC', '<p>Nuevo: Cable Flex N12-450 y Enchufe</p>'],
      ['pt-BR', '<p>Obra na Rua das Flores, 120, Campinas - SP</p>'],
      ['it', '<p>Lavori in Via Roma 12, Monza (MB)</p>'],
    ] as const)
      assert.equal(told(html, language), undefined, html);
  });

  it('is rather the one that has its post code than one with its province alone', () => {
    const works = '<h3>Obras</h3><ul><li>Rua das Flores, 120, Campinas - SP</li></ul>';
    const own = 'Avenida Central, 3, Sorocaba - SP, 18010-000';
    assert.equal(told(`${works}<h3>Contato</h3><p>${own}</p>`, 'pt-BR'), own);
  });

  it('has its town before the street, its code behind the town, or its province where people write it so', () => {
    for (const [language, html, address] of [
      ['pl', '<p>60-123 Poznań<br>ul. Polna 12</p>', '60-123 Poznań, ul. Polna 12'],
      ['hu', '<p>6720 Szeged<br>Kossuth u. 3</p>', '6720 Szeged, Kossuth u. 3'],
      ['it', '<p>Piazza Garibaldi, 5<br>40124 - Bologna</p>', 'Piazza Garibaldi, 5, 40124 - Bologna'],
      ['it', '<p>Via dei Mille 4<br>Castel Verde (TV)</p>', 'Via dei Mille 4, Castel Verde (TV)'],
      ['pt-BR', '<p>Av. Brasil, 1500 - Centro - Londrina/PR</p>', 'Av. Brasil, 1500 - Centro - Londrina/PR'],
      ['pt-BR', '<p>Rua Sol, 5, Londrina - PR<br>CEP: 86010-190</p>', 'Rua Sol, 5, Londrina - PR, CEP: 86010-190'],
      ['cs', '<p>Dlouhá 12, Praha 1, 110 00</p>', 'Dlouhá 12, Praha 1, 110 00'],
      ['cs', '<p>nám. Míru 14, Tábor, 390 01</p>', 'nám. Míru 14, Tábor, 390 01'],
      ['ru', '<p>г. Москва, ул. Садовая, д. 3</p>', 'г. Москва, ул. Садовая, д. 3'],
      ['tr', '<p>Paşa Cd. No.20, 34122 Fatih/İstanbul</p>', 'Paşa Cd. No.20, 34122 Fatih/İstanbul'],
      ['es-EC', '<p>Galindo S10-36 y Alarcón, Quito</p>', 'Galindo S10-36 y Alarcón, Quito'],
      ['es-MX', '<p>Calle Monte 41, Campo 4, Chihuahua</p>', 'Calle Monte 41, Campo 4, Chihuahua'],
    ] as const) {
      const site = { home: 'https://casa.com', language, hosts: ['casa.com'] };
      const { pages, own } = collectEvidence([page(html, 'contact')], site);
      assert.equal(decide('address', pages, own).fact?.value, address);
    }
    for (const rooms of ['Court 5, Tennis, Padel', 'Cours 3, Danse, Chant', 'Plaza 3, Trastero, Garaje'])
      assert.equal(told(`<p>${rooms}</p>`), undefined);
    // The street of the next town.
    const two = '<p>Lipowa 3</p><p>60-123 Poznań</p><p>ul. Polna 12</p><p>61-456 Luboń</p>';
    assert.equal(told(two, 'pl'), undefined);
  });

  it('has no telephone behind it, and no name and label before it', () => {
    assert.equal(
      told('<p>12 rue des Lilas, 69003 Lyon - Tél. : 04 78 00 11 22</p>', 'fr'),
      '12 rue des Lilas, 69003 Lyon',
    );
    assert.equal(told('<p>Le Four - Adresse: 35 rue du Bac, 59230 Lille</p>', 'fr'), '35 rue du Bac, 59230 Lille');
  });

  it('is in a town that begins with an article', () => {
    for (const address of [
      'Rúa do Mar 12, 36980 O Grove',
      'Calle Sol 12, 38201 La Laguna',
      'Carrer Major 3, 08820 el Prat de Llobregat',
      'Kerkstraat 3, 1756 ’t Zand',
    ]) {
      assert.equal(told(`<p>${address}</p>`), address);
      assert.equal(told(`<p>${address.replace(', ', '<br>')}</p>`), address);
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
      assert.equal(told(`<p>${address}</p>`, language), address);
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
      assert.equal(told(`<p>${address.normalize('NFD')}</p>`, language), address);
  });

  it('has each line that ends with a point or a sign', () => {
    const lines = ['Calle Guayaquil #505, Col. Centro.', 'Vallarta, Jalisco.', 'C.P 48330'];
    const address = 'Calle Guayaquil #505, Col. Centro, Vallarta, Jalisco, C.P 48330';
    assert.equal(told(`<p>${lines.join('<br>')}</p>`, 'es-MX'), address);
    const parted = 'Guayaquil #505, Col. Centro | Vallarta, Jalisco | C.P. 48330';
    assert.equal(told(`<p>${parted}</p>`, 'es-MX'), parted.replaceAll(' |', ','));
  });

  it('is a street without a word for it above a code that is one with its letters', () => {
    const lines = '<ul><li>Merel 10</li><li>7006JZ Doetinchem</li><li>Nederland</li></ul>';
    assert.equal(told(lines, 'nl-NL'), 'Merel 10, 7006JZ Doetinchem, Nederland');
  });

  it('needs no word for a street behind its label', () => {
    const address = 'A 102, Fourth Floor, Sushant Lok 3, Gurugram, Haryana 122002';
    assert.equal(told(`<p>Registered Office: ${address}</p><p>Phone: +91 85888 88264</p>`, 'en-IN'), address);
    assert.equal(told(`<p>${address}</p><p>Phone: +91 85888 88264</p>`, 'en-IN'), undefined);
  });

  it('is a place beside a map sign, where a country ends it', () => {
    const place = (icon: string) => told(`<p><i class="${icon}"></i> Kampala, Uganda.</p>`, 'en');
    assert.equal(place('fa fa-map-marker'), 'Kampala, Uganda');
    assert.equal(place('fa fa-globe'), undefined);
    assert.equal(told('<p><i class="fa fa-map-marker"></i> guided tours to Kampala, Uganda</p>', 'en'), undefined);
  });

  it('has the number of the house where structured data leave it out, and no times behind it', () => {
    const data = {
      '@type': 'LocalBusiness',
      address: { streetAddress: 'Haseki Cd.', addressLocality: 'Melikgazi', postalCode: '38050' },
    };
    const address = 'Haseki Cd. No 7B, 38050 Melikgazi/Kayseri';
    const html = `<script type="application/ld+json">${JSON.stringify(data)}</script>
      <header><p>${address} 7/24 teklif hattı</p></header><footer><p>${address}</p></footer>`;
    assert.equal(told(html, 'tr-TR'), address);
    for (const [language, street, town, postalCode] of [
      ['en-GB', '10 Downing Street', 'London', 'SW1A 2AA'],
      ['en-CA', '111 Wellington Street', 'Ottawa', 'K1A 0A9'],
      ['pt-PT', 'Rua do Sol 5', 'Lisboa', '1250-096'],
      ['en-IE', '2 Main Street', 'Dublin', 'D02 X285'],
    ] as const) {
      const parts = { streetAddress: street.replace(/ ?\d+ ?/, ''), addressLocality: town, postalCode };
      const ld = JSON.stringify({ '@type': 'LocalBusiness', address: parts });
      const whole = told(
        `<script type="application/ld+json">${ld}</script><footer><p>${street}, ${town} ${postalCode}</p></footer>`,
        language,
      );
      assert.equal(whole, `${street}, ${town} ${postalCode}`, language);
    }
    const ofFlat = 'Haseki Cd. No 7/24 Melikgazi, 38050 Kayseri';
    assert.equal(told(`<header><p>${ofFlat}</p></header><footer><p>${ofFlat}</p></footer>`, 'tr-TR'), ofFlat);
  });

  it('begins behind the words of a legal notice, and behind a name with a figure', () => {
    const address = 'Avenue des Pins, 20137 Porto-Vecchio';
    const site = { home: 'https://3pins.fr', language: 'fr', hosts: ['3pins.fr'] };
    for (const lead of [
      'Le présent site est édité par 3Pins, dont le siège est situé ',
      'Este sitio es de Taller Sol, con domicilio social en ',
      'El titular es 3Pins, con CIF B29000000 y domicilio en ',
      'De winkel van 3Pins is gevestigd te ',
      '3Pins, ',
    ]) {
      const { pages, own } = collectEvidence([page(`<p>${lead}${address}</p>`, 'contact')], site);
      assert.equal(decide('address', pages, own).fact?.value, address, lead);
    }
  });

  it('ends before the number of the tax office, and the word that leads to it', () => {
    const address = 'Calle Larios 9, 29005 Málaga';
    for (const tail of [', CIF B29000000', ' y CIF B29000000', ' con NIF 29000000A'])
      assert.equal(told(`<p>Taller Sol, con domicilio en ${address}${tail}</p>`), address, tail);
  });

  it('is no seat of another, told behind it in a legal notice', () => {
    const notice =
      'Domicilio social: Calle Larios 9, 29005 Málaga. Raiola, con domicilio en Avda. Magoi 66, 27002 Lugo';
    assert.match(told(`<p>${notice}</p>`) ?? '', /Calle Larios 9, 29005 Málaga/);
  });

  it('begins behind the company’s name and a label', () => {
    for (const lead of ['Taller Sol, S.L. ', 'Taller Sol S.L.U. – ', 'Dirección ', 'Sede: '])
      assert.equal(told(`<p>${lead}Calle Larios 9, 29005 Málaga</p>`), 'Calle Larios 9, 29005 Málaga', lead);
    const site = { home: 'https://tallersol.es', language: 'es', hosts: ['tallersol.es'] };
    for (const lead of ['Taller Sol, ', 'Taller Sol ', 'Taller Sol - ']) {
      const { pages, own } = collectEvidence([page(`<p>${lead}Calle Larios 9, 29005 Málaga</p>`, 'contact')], site);
      assert.equal(decide('address', pages, own).fact?.value, 'Calle Larios 9, 29005 Málaga', lead);
    }
    const within = 'Edificio Norte, Calle Larios 9, 29005 Málaga';
    assert.equal(told(`<p>${within}</p>`), within);
  });
});

describe('a map on a page', () => {
  const place = encodeURIComponent('Taller Sol, Calle Larios 9, 29005 Málaga');
  const pb = `!1m18!1m12!1m3!1d3023!2d-8.4!3d43.3!3m3!1m2!1s0xd2e7:0x1!2s${place}!5e0!3m2!1ses!2ses`;
  const shown = `<iframe src="https://www.google.com/maps/embed?pb=${pb}"></iframe>`;

  it('tells the address of its place, where the page writes none', () => {
    assert.equal(valueOf('address', page(shown, 'contact')), 'Calle Larios 9, 29005 Málaga');
    const lazy = `<iframe data-src="https://maps.google.com/maps?q=${place}&amp;output=embed"></iframe>`;
    assert.equal(valueOf('address', page(lazy, 'contact')), 'Calle Larios 9, 29005 Málaga');
    const written = 'Avenida Elcano 140, 29017 Málaga';
    const { fact, doubts } = decided('address', page(`<p>${written}</p>${shown}`, 'contact'));
    assert.equal(fact?.value, written);
    assert.deepEqual(doubts, []);
  });

  it('tells none by the name of a place, nor by itself on another page', () => {
    const named = shown.replace(place, encodeURIComponent('Taller Sol, Málaga'));
    assert.equal(valueOf('address', page(named, 'contact')), undefined);
    assert.equal(valueOf('address', page(shown, 'about')), undefined);
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

describe('what pages tell of others', () => {
  const told = (field: ContactField, html: string) => decided(field, page(html, 'contact'));

  it('is for the owner to judge: below a title that names them, in a sentence or in a list', () => {
    for (const html of [
      '<div><h2>Nuestros proveedores</h2><h3>Maderas Gil</h3><p>C/ Larios 9, 29005 Málaga</p></div>',
      '<p><strong>Zahnärztlicher Notdienst</strong><br>Calle Larios 9<br>29005 Málaga</p>',
      '<p>You may complain to the Data Protection Commission, Calle Larios 9, 29005 Málaga.</p>',
      '<p>Trabajamos con Maderas Gil, Calle Larios 9, 29005 Málaga</p>',
      '<p>Farmacia de guardia: Calle Larios 9, 29005 Málaga</p>',
    ]) {
      const { fact, doubts } = told('address', html);
      assert.equal(fact, undefined, html);
      assert.match(doubts[0]?.why ?? '', /somebody else/, html);
    }
    assert.equal(told('phone', '<p>Servicio técnico oficial Bosch: 976 30 57 14</p>').fact, undefined);
    assert.equal(told('hours', '<h2>Horario de misas</h2><p>Domingos de 10:00 a 11:00</p>').fact, undefined);
    const listed =
      '<main><p>Beijer Bygg, Calle Larios 9, 29005 Málaga, 952 60 37 14, lunes a viernes 9:00–14:00</p></main>';
    for (const field of ['phone', 'address', 'hours'] as const) assert.equal(valueOf(field, page(listed)), undefined);
  });

  it('is what a running sentence names before it, and no word for it is known', () => {
    const other = 'Los muebles los guarda Trasteros del Sur, Calle Larios 9, 29005 Málaga, 952 60 37 14, todo el año.';
    const ours = 'Llámanos o pasa por Trasteros del Sur, Calle Larios 9, 29005 Málaga, 952 60 37 14, todo el año.';
    for (const field of ['phone', 'address'] as const) {
      const { fact, doubts } = told(field, `<p>${other}</p>`);
      assert.equal(fact, undefined, field);
      assert.match(doubts[0]?.why ?? '', /somebody else/, field);
    }
    assert.equal(told('phone', `<p>${ours}</p>`).fact?.value, '952 60 37 14');
    assert.equal(valueOf('phone', page('<main><p>Atención Seur: 952 60 37 14</p></main>')), undefined);
    assert.equal(valueOf('phone', page('<main><p>Teléfono: 952 60 37 14</p></main>')), '952 60 37 14');
  });

  it('is when to come where the company is not', () => {
    const hours = 'Los sábados de 10:00 a 13:00 puedes vernos en Calle Larios 9, 29005 Málaga';
    const [own, another] = ['Calle Larios 9, 29005 Málaga', 'Avenida Elcano 140, 29017 Málaga'].map(
      (address) => `<footer><p>${address}</p></footer>`,
    );
    assert.equal(told('hours', `<p>${hours}</p>${own}`).fact?.value, hours);
    assert.equal(told('hours', `<p>${hours}</p>${another}`).fact, undefined);
  });

  it('is not what the company says of itself', () => {
    for (const title of [
      'Fabricantes de toldos',
      'Tu partner en reformas',
      'Distribuidor oficial de Vaillant',
      'Miembro del gremio',
    ])
      assert.equal(
        told('address', `<div><h4>${title}</h4><p>Calle Larios 9<br>29005 Málaga</p></div>`).fact?.value,
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
      '<p>Calle del Tribunal 9, 29005 Málaga</p>',
    ])
      assert.match(told('address', html).fact?.value ?? '', /29005 Málaga$/, html);
  });

  it('is not another’s where the site’s own name has the word', () => {
    const site = { home: 'https://farmaciasol.es', language: 'es', hosts: ['farmaciasol.es'] };
    const html = '<html><body><h3>Farmacia Gil</h3><p>952 60 37 14</p></body></html>';
    const { pages, own } = collectEvidence([{ url: 'https://farmaciasol.es/contacto/', role: 'contact', html }], site);
    assert.equal(decide('phone', pages, own).fact?.value, '952 60 37 14');
    assert.equal(told('phone', '<h3>Farmacia Gil</h3><p>952 60 37 14</p>').fact, undefined);
  });

  it('is an e-mail address at the host of a link beside it', () => {
    const credit = '<footer><p>Web <a href="https://estudiogil.com">Estudio Gil</a> (info@estudiogil.com)</p></footer>';
    assert.equal(told('email', credit).fact, undefined);
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
      assert.equal(told('address', html).fact?.value, address, title);
      assert.equal(told('phone', html).fact?.value, '952 60 37 14', title);
      assert.equal(told('hours', html).fact?.value, 'lunes a viernes 9:00–14:00', title);
    }
    const pub = '<main><p>Pub opening hours: lunes a viernes 9:00–14:00</p></main>';
    assert.match(told('hours', pub).fact?.value ?? '', /9:00–14:00/);
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
      assert.equal(told('address', html).fact, undefined, title);
    }
  });

  it('is what stands below such a kind where more is told, or below one that is named', () => {
    const address = '<p>Calle Larios 9, 29005 Málaga</p>';
    const museum = '<main><h2>Museo</h2><p>Plaza Mayor 2, 29005 Málaga</p></main>';
    for (const html of [`${museum}<footer>${address}</footer>`, `<main><h2>Dirección</h2>${address}</main>${museum}`]) {
      const { fact, doubts } = told('address', html);
      assert.equal(fact?.value, 'Calle Larios 9, 29005 Málaga');
      assert.ok(doubts.some(({ value, why }) => value.startsWith('Plaza') && /somebody else/.test(why)));
    }
    assert.equal(told('address', `<main><h2>Restaurante</h2>${address}</main>${museum}`).fact, undefined);
    for (const title of [
      'Restaurante El Rincón',
      'Museo del Vino',
      'Fabricantes',
      'Hersteller',
      'Unsere Hersteller',
      'Venue',
    ])
      assert.equal(told('address', `<main><h2>${title}</h2>${address}</main>`).fact, undefined, title);
    assert.equal(told('phone', '<main><p>Taxi: 952 60 37 14</p></main>').fact, undefined);
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
      ['<p>Deliveries Mon-Fri. Shop hours Mon-Fri 8:00-17:00</p>', /Mon-Fri 8:00/],
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
      '<p>Lunes a viernes 9:00-14:00 clases de yoga</p>',
    ])
      assert.equal(told('hours', html).fact, undefined, html);
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
    assert.equal(told('phone', '<p>Regulated by the Town Guild 952 60 37 14</p>').fact, undefined);
  });

  it('is read once in a line, whatever the number of its links', () => {
    const links = Array.from(
      { length: 16_000 },
      (_, at) => `<a href="/p${at}/">page ${at}</a><a href="tel:+3495260${String(at).padStart(4, '0')}">call</a>`,
    );
    const [line] = parsePage(page(`<p>${links.join(' ')}</p>`), []).lines;
    assert.ok(line && line.links.length <= 300);
    let reads = 0;
    const counted = {
      ...line,
      get links() {
        reads++;
        return line.links;
      },
    };
    const isOthers = judgeOthers({ lines: [counted], role: 'front' }, { names: [], self: '' });
    for (const { label } of line.links) isOthers(counted, 'phone', label);
    assert.ok(reads < 10, String(reads));
  });

  it('makes hours without a label doubtful that stand among those of others', () => {
    const castle = '<h2>Castillo</h2><p>Todos los días de 9:00 a 21:00</p>';
    const museum = '<h2>Museo del Vino</h2><p>Martes a domingo de 10:00 a 18:00</p>';
    assert.equal(told('hours', castle).fact?.value, 'Todos los días de 9:00 a 21:00');
    assert.equal(told('hours', museum + castle).fact, undefined);
    const label = '<h2>Horario</h2><p>Lunes a viernes de 9:00 a 14:00</p>';
    assert.equal(told('hours', museum + label).fact?.value, 'Lunes a viernes de 9:00 a 14:00');
  });

  it('is each telephone of equal branches', () => {
    const branch = (street: string, phone: string) =>
      `<div><p>${street}</p><p><a href="tel:${phone}">${phone}</a></p></div>`;
    const branches =
      branch('Calle Larios 9, 29005 Málaga', '952603714') + branch('Avenida Elcano 140, 29017 Málaga', '952298806');
    const { fact, doubts } = told('phone', branches);
    assert.equal(fact, undefined);
    assert.deepEqual(doubts.map(({ value }) => value).toSorted(), ['952298806', '952603714']);
    assert.equal(valueOf('phone', page(`<header>952 60 37 14</header>${branches}`)), '952 60 37 14');
  });

  it('is what the head office is called with, below a heading or behind its words', () => {
    for (const [html, phone, address] of [
      [
        `<h3>Delegación Sevilla</h3><p>Calle Sierpes 8, 41004 Sevilla</p><p>954 22 13 46</p>
          <h3>Oficina central</h3><p>Calle Larios 9, 29005 Málaga</p><p>952 60 37 14</p>`,
        '952 60 37 14',
        'Calle Larios 9, 29005 Málaga',
      ],
      [
        `<p><b>Casa central</b></p><p>Calle Larios 9, 29005 Málaga</p><p>952 60 37 14</p>
          <p>Sucursal Sevilla</p><p>Calle Sierpes 8, 41004 Sevilla</p><p>954 22 13 46</p>`,
        '952 60 37 14',
        'Calle Larios 9, 29005 Málaga',
      ],
    ] as const) {
      assert.equal(told('phone', html).fact?.value, phone);
      assert.equal(told('address', html).fact?.value, address);
      assert.equal(told('address', html).doubts.length, 1);
    }
    const equal =
      '<h3>Málaga</h3><p>Calle Larios 9, 29005 Málaga</p><h3>Sevilla</h3><p>Calle Sierpes 8, 41004 Sevilla</p>';
    assert.equal(told('address', equal).fact, undefined);
  });

  it('may have the company’s name between its label and a place without the number of a house', () => {
    const office = (place: string) => `<p>Alborada Projects Pvt Ltd</p><p>${place}</p>`;
    const [own, branch] = ['Rose Colony, Palm Gate, Mill Road, Nagpur 440016', '12 Lake Road, Wardha 442301'];
    const html = `<h3>Head Office</h3>${office(own)}<h3>Branch Offices</h3>${office(branch)}`;
    const site = { home: 'https://alborada.in', language: 'en-IN', hosts: ['alborada.in'] };
    const { pages, own: hosts } = collectEvidence([page(html, 'contact')], site);
    assert.equal(decide('address', pages, hosts).fact?.value, own);
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
      assert.notEqual(told('address', other + own).fact?.value, 'Calle Larga 9, 11403 Jerez', title);
      assert.notEqual(told('phone', own + other).fact?.value, '956 33 21 80', title);
    }
    const tender = '<p>956 21 13 46</p><p>Zentrale Vergabestelle der Stadt: Tel. 956 33 21 80</p>';
    assert.notEqual(told('phone', tender).fact?.value, '956 33 21 80');
  });

  it('is not where the site is hosted', () => {
    const legal = `<h3>Éditeur</h3><p>71 avenue des Pins, 32400 Riscle</p>
      <h3>Hébergeur</h3><p>Nuages SARL<br>12 rue des Serveurs<br>59100 Roubaix</p>`;
    assert.equal(told('address', legal).fact?.value, '71 avenue des Pins, 32400 Riscle');
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

  it('are left out without the town, and taken from the place that tells them all', () => {
    const half = '<footer><p>Dirección: Calle Alfonso X 12</p></footer>';
    const { fact, doubts } = decided('address', page(half), page(half, 'contact'));
    assert.equal(fact, undefined);
    assert.equal(doubts[0]?.value, 'Calle Alfonso X 12');
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
});

describe('collectEvidence', () => {
  it('reads a page whose body sets the colours of WordPress’ palette, as most do', () => {
    const html = '<style>body { --wp--preset--color--black: #000000; }</style><p>91 574 82 36</p>';
    assert.equal(valueOf('phone', page(html, 'contact')), '91 574 82 36');
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
