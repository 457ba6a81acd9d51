import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressCountriesIn, organisationsIn } from '../../../sync/company/structured-data.ts';

/** As Yoast SEO writes it: a graph whose parts name each other by `@id`. */
const YOAST = {
  '@context': 'https://schema.org',
  '@graph': [
    { '@type': 'WebPage', '@id': 'https://casa.example/', about: { '@id': 'https://casa.example/#organization' } },
    {
      '@type': 'WebSite',
      '@id': 'https://casa.example/#website',
      publisher: { '@id': 'https://casa.example/#organization' },
    },
    {
      '@type': ['Organization', 'Place'],
      '@id': 'https://casa.example/#organization',
      name: 'Casa Pronta',
      legalName: 'Casa Pronta, S.L.',
      vatID: 'B00000000',
      telephone: ['+34 900 000 000', '+34 600 000 000'],
      email: 'mailto:hola@casa.example',
      address: { '@id': 'https://casa.example/#address' },
      openingHoursSpecification: [
        {
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
          opens: '08:00',
          closes: '21:00',
        },
        {
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: ['https://schema.org/Saturday'],
          opens: '09:00:00',
          closes: '14:00:00',
        },
        { '@type': 'OpeningHoursSpecification', dayOfWeek: ['Sunday'], opens: '00:00', closes: '00:00' },
        { dayOfWeek: 'Monday', opens: '10:00', closes: '11:00', validFrom: '2026-12-24', validThrough: '2026-12-26' },
      ],
      sameAs: ['https://www.facebook.com/casa', 'https://api.whatsapp.com/send?phone=34600000000&text=Hola'],
    },
    {
      '@type': 'PostalAddress',
      '@id': 'https://casa.example/#address',
      streetAddress: 'Calle Mayor, 1',
      postalCode: '28013',
      addressLocality: 'Madrid',
      addressRegion: 'Madrid',
      addressCountry: 'ES',
    },
  ],
};

/** As Rank Math writes it: the address stands with a place, the telephone with a contact point. */
const RANK_MATH = {
  '@graph': [
    {
      '@type': 'Place',
      '@id': '#place',
      address: {
        '@type': 'PostalAddress',
        streetAddress: 'Rúa Nova, 2',
        addressLocality: 'Vigo',
        addressCountry: { name: 'España' },
      },
    },
    {
      '@type': ['Plumber', 'Organization'],
      '@id': '#organization',
      name: 'Casa Pronta Vigo',
      contactPoint: [{ '@type': 'ContactPoint', telephone: '986 000 000', contactType: 'customer support' }],
      openingHours: ['Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday 09:00-17:00'],
      location: { '@id': '#place' },
    },
  ],
};

describe('organisationsIn', () => {
  it('reads what Yoast writes', () => {
    assert.deepEqual(organisationsIn([YOAST], 'es'), [
      {
        type: 'Organization, Place',
        name: 'Casa Pronta',
        legal_name: 'Casa Pronta, S.L.',
        tax_id: 'B00000000',
        address: 'Calle Mayor, 1, 28013 Madrid, España',
        phone: '+34 900 000 000',
        email: 'hola@casa.example',
        whatsapp: 'https://api.whatsapp.com/send?phone=34600000000&text=Hola',
        hours: 'lunes–viernes 08:00–21:00; sábado 09:00–14:00',
        hoursAreDefault: false,
        coverage: undefined,
        services: [],
      },
    ]);
  });

  it('names the country of an address in the language of the site, and repeats what is no code', () => {
    const addressed = (language: string, addressCountry: unknown) => {
      const address = {
        '@type': 'PostalAddress',
        streetAddress: '1 High Street',
        addressLocality: 'York',
        addressCountry,
      };
      return organisationsIn([{ '@type': 'Organization', address }], language)[0]?.address;
    };
    assert.equal(addressed('en-GB', 'gb'), '1 High Street, York, United Kingdom');
    assert.equal(addressed('de', { '@type': 'Country', name: 'GB' }), '1 High Street, York, Vereinigtes Königreich');
    for (const text of ['XX', 'GBR', 'England']) assert.equal(addressed('en', text), `1 High Street, York, ${text}`);
  });

  it('reads what Rank Math writes', () => {
    const [organisation] = organisationsIn([RANK_MATH], 'es');
    assert.equal(organisation?.name, 'Casa Pronta Vigo');
    assert.equal(organisation?.address, 'Rúa Nova, 2, Vigo, España');
    assert.equal(organisation?.phone, '986 000 000');
    assert.equal(organisation?.hours, 'lunes–domingo 09:00–17:00');
    assert.equal(organisation?.hoursAreDefault, true);
  });

  it('knows the subtypes of LocalBusiness by what they say', () => {
    const documents = [
      [{ '@type': 'Locksmith', name: 'Cerrajero', telephone: '900' }],
      { '@type': 'https://schema.org/HomeAndConstructionBusiness', name: 'Reformas' },
      { '@type': 'ProfessionalService', name: 'Técnico', priceRange: '€€' },
    ];
    assert.deepEqual(
      organisationsIn(documents, 'es').map(({ type, name }) => [type, name]),
      [
        ['Locksmith', 'Cerrajero'],
        ['HomeAndConstructionBusiness', 'Reformas'],
        ['ProfessionalService', 'Técnico'],
      ],
    );
  });

  it('takes nobody else for the company', () => {
    const documents = [
      { '@type': 'Person', name: 'Ana', telephone: '600', taxID: '1' },
      {
        '@type': 'Review',
        author: { '@type': 'Organization', name: 'Otra' },
        itemReviewed: { '@type': 'Plumber', telephone: '1' },
      },
      { '@type': 'Product', brand: { '@type': 'Organization', name: 'Marca' } },
      { '@type': 'FAQPage', mainEntity: [{ '@type': 'Question', name: '¿Cuánto?' }] },
      { '@type': 'Service', name: 'Fontanería', telephone: '1' },
      { name: 'nobody', telephone: '1' },
      'text',
      null,
      12,
    ];
    assert.deepEqual(organisationsIn(documents, 'es'), []);
  });

  it('puts the company before its departments, and follows a service to its provider', () => {
    const documents = [
      {
        '@type': 'Service',
        provider: {
          '@type': 'LocalBusiness',
          name: 'Casa',
          department: [{ '@type': 'Electrician', name: 'Taller', telephone: '1' }],
        },
      },
      { '@type': 'Organization', name: 'Casa, S.L.' },
    ];
    assert.deepEqual(
      organisationsIn(documents, 'es').map(({ name }) => name),
      ['Casa', 'Casa, S.L.', 'Taller'],
    );
  });

  it('names an organisation once, however many pages repeat it', () => {
    assert.equal(organisationsIn([YOAST, structuredClone(YOAST)], 'es').length, 1);
  });

  it('survives documents that are very deep or that repeat themselves', () => {
    let deep: unknown = { '@type': 'Organization', name: 'Casa' };
    for (let depth = 0; depth < 50_000; depth++) deep = { '@graph': [deep] };
    assert.equal(organisationsIn([deep], 'es')[0]?.name, 'Casa');
    const loop: Record<string, unknown> = { '@type': 'WebPage' };
    loop['about'] = loop;
    assert.deepEqual(organisationsIn([loop], 'es'), []);
  });
});

describe('opening hours of an organisation', () => {
  const hoursOf = (data: object, language = 'es') =>
    organisationsIn([{ '@type': 'LocalBusiness', ...data }], language)[0]?.hours;

  it('reads the short form', () => {
    assert.equal(hoursOf({ openingHours: 'Mo-Fr 08:00-21:00' }), 'lunes–viernes 08:00–21:00');
    assert.equal(
      hoursOf({ openingHours: ['Mo-Fr 8:00-14:00', 'Mo-Fr 16:00-20:00', 'Sa 09:00-14:00'] }),
      'lunes–viernes 08:00–14:00, 16:00–20:00; sábado 09:00–14:00',
    );
    assert.equal(
      hoursOf({ openingHours: 'Mo,We,Fr 10:00-12:00, Sa-Su 09:00-10:00' }),
      'lunes 10:00–12:00; miércoles 10:00–12:00; viernes 10:00–12:00; sábado–domingo 09:00–10:00',
    );
    assert.equal(hoursOf({ openingHours: 'Mo-Su' }), 'lunes–domingo 24 h');
  });

  it('says 24 h for a whole day, and every day when none is named', () => {
    assert.equal(hoursOf({ openingHoursSpecification: { opens: '00:00', closes: '23:59' } }), 'lunes–domingo 24 h');
  });

  it('reads days and times in all the formats of plugins', () => {
    const specified = (dayOfWeek: unknown, opens = '09:00', closes = '17:00') =>
      hoursOf({ openingHoursSpecification: [{ dayOfWeek, opens, closes }] });
    for (const days of [
      ['https://schema.org/Monday', 'http://schema.org/Tuesday'],
      ['Monday', 'Tuesday', 'PublicHolidays'],
      'Monday, Tuesday',
      'Mo-Tu',
      ['Mon', 'Tues'],
      ['Lunes', 'mar.'],
      [{ '@type': 'DayOfWeek', name: 'Monday' }, { name: 'Tuesday' }],
    ])
      assert.equal(specified(days), 'lunes–martes 09:00–17:00', JSON.stringify(days));
    assert.equal(specified('Monday', '9:00 AM', '5:30 pm'), 'lunes 09:00–17:30');
    assert.equal(specified('Monday', '12 PM', '12 AM'), 'lunes 12:00–00:00');
    assert.equal(specified('Monday', '00:00:00', '23:59:59'), 'lunes 24 h');
    assert.equal(
      hoursOf({ openingHours: ['Mon-Fri 09:00-12:00, 13:00 - 17:00', 'Sa 10:00-12:00'] }),
      'lunes–viernes 09:00–12:00, 13:00–17:00; sábado 10:00–12:00',
    );
  });

  it('tells no day that is closed, no holidays, and no week of which it cannot read a day', () => {
    const spans = (...more: readonly object[]) =>
      hoursOf({ openingHoursSpecification: [{ dayOfWeek: 'Monday', opens: '09:00', closes: '17:00' }, ...more] });
    for (const none of [
      { dayOfWeek: 'Sunday', opens: '00:00', closes: '00:00' },
      { dayOfWeek: 'Sunday', opens: '09:00', closes: '09:00' },
      { dayOfWeek: 'PublicHolidays', opens: '10:00', closes: '12:00' },
    ])
      assert.equal(spans(none), 'lunes 09:00–17:00');
    assert.equal(spans({ dayOfWeek: 'Ringday', opens: '10:00', closes: '12:00' }), undefined);
  });

  it('leaves out hours of holidays in the short form', () => {
    assert.equal(hoursOf({ openingHours: ['Mo-Fr 09:00-18:00', 'PH 10:00-14:00'] }), 'lunes–viernes 09:00–18:00');
    assert.equal(hoursOf({ openingHours: 'PH 10:00-14:00' }), undefined);
  });

  it('tells no day of letters with which two begin', () => {
    const specified = (dayOfWeek: string, language: string) =>
      hoursOf({ openingHoursSpecification: [{ dayOfWeek, opens: '09:00', closes: '17:00' }] }, language);
    assert.equal(specified('Sz', 'hu'), undefined);
    assert.equal(specified('Se-Sa', 'pt'), undefined);
    assert.equal(specified('Pa', 'tr'), undefined);
    assert.equal(specified('Szo', 'hu'), 'szombat 09:00–17:00');
    assert.equal(specified('Pazar', 'tr'), 'Pazar 09:00–17:00');
  });

  it('names the days in the language of the site', () => {
    assert.equal(hoursOf({ openingHours: 'Sa 09:00-14:00' }, 'ca'), 'dissabte 09:00–14:00');
  });

  it('keeps what it cannot read as it is', () => {
    assert.equal(hoursOf({ openingHours: 'Todos los días, 24 horas' }), 'Todos los días, 24 horas');
    for (const entry of [
      'Mo-Fr 08:00-18:00 Sa 09:00-13:00',
      'Mo-Fr 9-5',
      'Mo-Fr 09:00-13:00/14:00-18:00',
      'Mo-Fr 09:00-13:00, 15-18:30',
    ])
      assert.equal(hoursOf({ openingHours: entry }), entry);
    assert.equal(hoursOf({ openingHours: [] }), undefined);
    assert.equal(hoursOf({ openingHoursSpecification: [{ dayOfWeek: 'Monday', opens: 'pronto' }] }), undefined);
  });
});

describe('addressCountriesIn', () => {
  it('finds codes and names at any depth, also in a document that is absurdly deep', () => {
    assert.deepEqual(addressCountriesIn([YOAST, RANK_MATH]).toSorted(), ['ES', 'España']);
    let deep: unknown = { addressCountry: 'PT' };
    for (let depth = 0; depth < 50_000; depth++) deep = [deep];
    assert.deepEqual(addressCountriesIn([deep]), []);
  });
});
