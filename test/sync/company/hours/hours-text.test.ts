import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide } from '../../../../sync/company/decide.ts';
import type { PageRole } from '../../../../sync/company/evidence.ts';
import { rangesIn } from '../../../../sync/company/hours/times.ts';
import { collectEvidence } from '../../../../sync/company/page/page-evidence.ts';
import { readPage } from '../../../../sync/markdown/parse/page.ts';

/** What a page of a site, that for contact if no other is said, tells of its hours. */
function decided(language: string, html: string, role: PageRole = 'contact') {
  const site = { home: 'https://casa.com', language, hosts: ['casa.com'] };
  const page = {
    url: `https://casa.com/${role}/`,
    role,
    page: readPage(`<html lang="${language}"><body><main>${html}</main></body></html>`),
  } as const;
  const { pages, own } = collectEvidence([page], site);
  return decide('hours', pages, own);
}
const hoursIn = (language: string, html: string) => decided(language, html).fact?.value;

const row = (...cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
const table = (...rows: readonly string[]) => `<table>${rows.join('')}</table>`;

describe('columns of turns of the day', () => {
  it('are hours of one day', () => {
    for (const head of [['Día', 'Mañana', 'Tarde'], ['', 'A.M.', 'P.M.'], []])
      assert.equal(
        hoursIn('es', `<h3>Horario</h3>${table(row(...head), row('Lunes', '9:00-14:00', '16:00-20:00'))}`),
        'Lunes 9:00-14:00, 16:00-20:00',
      );
  });
});

describe('days in columns', () => {
  const days = ['Montag', 'Dienstag', 'Mittwoch'];
  const hours = (...rows: readonly string[]) => hoursIn('de', `<h3>Öffnungszeiten</h3>${rows.join('')}`);

  it('are left out where it cannot be told which times are whose', () => {
    assert.equal(hours(table(row('', ...days), row('nachmittags', '14:00–18:00', '15:00–19:00', ''))), undefined);
    assert.equal(
      hours([...days, '8:00–12:00', '9:00–12:00', '9:00–13:00'].map((text) => `<p>${text}</p>`).join('')),
      undefined,
    );
  });
});

describe('hours behind a telephone', () => {
  it('are told without it', () => {
    const hours = 'Mo–Do 8–17 Uhr, Fr 8–14 Uhr';
    assert.equal(hoursIn('de', `<p>Telefon 02301 / 188-600 ${hours}</p>`), hours);
    assert.equal(hoursIn('de', `<p>Oder direkt anrufen: 030 84 46 45 27-0 · ${hours}</p>`), hours);
    assert.equal(hoursIn('de', `<p>Oder direkt anrufen: 030 84 46 45 12-0 · ${hours}</p>`), hours);
  });

  it('are no telephone themselves where the days come behind them', () => {
    const times = '9.00 - 13.00 16.00 - 20.00 | Lunes a Viernes';
    for (const label of ['Horario', 'Abierto']) assert.equal(hoursIn('es', `<p>${label}: ${times}</p>`), times, label);
  });
});

describe('the halves of the day', () => {
  it('are those of am and pm', () => {
    assert.deepEqual(rangesIn('10am-9pm, 12 p.m. – 12:30 a.m., 9 - 12 horas'), [
      { from: '10:00', to: '21:00', certain: true },
      { from: '12:00', to: '00:30', certain: true },
      { from: '09:00', to: '12:00', certain: true },
    ]);
  });
});

describe('hours of something else among those of the place', () => {
  it('are no part of them', () => {
    for (const [language, place, other, rest] of [
      ['es', '<p>Lunes a domingo: 9:00 – 23:00</p>', '<p>Para llevar: 13:30 – 16:00</p>', ''],
      ['es', '<p>Martes a domingo: 12:00 – 23:00</p>', '<p>Cocina: 13:00 – 16:00</p>', '<p>Lunes cerrado</p>'],
      ['de', '<p>Dienstag – Sonntag: 8:00 bis 22:30 Uhr</p>', '<p>Küche</p><p>9:00 – 21:00</p>', ''],
      [
        'en',
        '<p>Monday to Sunday: 11:30am to 11pm</p>',
        '<p>Food served</p><p>Monday to Saturday</p><p>12 noon to 9pm</p>',
        '',
      ],
    ] as const) {
      const wanted = [place, rest].filter((text) => text !== '').map((text) => text.replaceAll(/<\/?p>/g, ''));
      assert.equal(hoursIn(language, `<h3>Horario</h3>${place}${other}${rest}`), wanted.join('; '));
    }
    const masseurs = '<p>Ana (mar, jue)</p>';
    assert.equal(hoursIn('es', `<h3>Horario</h3><p>L-V: 9:00 - 17:00</p>${masseurs}`), 'L-V: 9:00 - 17:00');
    assert.equal(
      hoursIn('en', '<h3>Opening hours</h3><p>Mon-Fri 8am-6pm</p><p>24/7 emergency call-out</p>'),
      'Mon-Fri 8am-6pm; 24/7 emergency call-out',
    );
    assert.equal(
      hoursIn('es', '<p>Horario</p><p>Lunes (mañana)</p><p>9:00 - 14:00</p>'),
      'Lunes (mañana) 9:00 - 14:00',
    );
  });
});

describe('hours in a block of the theme that nobody has filled', () => {
  it('are told without the button behind them, and with what is said of them', () => {
    const at = (label: string) => hoursIn('de', `<p>Mo–Do 08–17 · Fr 08–15 Uhr <a href="/kiel">${label}</a></p>`);
    assert.equal(at('Zum Standort'), 'Mo–Do 08–17 · Fr 08–15 Uhr');
    assert.equal(at('nach Vereinbarung'), 'Mo–Do 08–17 · Fr 08–15 Uhr nach Vereinbarung');
  });

  it('are not those of a form that nobody has filled', () => {
    const at = (times: string) => hoursIn('pt', `<p>Segunda a Sexta</p><p>${times}</p>`);
    assert.equal(at('00:00 às 00:00'), undefined);
    assert.equal(at('00:00 às 06:00'), 'Segunda a Sexta 00:00 às 06:00');
  });

  it('are not those that every new WordPress brings along, in any of its languages', () => {
    const starter = (week: string, weekend: string) => `<h2>Horario</h2><p>${week}<br>${weekend}</p>`;
    assert.equal(
      hoursIn('es', starter('Lunes a viernes: de 9:00 a 17:00 h.', 'Sábado y domingo: de 11:00 a 15:00 h.')),
      undefined,
    );
    assert.equal(hoursIn('de', starter('Montag–Freitag: 9–17 Uhr', 'Samstag & Sonntag: 11–15 Uhr')), undefined);
    assert.equal(
      hoursIn('es', starter('Lunes a viernes: de 9:00 a 17:00 h.', 'Sábado: de 11:00 a 15:30 h.')),
      'Lunes a viernes: de 9:00 a 17:00 h.; Sábado: de 11:00 a 15:30 h.',
    );
  });
});

describe('hours of a season', () => {
  it('are in doubt alone, with its name, and told where each season has its own', () => {
    const summer = decided('de', '<h3>Sommer (April–Oktober)</h3><p>Mo–So 10:00–18:00</p>');
    assert.equal(summer.fact, undefined);
    assert.deepEqual(
      summer.doubts.map(({ value, why }) => [value, why.split('; ').at(-1)]),
      [['Sommer (April–Oktober): Mo–So 10:00–18:00', 'of one season']],
    );
    assert.equal(hoursIn('es', '<p>Horario de verano: lunes a viernes de 8:00 a 15:00</p>'), undefined);
    const both = ['Invierno: lunes a viernes de 9:00 a 18:00', 'Verano: lunes a viernes de 8:00 a 15:00'];
    assert.equal(hoursIn('es', `<h3>Horario</h3>${both.map((text) => `<p>${text}</p>`).join('')}`), both.join('; '));
    const general = 'lunes a viernes de 9:00 a 18:00 (en verano, de 8:00 a 15:00)';
    assert.equal(hoursIn('es', `<p>Horario: ${general}</p>`), general);
  });
});

describe('a word for a season', () => {
  it('is no season in what tells of something else', () => {
    for (const [language, above, text] of [
      ['fr', '<p>Votre message a bien été envoyé</p>', 'Lundi - Vendredi : 9h-18h'],
      ['fr', '<p>Les bureaux ont été rénovés en hiver</p>', 'Lundi - Vendredi : 9h-18h'],
      ['de', '<h2>Winter & Sohn</h2>', 'Montag - Freitag 8-17 Uhr'],
      ['es', '<p>Calle Verano 12</p>', 'Lunes a viernes 9:00-18:00'],
      ['pt', '<h3>Coleção verão</h3>', 'Segunda a sexta 9:00-18:00'],
    ] as const)
      assert.equal(hoursIn(language, `${above}<p>${text}</p>`), text);
    assert.equal(
      hoursIn('de', '<h2>Winter & Sohn</h2><p>Öffnungszeiten: Montag - Freitag 8-17 Uhr</p>'),
      'Montag - Freitag 8-17 Uhr',
    );
  });

  it('makes nothing of a line that it begins with other words', () => {
    for (const [language, text] of [
      ['en', 'Winter tyres and summer tyres: Mon - Fri 9:00-18:00'],
      ['fr', 'Les bureaux ont été rénovés en hiver: Lundi - Vendredi 9h-18h'],
      ['en', '12 Summer Street: Monday - Friday 9:00-17:00'],
    ] as const)
      assert.equal(hoursIn(language, `<p>${text}</p>`), undefined);
  });

  it('is one as the title of hours', () => {
    for (const [language, title] of [
      ['fr', 'Horaires d’été'],
      ['fr', 'Été'],
      ['fr', 'Horaires en été 2031'],
      ['es', 'Horario de verano'],
      ['en', 'Summer opening hours'],
      ['es', 'Horario de Navidad'],
      ['de', 'Weihnachten'],
    ] as const)
      assert.equal(hoursIn(language, `<h3>${title}</h3><p>Mon - Fri 9:00 - 18:00</p>`), undefined);
  });
});

describe('hours as people write them', () => {
  it('may have words for their times, and other words between them', () => {
    for (const [language, label, text] of [
      ['en', 'Opening Hours', 'Monday to Saturday 12 noon to 11pm'],
      ['en', 'Openning Hours', 'Daily 10am - midnight'],
      ['pl', 'Godziny przyjęć', 'od 9.00 do 18.00'],
    ] as const)
      assert.equal(hoursIn(language, `<h3>${label}</h3><p>${text.replaceAll('; ', '<br>')}</p>`), text);
  });

  it('have no names in which there is a word for a time', () => {
    for (const [language, html] of [['pl', '<p>Godziny otwarcia: pon-pt 8:00 - Północna 12</p>']] as const)
      assert.equal(hoursIn(language, html), undefined);
    assert.equal(hoursIn('fr', '<p>Horaires : lundi 18h - Minuit</p>'), 'lundi 18h - Minuit');
    assert.equal(hoursIn('pl', '<p>Godziny otwarcia: pon-pt 8:00 - północ</p>'), 'pon-pt 8:00 - północ');
  });

  it('may be round the clock on named days', () => {
    assert.equal(
      hoursIn('en', '<h3>Hours</h3><p>Monday - Sunday</p><p>Open 24 hours</p>'),
      'Monday - Sunday Open 24 hours',
    );
  });
});
