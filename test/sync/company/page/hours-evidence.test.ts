import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { page, valueOf } from './page-facts.ts';

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

  it('has the whole row of each day, and does not have a day without times', () => {
    const week = (last: string) => `<table><tr><td>Martes</td><td>9:00 – 17:00</td></tr>${last}</table>`;
    for (const [last, expected] of [
      ['<tr><td>Domingos</td><td>Cerrados</td></tr>', 'Martes 9:00 – 17:00; Domingos Cerrados'],
      ['<tr><td>Domingo</td><td></td></tr>', 'Martes 9:00 – 17:00'],
    ] as const)
      assert.equal(valueOf('hours', page(week(last), 'contact')), expected);
  });

  it('is no quantity in a sentence, where a short word looks like a day', () => {
    const sentence = 'Với yến sào thô, đây là khối lượng thực tế khi thu hoạch về, do đó mỗi hộp sẽ gồm 12-16 tổ.';
    assert.equal(valueOf('hours', page(`<p>${sentence}</p>`, 'contact')), undefined);
    assert.equal(valueOf('hours', page('<p>Los lunes, taller de 8 a 12 personas</p>', 'contact')), undefined);
  });

  it('is not the sentences and the telephone beside it', () => {
    for (const [line, expected] of [
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
      assert.equal(valueOf('hours', page(`<p>${line}</p>`, 'contact')), expected);
  });

  it('is labelled by the premises of the company', () => {
    const [premises, ours] = ['Nuestra tienda: de lunes a viernes 9:00–17:00', 'De lunes a viernes 10:00–18:00'];
    assert.equal(valueOf('hours', page(`<p>${premises}</p><p>Té</p><p>${ours}</p>`, 'contact')), premises);
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

  it('is not what a theme shows beside its own placeholders', () => {
    const footer = (email: string) =>
      page(`<footer><p>${email}</p><h4>Working Hours</h4><p>Mon - Fri: 10:00 - 20:00</p></footer>`);
    assert.equal(valueOf('hours', footer('info@example.com')), undefined);
    assert.equal(valueOf('hours', footer('hola@casa.es')), 'Mon - Fri: 10:00 - 20:00');
  });

  it('is told in other words and signs', () => {
    assert.equal(valueOf('hours', page('<h3>Business hours</h3><p>24×7</p>', 'contact')), '24×7');
  });

  it('is not what an SEO plugin prints by default, nor the date of an event', () => {
    assert.equal(valueOf('hours', page(weekLong)), undefined);
    assert.equal(valueOf('hours', page(`${weekLong}<footer>L-V de 8 a 15 h</footer>`)), 'L-V de 8 a 15 h');
    assert.equal(valueOf('hours', page('<p>Sábado 12 de mayo, 20:00 - 22:00</p>', 'contact')), undefined);
  });

  it('keep a row whose times have an unknown format, and lose a day without times', () => {
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
      'Reserve mesa',
    ])
      assert.equal(valueOf('hours', list(other)), 'martes a sábado 12:00–14:30', other);
  });
});
