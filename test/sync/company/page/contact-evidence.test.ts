import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide } from '../../../../sync/company/decide.ts';
import { collectEvidence } from '../../../../sync/company/page/page-evidence.ts';
import { decided, page, valueOf } from './page-facts.ts';

describe('what pages tell of a telephone', () => {
  it('is a number of the legal notice, and a number in the text that is also the number of the chat', () => {
    const operator = '<p>Titular: Ana Sol</p><p>Teléfono: 91 574 82 36</p>';
    assert.equal(valueOf('phone', page(operator, 'legal')), '91 574 82 36');
    const numbers = '<ul><li>657 48 82 36</li><li>91 574 82 36</li></ul>';
    assert.equal(valueOf('phone', page(numbers)), undefined);
    assert.equal(valueOf('phone', page(`${numbers}<a href="https://wa.me/34657488236">Chat</a>`)), '657 48 82 36');
  });

  it('is no number of the host or of an unnamed company in the legal notice', () => {
    for (const host of [
      '<p>Prestataire technique</p><p>Nuage</p><p>2 rue du Port</p><p>Téléphone : 91 574 82 36</p>',
      '<p>Titular: Ana Sol</p><p>Servidor: Nube</p><p>Teléfono: 91 574 82 36</p>',
      '<p>Nube</p><p>Teléfono: 91 574 82 36</p>',
      '<p>Titular: Ana Sol</p><p>Servidor: Nube. Teléfono <a href="tel:+34915748236">91 574 82 36</a></p>',
      '<p>Titular: Ana Sol</p><h2>Prestataire technique</h2><p>Nuage</p><p><a href="tel:+34915748236">91 574 82 36</a></p>',
    ])
      assert.equal(valueOf('phone', page(host, 'legal')), undefined, host);
  });

  it('is written as visitors see it, with the places where it was found', () => {
    const { fact } = decided('phone', page('<header><a href="tel:+34915748236">91 574 82 36</a></header>'));
    assert.equal(fact?.value, '91 574 82 36');
    assert.equal(fact.source, 'link in the header of /; text in the header of /');
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

describe('the line above a number', () => {
  it('makes it a fax only as a label, and no number of a register', () => {
    for (const above of ['Obras y Reformas', 'Precios sin IVA', 'Prices excl. VAT', 'Teléfono'])
      for (const number of ['952 60 37 14', '<a href="tel:+34952603714">952 60 37 14</a>'])
        assert.equal(
          valueOf('phone', page(`<footer><p>${above}</p><p>${number}</p></footer>`)),
          '952 60 37 14',
          `${above} / ${number}`,
        );
    for (const above of ['Fax', 'Nº de fax:', 'Télécopie'])
      assert.equal(
        valueOf('phone', page(`<footer><p>${above}</p><p><a href="tel:+34952603714">952 60 37 14</a></p></footer>`)),
        undefined,
        above,
      );
  });
});

describe('what pages tell of an e-mail address', () => {
  it('is an address at a foreign host with the name of the site', () => {
    const site = { home: 'https://taller-sol.es', language: 'es', hosts: ['taller-sol.es'] };
    const emailOf = (address: string) => {
      const { pages, own } = collectEvidence([page(`<p>${address}</p><p>de@otro.es</p>`, 'contact')], site);
      return decide('email', pages, own).fact?.value;
    };
    assert.equal(emailOf('tallersol@parque.es'), 'tallersol@parque.es');
    assert.equal(emailOf('tallerluz@parque.es'), undefined);
  });

  it('is not that of the agency in the credit, of an authority or for privacy alone', () => {
    for (const html of [
      '<footer><p>Diseño web por <a href="mailto:hola@agencia.es">Agencia</a></p></footer>',
      '<p>internacional@aepd.es</p>',
      '<p>rgpd@casa.es</p>',
    ]) {
      assert.equal(valueOf('email', page(html, 'contact')), undefined, html);
    }
    const at = (host: string, address: string) => {
      const { pages, own } = collectEvidence([page(`<footer><a href="mailto:${address}">${address}</a></footer>`)], {
        home: `https://${host}`,
        language: 'es',
        hosts: [host],
      });
      return decide('email', pages, own).fact?.value;
    };
    for (const address of ['informacion@red.gob.es', 'poststelle@bmwk.bund.de', 'casework@ico.org.uk', 'dpd@aepd.es'])
      assert.equal(at('casa.es', address), undefined, address);
    assert.equal(at('geo.ca', 'geo@nrcan.gc.ca'), 'geo@nrcan.gc.ca');
    assert.equal(at('turismo.gob.es', 'informacion@red.gob.es'), 'informacion@red.gob.es');
  });

  it('is not that of the agency in the line below an incomplete credit', () => {
    const footer = (credit: string) =>
      page(`<footer><p>${credit}</p><p><a href="mailto:hola@agencia.es">Agencia</a></p></footer>`);
    for (const credit of ['Web design by', 'Diseño web por', 'Website door', 'Diseño web:'])
      assert.equal(valueOf('email', footer(credit)), undefined, credit);
    assert.equal(valueOf('email', footer('Contacto')), 'hola@agencia.es');
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
    const own = 'var joinchat_obj = {"settings":{"telephone":"34622418390"}};';
    for (const [code, expected] of [
      [own, 'https://wa.me/34622418390'],
      ['var chat = { whatsapp: "+34 622 418 390" };', 'https://wa.me/34622418390'],
      ['dataLayer.push({"user":{"phone":"34622418390"}}); var joinchat_obj = {};', undefined],
      ['var ht_ctc_chat_var = {"pre_filled":"Pedido number: 34622418390"};', undefined],
      ['alert("WhatsApp: 622 418 390")', undefined],
    ])
      assert.equal(valueOf('whatsapp', page(`<script>${code}</script>`)), expected, code);
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
