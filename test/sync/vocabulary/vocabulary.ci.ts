import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { chooseVocabulary } from '../../../sync/vocabulary/choose.ts';
import { parseVocabulary, readHead, readTrade, TRADES } from '../../../sync/vocabulary/trades.ts';
import { readSites } from '../../../bench/sites.ts';
import { createAnalyzer } from '../../../db/search/text/analyzer.ts';
import { demoPages } from '../../db/index/demo-pages.ts';
import { indexOf, page } from '../../db/search/search-pages.ts';

const PLUMBERS = ['Inicio', 'Fontanería', 'Fontaneros en Vigo', 'Desatascos', 'Contacto'];

const OTHER_TRADES: Readonly<Record<string, readonly string[]>> = {
  'a hardware shop': [
    'Ferretería López',
    'Llave inglesa 10″',
    'Grifo monomando',
    'Cerradura de embutir',
    'Bombillas LED',
  ],
  'a shop for electricians': ['Tijeras de electricista', 'Alicates', 'Cable 2,5 mm', 'Regletas', 'Guantes', 'Taladros'],
  'a law firm': [
    'Abogados laboralistas',
    'La reforma laboral',
    'Reformas fiscales',
    'Reforma del código penal',
    'Contacto',
  ],
  'a locksmith’s training school': ['Curso de cerrajero', 'Matrícula', 'Profesores', 'Curso de inglés', 'Becas'],
  'a restaurant': ['Carta', 'Reservas', 'Menú del día', 'Fotos'],
};

/** Trades of the made-up sites of test/data/search, beside the words of every company. */
const MADE_UP: Readonly<Record<string, readonly string[]>> = {
  'bakery-fr': ['restaurant'],
  'campsite-de': ['lodging'],
  'climate-es': ['home-services'],
  'dentist-es': ['dental'],
  'garage-it': ['car-repair'],
  'hardware-es': ['shop'],
  'heating-fr': ['home-services'],
  'language-school-es': ['language-school'],
  'lawyer-de': ['law'],
  'roofing-en': ['home-services'],
  'vet-pt': ['veterinary'],
};

/** Titles as sites of a trade have them: `trade language → title; title; …`. */
const TYPICAL = readFileSync(new URL('../../fixtures/trade-titles.txt', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, trade = '', language = '', titles = ''] = /^(\S+) (\S+) → (.*)$/.exec(line) ?? [];
    return trade === '' ? [] : [{ trade, language, titles: titles.split('; ') }];
  });

/** Titles of sites of a trade that have one or two of another trade, or words that a trade has with another meaning. */
const NEAR: readonly (readonly [language: string, titles: string, trades: readonly string[]])[] = [
  ['es', 'Tienda de mascotas; Correas; Piensos; Acuarios; Envíos; Contacto', []],
  ['es', 'Pensión de alimentos; Pensión de viudedad; Pensión de orfandad; Pensión compensatoria', []],
  ['es', 'Bulldog francés; Pastor alemán; Gato persa; Español bretón; Criadores', []],
  ['es', 'Energía; Asesoría energética; Auditoría energética; Factura de la luz; Renta de equipos; Contacto', []],
  ['es', 'Hacienda La Vega; Bodas; Eventos; Fotos; Contacto', []],
  ['es', 'Librería Carmen Luna; Novela, Carmen Luna; Poesía, Carmen Luna; Contacto, Carmen Luna', []],
  ['es', 'Museo del Penedès; Museo del Penedès: visitas; Museo del Penedès: historia; Museo del Penedès: contacto', []],
  ['es', 'Cajas de cartón; Embalaje; Film; Palés; Envíos', []],
  ['en', 'Bike workshop; Brakes; Gears; Tyres; Wheel truing; E-bike battery; Bike hire; MOT for your bike', []],
  ['de', 'Fahrradwerkstatt; Bremsen; Schaltung; Reifen; Inspektion; Laufräder; E-Bike-Akku; Kontakt', []],
  ['fr', 'Atelier vélo; Freins; Vitesses; Pneus; Amortisseurs; Révision; Location; Contact', []],
  ['it', 'Officina bici; Freni; Cambio; Pneumatici; Tagliando; Ammortizzatori; Noleggio; Contatti', []],
  ['de', 'Wohnwagen kaufen; Wohnmobile; Werkstatt; Zubehör; Kontakt', []],
  ['it', 'Permesso di soggiorno; Cittadinanza; Visti; Contatti', []],
  [
    'en',
    'Menu; Wine list; Delivery; Click and collect; Book a table; Gift cards; Private dining; Contact',
    ['restaurant'],
  ],
  ['es', 'Peluquería; Mechas; Manicura; Tienda; Tarjeta regalo; Reserva', ['beauty']],
  ['de', 'Kursplan; Yoga; Krafttraining; Gutscheine; Versand; Rückgabe; Mitgliedschaft; Probetraining', ['fitness']],
  ['fr', 'Boulangerie; Nos pains; Livraison; Bons cadeaux; Recrutement; Contact', []],
  ['it', 'Ristorante; Il nostro menu; Consegna a domicilio; Buoni regalo; Prenota un tavolo; Catalogo', ['restaurant']],
  [
    'it',
    'Ferramenta Riva; Utensili; Vernici; Irrigazione; Prato e giardino; Consegna a domicilio; Buoni regalo; Cambi e resi',
    ['shop'],
  ],
  [
    'it',
    'Reparti; Viti e minuteria; Vernici; Elettroutensili; Potatura; Irrigazione; Siepi e prato; Affilatura; Resi; Contatti',
    ['gardening', 'shop'],
  ],
  ['de', 'Gartencenter Vogt; Rosen; Rasen; Hecken; Lieferung; Gutscheine; Rückgabe; Kontakt', ['shop']],
  ['fr', 'Librairie du Port; Romans; Livraison; Bons cadeaux; Rencontres; Contact', ['shop']],
  ['en', 'Escape room; Team building; Gift cards; Prices; Contact', []],
  ['ca', 'Pernil; Paleta de gla; Paleta desossada; Pintor i cuiner; Formatges', []],
  ['fr', 'Assurance auto; Dégât des eaux; Assurance toiture; Dégât des eaux en copropriété; Contact', []],
  ['nl', 'Huurrecht; Lekkage en aansprakelijkheid; Schade door lekkage; Riool en buren; Ontslag', []],
  ['pt', 'Ana Sousa, pintor; O pintor e o mar; Pintura de fachadas de Lisboa; Exposições; Obras', []],
  [
    'es',
    'Hotel Los Olivos; Habitaciones; Suite con jardín; Piscina y jardines; Piscina climatizada; Bodas en el jardín',
    ['lodging'],
  ],
  ['en', 'Rooms; Suites; Gardens; Heated pool; Garden weddings; Pool and spa; Housekeeping; Hotel offers', ['lodging']],
  [
    'fr',
    'Chambres; Chambres d’hôtes; Gîte; Le jardin; La piscine; Piscine chauffée; Ménage de fin de séjour; Tarifs',
    ['lodging'],
  ],
  ['de', 'Zimmer; Ferienwohnungen; Garten; Pool; Beheizter Pool; Endreinigung; Hotel am See', ['lodging']],
  ['es', 'Ramos de flores; Plantas de interior; Macetas; Coronas; Rosas; Bodas; Envío de flores', []],
  ['en', 'Bouquets; House plants; Roses; Funeral flowers; Plant pots; Garden gifts; Delivery', []],
  [
    'es',
    'Limpieza del hogar; Planchas de vapor; Tablas de planchar; Aspiradoras; Mangueras; Muebles de jardín; Piscinas hinchables; Menaje',
    [],
  ],
  [
    'en',
    'Cleaning products; Irons; Ironing boards; Vacuum cleaners; Garden furniture; Paddling pools; Carpets; Curtains',
    [],
  ],
  ['de', 'Reinigungsmittel; Bügeleisen; Staubsauger; Gartenmöbel; Planschbecken; Teppiche; Töpfe', []],
  [
    'es',
    'Fontanería; Desatascos; Limpieza de arquetas; Limpieza de bajantes; Limpieza de canalones; Mantenimiento de piscinas; Jardinería; Electricistas',
    ['home-services'],
  ],
  [
    'en',
    'Plumber; Drain cleaning; Gutter cleaning; Chimney cleaning; Boiler repair; Window cleaning; Contact',
    ['home-services'],
  ],
  [
    'es',
    'Dentista; Limpieza dental; Limpieza bucal profunda; Implantes dentales; Ortodoncia; Blanqueamiento dental',
    ['dental'],
  ],
  ['en', 'Teeth cleaning; Deep cleaning; Dental cleaning; Dental implants; Teeth whitening; Contact', ['dental']],
  ['es', 'Limpieza facial; Limpieza de cutis; Manicura; Depilación láser; Peluquería', ['beauty']],
  [
    'es',
    'Fisioterapia; Piscina terapéutica; Hidroterapia en piscina; Natación terapéutica; Suelo pélvico; Punción seca',
    ['physiotherapy'],
  ],
  ['en', 'Swimming lessons; Pool opening hours; Pool parties; Aqua aerobics; Lifeguard course; Prices', []],
  ['es', 'Retirada de basura; Vaciado de pisos; Limpieza de trasteros; Mudanzas; Guardamuebles', ['moving']],
  [
    'es',
    'Campo de fútbol 7 de césped artificial; Pista de césped; Torneo en césped natural; Pádel; Reservas de pistas',
    [],
  ],
  [
    'fr',
    'Bleu Lagon, pisciniste; Piscines coques; Rénovation; Rénovation de votre piscine; Recherche de fuite sur piscine; Dépannage piscine; Volets de piscine',
    ['pools'],
  ],
  [
    'en',
    'Pool builder; Pool renovation; Leak detection; Pool leak detection; Pool cleaning; Pool heater repair',
    ['pools'],
  ],
  [
    'es',
    'Construcción de piscinas; Reforma de piscinas; Reformas; Fugas de agua en piscinas; Mantenimiento de piscinas; Depuradoras',
    ['pools'],
  ],
  [
    'de',
    'Poolbau in Kiel; Folienbecken; Schwimmbadsanierung; Poolrenovierung: Renovierung alter Becken; Heizungswartung für die Poolheizung; Installateur für Pooltechnik; Rohrbruch am Schwimmbecken; Kontakt',
    ['pools'],
  ],
  [
    'de',
    'Pools; Poolbau; Poolpflege; Poolreinigung; Rohrreinigung am Pool; Elektriker für Poolbeleuchtung; Klempner für Poolrohre',
    ['pools'],
  ],
  [
    'de',
    'Schwimmbecken planen; Schwimmbadtechnik; Renovierung; Badsanierung mit Schwimmbad; Heizungsbau für Schwimmhallen; Kontakt',
    [],
  ],
  [
    'de',
    'Gartenbau; Gartenpflege; Gartengestaltung; Rollrasen; Rohrreinigung der Gartenleitung; Renovierung alter Gartenmauern; Elektriker für Gartenlicht',
    ['gardening'],
  ],
  [
    'de',
    'Klempner; Elektriker; Heizungsbau; Badsanierung; Poolheizung; Schwimmbadtechnik; Pooltechnik; Dachdecker; Renovierung',
    ['home-services', 'pools'],
  ],
  ['de', 'Orgelbau Sander; Restaurierung; Stimmung und Wartung; Renovierung alter Orgeln; Orgelpfeifen; Werkstatt', []],
  ['de', 'Bootsbau am See; Bootswerft; Bootsreinigung; Winterlager; Renovierung von Holzbooten; Bootssattlerei', []],
  ['de', 'Brunnenbau; Brunnenbohrung; Brunnenreinigung; Brunnensanierung; Gartenbrunnen; Pumpenservice', []],
  ['de', 'Imkerei; Honig; Bienenwachs; Bienenpatenschaft; Gartenbienen; Bienenhotel', []],
  ['es', 'Luthier; Reparación de guitarras; Restauración de violines; Electricista de escenarios; Contacto', []],
  ['en', 'Boat building; Boat repair; Boat renovation; Marine electrician; Moorings; Engine service', []],
  ['fr', 'Luthier; Réparation de violons; Rénovation de guitares; Archets; Location', []],
  [
    'en',
    'Family Law Solicitors; Divorce Solicitors; Real Estate Law; Tax Law; Business Tax Law; VAT Law; Employment Law; Probate; Contact',
    ['law'],
  ],
  [
    'en',
    'Tax return; Tax planning; Inheritance tax, wills and probate; Divorce tax; Self assessment tax; Tax litigation; Contact',
    ['accounting'],
  ],
  ['en', 'Home; Our novel: divorce, custody, alimony, inheritance, eviction, harassment; Author; Contact; Books', []],
  ['es', 'Desratización; Cucarachas; Termitas; Avispas; Procesionaria del pino; Picudo rojo; Contacto', []],
  ['pt', 'Silva e Filhos; Pintura de interiores; Pintura de fachadas; Pladur; Contactos', ['home-services']],
  ['de', 'Kern Bedachungen; Flachdach; Steildach; Dachrinnen erneuern; Dachfenster; Kontakt', ['home-services']],
  ['en', 'Painters and decorators; Interior painting; Exterior painting; Prices; Contact', ['home-services']],
  ['nl', 'Schilderwerk; Stucwerk; Stukadoor in Breda; Tarieven; Contact', ['home-services']],
  ['es', 'Escuela de pintura; Pintura al óleo; Pintura de retratos; Acuarela; Exposiciones; Contacto', []],
  ['en', 'Sarah Cole, painter; Oil paintings; Landscape painting; Commissions; Exhibitions; Contact', []],
  ['pt', 'Ateliê; Pintura a óleo; Retratos; Aguarela; Exposições; Contactos', []],
  ['de', 'Kunstmaler Ernst; Malerei; Ölgemälde; Ausstellungen; Kontakt', []],
];

const chosen = (titles: readonly string[], asked?: readonly string[]) =>
  chooseVocabulary({ asked, language: 'es', titles });

const on = (titles: readonly string[], asked?: readonly string[]) =>
  chosen(titles, asked)
    .trades.filter((trade) => trade.on)
    .map(({ trade }) => trade);

const titleOf = ({ title }: { readonly title: string }): string => title;

/** The trades that titles show, beside the words of every company. */
const tradesOf = (language: string, titles: readonly string[]): readonly string[] =>
  chooseVocabulary({ asked: undefined, language, titles })
    .trades.filter(({ trade, on: isOn }) => isOn && trade !== 'company')
    .map(({ trade }) => trade);

describe('chooseVocabulary', () => {
  it('switches on the trade that the titles of the pages show, and says by what', () => {
    const { trades } = chosen(PLUMBERS);
    assert.deepEqual(
      trades.filter(({ on: isOn }) => isOn),
      [
        { trade: 'company', on: true, why: 'applies to every company' },
        { trade: 'home-services', on: true, why: '3 of 5 titles name the trade, by 2 of its signs' },
      ],
    );
    assert.deepEqual(
      trades.map(({ trade }) => trade),
      TRADES,
    );
  });

  it('switches on the trade of every made-up site, and that of no other', () => {
    const found = readSites().map(({ name, language, pages }) => [name, tradesOf(language, pages.map(titleOf))]);
    assert.deepEqual(Object.fromEntries(found), MADE_UP);
  });

  it('lists single words of all trades but of every company, in the main language only', () => {
    const { vocabulary } = chosen(PLUMBERS);
    const things = new Set(vocabulary['es']?.things);
    assert.deepEqual(
      ['embrague', 'dentista', 'fontanero', 'grifo', 'cambio de aceite', 'empleo'].map((word) => things.has(word)),
      [true, true, true, true, false, false],
    );
    assert.equal(vocabulary['en']?.things, undefined);
  });

  it('leaves all trades but home services off on the demo site', () => {
    assert.deepEqual(tradesOf('es', [...demoPages()].map(titleOf)), ['home-services']);
  });

  it('knows a trade by its usual titles, in several languages', () => {
    assert.deepEqual(
      new Set(TYPICAL.map(({ trade }) => trade)),
      new Set(TRADES.filter((trade) => !['company', 'home-services'].includes(trade))),
    );
    for (const { trade, language, titles } of TYPICAL) {
      assert.deepEqual(tradesOf(language, titles), [trade], `${language} ${titles.join('; ')}`);
    }
  });

  it('takes no titles of another meaning for a trade', () => {
    for (const [language, titles, trades] of NEAR) {
      assert.deepEqual(tradesOf(language, titles.split('; ')), trades, `${language} ${titles}`);
    }
  });

  it('switches on the one trade of nearly all titles, though they name it by one word', () => {
    const towns = Array.from({ length: 40 }, (_, at) => `Électricien à Ville ${at}`);
    assert.deepEqual(tradesOf('fr', [...towns, 'Accueil', 'Contact']), ['home-services']);
    const reforms = ['Reforma laboral', 'Reforma fiscal', 'Reforma penal', 'Reforma procesal', 'Despacho', 'Equipo'];
    assert.deepEqual(tradesOf('es', reforms), []);
  });

  it('switches on a trade that titles show by words of no further trade', () => {
    const vet = ['Szczepienia', 'Kastracja', 'Pasożyty', 'USG i rentgen', 'Czipowanie', 'Paszport'];
    const further = Array.from({ length: 60 }, (_, at) => `Strona ${at}`);
    assert.deepEqual(tradesOf('pl', [...vet, 'Kontakt']), ['veterinary']);
    assert.deepEqual(tradesOf('pl', [...vet, ...further]), []);
    assert.deepEqual(tradesOf('pl', vet.slice(0, 3)), []);
    // Nine words of home services, and six of a vet.
    const home = ['Kran', 'Okna', 'Zamek', 'Kocioł', 'Rura', 'Gniazdko', 'Dach', 'Malarz', 'Bezpiecznik'];
    assert.deepEqual(tradesOf('pl', [...vet, ...home]), ['home-services', 'veterinary']);
    // Turkish has a single trade: no comparison is possible.
    assert.deepEqual(tradesOf('tr', ['Lavabo', 'Duş', 'Tamir', 'Montaj', 'Priz', 'Musluk', 'Sigorta']), []);
  });

  it('switches on several trades of a site with many towns, each by its own pages', () => {
    const services = ['Limpieza de oficinas', 'Mudanzas', 'Mantenimiento de piscinas', 'Cartelería', 'Rotulación'];
    const pages = Array.from({ length: 60 }, (_, at) => at).flatMap((town) =>
      services.map((service) => ({ title: `${service} en Villa ${town}`, city: `villa-${town}` })),
    );
    const others = Array.from({ length: 300 }, (_, at) => ({ title: `Consejo ${at}`, city: '' }));
    const all = [...pages, ...others];
    const chosenTrades = (cities: readonly string[]) =>
      chooseVocabulary({ asked: undefined, language: 'es', titles: all.map(titleOf), cities })
        .trades.filter(({ trade, on: isOn }) => isOn && trade !== 'company')
        .map(({ trade }) => trade);
    assert.deepEqual(chosenTrades(all.map(({ city }) => city)), ['cleaning', 'moving', 'pools']);
    assert.deepEqual(chosenTrades(all.map(() => '')), []);
  });

  for (const [name, titles] of Object.entries(OTHER_TRADES)) {
    it(`leaves home services off on the site of ${name}`, () => {
      assert.ok(!on(titles).includes('home-services'));
    });
  }

  it('obeys the owner', () => {
    assert.deepEqual(chosen(PLUMBERS, []).vocabulary, {});
    assert.deepEqual(on(PLUMBERS, ['company']), ['company']);
    assert.deepEqual(on(['Carta'], ['home-services']), ['company', 'home-services']);
  });

  it('leaves all off where the main language has no file', () => {
    const { vocabulary } = chooseVocabulary({ asked: undefined, language: 'sv', titles: PLUMBERS });
    assert.deepEqual(vocabulary, {});
  });
});

describe('vocabulary files', () => {
  it('name in every language only things that Spanish names', () => {
    for (const trade of TRADES) {
      const files = readTrade(trade);
      const known = new Set(Object.keys(files['es']?.words ?? {}));
      for (const [language, { words }] of Object.entries(files)) {
        assert.deepEqual(
          Object.keys(words).filter((key) => !known.has(key)),
          [],
          `${trade} ${language}`,
        );
      }
    }
  });

  it('relate only things that Spanish names', () => {
    for (const trade of TRADES) {
      const { words = {}, broader = {} } = readTrade(trade)['es'] ?? {};
      const related = Object.entries(broader).flat(2);
      assert.deepEqual(
        related.filter((key) => words[key] === undefined),
        [],
        trade,
      );
    }
  });

  it('say before their words by what a trade is known, each by words of its own', () => {
    const tradeOf = new Map<string, string>();
    for (const trade of TRADES) {
      for (const [language, { signs, except = [] }] of Object.entries(readTrade(trade))) {
        assert.deepEqual(readHead(trade, language), { exists: true, signs, except, yields: trade === 'shop' });
        for (const sign of signs ?? []) {
          const stems = createAnalyzer(language)
            .termsOf(sign)
            .map(({ stem }) => stem);
          const key = `${language} ${stems.join(' ')}`;
          assert.equal(tradeOf.get(key) ?? trade, trade, `${sign} is a sign of two trades`);
          tradeOf.set(key, trade);
        }
      }
    }
    assert.deepEqual(readHead('dental', 'sv'), { exists: false, signs: undefined, except: [], yields: false });
  });

  it('with faults are refused, each fault with its place', () => {
    assert.throws(() => parseVocabulary('signs: [a]\nwords: { tap: tap, sink: [] }', 'x.yaml'), {
      message: 'x.yaml: words.tap: wants a list of words\nx.yaml: words.sink: wants at least one word',
    });
    assert.throws(() => parseVocabulary('signs: [a', 'x.yaml'), /^Error: x\.yaml: line 1, column \d+/);
  });
});

describe('search with a vocabulary', () => {
  const pages = [
    page({ id: 1, path: '/fontaneria', title: 'Fontanería', markdown: 'Fontaneros para grifos y cisternas.' }),
    page({ id: 2, path: '/cerrajeria', title: 'Cerrajería', markdown: 'Cerrajeros: llaves y cerraduras.' }),
    page({ id: 3, path: '/electricidad', title: 'Electricista', markdown: 'Cambiamos el diferencial.' }),
    page({ id: 4, path: '/casa', title: 'Consejos', markdown: 'Consejos para la casa por fuera.' }),
  ];

  it('finds the page of a trade by its name in thirteen languages', () => {
    using site = indexOf(pages);
    for (const [query, expected] of [
      ['lampista', '/fontaneria'],
      ['fontaneiro', '/fontaneria'],
      ['iturgina', '/fontaneria'],
      ['plumber', '/fontaneria'],
      ['plumbers', '/fontaneria'],
      ['plombier', '/fontaneria'],
      ['Klempner', '/fontaneria'],
      ['idraulico', '/fontaneria'],
      ['encanador', '/fontaneria'],
      ['instalator', '/fontaneria'],
      ['loodgieter', '/fontaneria'],
      ['hydraulik', '/fontaneria'],
      ['tesisatçı', '/fontaneria'],
      ['slotenmaker', '/cerrajeria'],
      ['manyà', '/cerrajeria'],
      ['Schlüsseldienst', '/cerrajeria'],
      ['breaker se dispara', '/electricidad'],
    ] as const) {
      assert.equal(site.find(query)[0], expected, query);
    }
  });

  it('finds what a saying means', () => {
    using site = indexOf(pages);
    for (const [query, expected] of [
      ['me he quedado fuera de casa', '/cerrajeria'],
      ['estamos a oscuras desde ayer', '/electricidad'],
      ['everything went off last night', '/electricidad'],
      ['can’t find my keys', '/cerrajeria'],
      ['Schlüssel vergessen', '/cerrajeria'],
      ['claqué ma porte', '/cerrajeria'],
      ['rimasta fuori in pigiama', '/cerrajeria'],
      ['è andata via la luce', '/electricidad'],
      ['fiquei na rua', '/cerrajeria'],
      ['chave ficou dentro', '/cerrajeria'],
      ['quedada fora', '/cerrajeria'],
    ] as const) {
      assert.equal(site.find(query)[0], expected, query);
    }
  });

  it('finds what every company has on its site, whatever its trade', () => {
    using site = indexOf([
      ...pages,
      page({
        id: 5,
        path: '/casa-nuestra',
        title: 'Quiénes somos',
        markdown: 'Abierto en 1951. Hoy, diecisiete en plantilla.',
      }),
      page({ id: 6, path: '/unete', title: 'Únete', markdown: 'Manda tu historial y cuéntanos qué sabes hacer.' }),
      page({ id: 7, path: '/tienda', title: 'Tienda', markdown: 'Calle Mayor, de lunes a viernes.' }),
    ]);
    for (const [query, expected] of [
      ['¿cuántos empleados tenéis?', '/casa-nuestra'],
      ['¿quién es el dueño?', '/casa-nuestra'],
      ['enviar currículum', '/unete'],
      ['¿buscáis gente?', '/unete'],
      ['¿quién lleva esto?', '/casa-nuestra'],
      ['horario', '/tienda'],
      ['opening hours', '/tienda'],
    ] as const) {
      assert.equal(site.find(query)[0], expected, query);
    }
  });

  it('knows how customers ask any company for its hours, jobs and dates, in several languages', () => {
    const asked: Readonly<Record<string, readonly (readonly [query: string, title: string])[]>> = {
      de: [
        ['Ausbildungsplatz bei euch', 'Karriere'],
        ['komme zu spät zum Termin', 'Absage'],
        ['per WhatsApp', 'Kontakt'],
      ],
      en: [
        ['do you take apprentices', 'Careers'],
        ['I need to move my booking', 'Cancellations'],
        ['do you take amex', 'Payment'],
      ],
      es: [
        ['cierran los domingos', 'Contacto'],
        ['si no me presento', 'Cancelaciones'],
        ['dividir el pago', 'Financiación'],
      ],
      fr: [
        ['faire un stage', 'Recrutement'],
        ['décaler mon rendez-vous', 'Annulation'],
        ['jusqu’à quelle heure', 'Contact'],
      ],
      it: [
        ['assumete', 'Lavoro'],
        ['spostare l’appuntamento', 'Annullamento'],
        ['come posso contattarvi', 'Contatti'],
      ],
      pt: [
        ['estão a contratar', 'Emprego'],
        ['faltar à aula', 'Cancelamento'],
        ['até que horas', 'Contacto'],
      ],
    };
    for (const [language, cases] of Object.entries(asked)) {
      const { vocabulary } = chooseVocabulary({ asked: undefined, language, titles: [] });
      const titles = ['Zebra', ...cases.map(([, title]) => title)];
      const ofLanguage = titles.map((title, at) => page({ id: at + 1, path: `/${title}`, title, language }));
      const base = { name: 'Example', description: '', home: 'https://example.com', hosts: ['example.com'] };
      using site = indexOf(ofLanguage, { vocabulary, site: { ...base, language } });
      for (const [query, title] of cases) assert.equal(site.find(query)[0], encodeURI(`/${title}`), query);
    }
  });

  it('knows what people say of flats, holidays, lessons and pains without the words of the trade', () => {
    const asked: readonly (readonly [trade: string, language: string, query: string, title: string])[] = [
      ['driving-school', 'pt', 'chumbei no código', 'Exame reprovado'],
      ['driving-school', 'es', 'me da miedo conducir', 'Miedo al volante'],
      ['lodging', 'en', 'our flight lands late', 'Check-in'],
      ['lodging', 'en', 'is there an elevator', 'Accessible rooms'],
      ['physiotherapy', 'es', 'me duele el talón', 'Fascitis'],
      ['physiotherapy', 'en', 'room is spinning', 'Dizziness'],
      ['real-estate', 'de', 'brauche einen zuverlässigen Mieter', 'Vermieten'],
      ['real-estate', 'en', 'what could I sell for', 'Valuation'],
      ['home-services', 'es', 'luz que me sobra', 'Energía solar fotovoltaica'],
    ];
    for (const [trade, language, query, title] of asked) {
      const { vocabulary } = chooseVocabulary({ asked: [trade], language, titles: [] });
      const titles = ['Zebra', 'Kiwi', title];
      const pagesOf = titles.map((one, at) => page({ id: at + 1, path: `/${at}`, title: one, language }));
      const base = { name: 'Example', description: '', home: 'https://example.com', hosts: ['example.com'] };
      using site = indexOf(pagesOf, { vocabulary, site: { ...base, language } });
      assert.equal(site.find(query)[0], '/2', query);
    }
  });

  it('reads a word that the site itself uses as the site does, whatever it means elsewhere', () => {
    using shop = indexOf([
      ...pages,
      page({ id: 5, path: '/musica', title: 'Baie', markdown: 'Baie, disco de Robinet.' }),
    ]);
    assert.deepEqual(shop.find('robinet'), ['/musica']);
  });

  it('takes no word with several meanings for a voucher, access without steps or a telephone', () => {
    for (const [language, text, queries] of [
      ['en', 'At present our advice is accessible', ['gift voucher', 'wheelchair']],
      [
        'fr',
        'Nous voulons offrir un conseil accessible, il s’appelle Léo',
        ['carte cadeau', 'fauteuil roulant', 'téléphone'],
      ],
      [
        'pt',
        'Sempre presente, a um valor acessível, para ligar a máquina',
        ['voucher', 'cadeira de rodas', 'telefone'],
      ],
    ] as const) {
      const { vocabulary } = chooseVocabulary({ asked: undefined, language, titles: [] });
      using site = indexOf([page({ id: 1, path: '/a', title: 'A', markdown: text, language })], {
        vocabulary,
        site: { name: '', description: '', home: 'https://example.com', language, hosts: [] },
      });
      for (const query of queries) {
        const { confidence } = site.index.search({ query, city: undefined, limit: 1, offset: 0 });
        assert.equal(confidence, 'low', query);
      }
    }
  });

  it('knows no word of a trade whose vocabulary is off', () => {
    using site = indexOf(pages, { vocabulary: {} });
    assert.deepEqual(site.find('idraulico'), []);
  });
});

/** Pages of a site of a trade as `/path | title | text`, queries with their page, and queries about what is not offered. */
const SITES_OF_TRADES: readonly {
  readonly trade: string;
  readonly language: string;
  readonly pages: readonly string[];
  readonly asked: Readonly<Record<string, string>>;
  readonly unanswered: readonly string[];
}[] = [
  {
    trade: 'dental',
    language: 'es',
    pages: [
      '/empastes | Empastes | Reconstruimos la pieza con composite en una visita.',
      '/extracciones | Extracciones | Con anestesia local, y puntos si hacen falta.',
      '/endodoncia | Endodoncia | Limpiamos y sellamos los conductos.',
      '/periodoncia | Periodoncia | Raspado y alisado de encías.',
      '/bruxismo | Bruxismo | Férula a medida para la noche.',
      '/blanqueamiento | Blanqueamiento | En la clínica o en casa.',
    ],
    asked: {
      'tengo una caries': '/empastes',
      'tapar una muela': '/empastes',
      'quitarme una muela': '/extracciones',
      'matar el nervio': '/endodoncia',
      'root canal': '/endodoncia',
      piorrea: '/periodoncia',
      'rechino los dientes': '/bruxismo',
      'dientes amarillos': '/blanqueamiento',
      Zahnfleisch: '/periodoncia',
    },
    unanswered: ['cardiólogo', 'cambio de aceite', 'podólogo'],
  },
  {
    trade: 'physiotherapy',
    language: 'es',
    pages: [
      '/lumbar | Dolor lumbar | Tratamiento con terapia manual y ejercicio.',
      '/cervical | Dolor cervical | Cuello, mareos y cefaleas.',
      '/suelo-pelvico | Suelo pélvico | Embarazo, posparto e incontinencia.',
      '/deporte | Lesiones deportivas | Esguinces, tendinitis y roturas.',
      '/seguros | Mutuas y aseguradoras | Trabajamos con seis compañías.',
    ],
    asked: {
      lumbago: '/lumbar',
      'me he quedado clavado': '/lumbar',
      tortícolis: '/cervical',
      'se me escapa el pis': '/suelo-pelvico',
      'me he torcido el tobillo': '/deporte',
      'pelvic floor': '/suelo-pelvico',
    },
    unanswered: ['cardiólogo', 'dentista', 'logopeda'],
  },
  {
    trade: 'law',
    language: 'es',
    pages: [
      '/despidos | Despidos | Impugnamos el despido ante el juzgado de lo social.',
      '/divorcios | Divorcios | De mutuo acuerdo o contenciosos.',
      '/herencias | Herencias y testamentos | Particiones y declaración de herederos.',
      '/desahucios | Desahucios | Recuperamos la vivienda arrendada.',
      '/accidentes | Accidentes de tráfico | Reclamamos la indemnización.',
      '/extranjeria | Extranjería | Arraigo, residencia y nacionalidad.',
    ],
    asked: {
      'me han echado del trabajo': '/despidos',
      'me quiero separar': '/divorcios',
      'inquilino que no paga': '/desahucios',
      'me han echado del piso': '/desahucios',
      heredar: '/herencias',
      'unfair dismissal': '/despidos',
      inheritance: '/herencias',
      atropello: '/accidentes',
    },
    unanswered: ['fontanero', 'implante dental', 'mudanza'],
  },
  {
    trade: 'car-repair',
    language: 'es',
    pages: [
      '/itv | Pre-ITV | Revisamos luces, gases y frenos antes de la inspección.',
      '/neumaticos | Neumáticos | Montaje y equilibrado.',
      '/bateria | Baterías | Cambio en diez minutos.',
      '/grua | Grúa | Vamos a por tu vehículo a cualquier hora.',
      '/pintura | Chapa y pintura | Reparamos golpes y arañazos.',
      '/embrague | Embragues | Kit completo con mano de obra.',
    ],
    asked: {
      'me he quedado tirado': '/grua',
      'llanta ponchada': '/neumaticos',
      'no me arranca': '/bateria',
      abolladura: '/pintura',
      clutch: '/embrague',
      'verificación vehicular': '/itv',
      tyres: '/neumaticos',
    },
    unanswered: ['peluquería canina', 'abogado', 'clases de inglés'],
  },
  {
    trade: 'law',
    language: 'de',
    pages: [
      '/kuendigung | Kündigungsschutz | Drei Wochen Frist nach der Kündigung.',
      '/scheidung | Scheidung | Einvernehmlich oder streitig.',
      '/bussgeld | Bußgeldbescheid | Einspruch innerhalb von zwei Wochen.',
      '/kosten | Kosten | Beratungshilfe und Prozesskostenhilfe.',
    ],
    asked: {
      entlassen: '/kuendigung',
      geblitzt: '/bussgeld',
      divorce: '/scheidung',
      Ehescheidung: '/scheidung',
    },
    unanswered: ['Zahnarzt', 'Ölwechsel'],
  },
  {
    trade: 'law',
    language: 'fr',
    pages: [
      '/licenciement | Licenciement | Nous contestons la rupture devant les prud’hommes.',
      '/harcelement | Harcèlement au travail | Constituer des preuves et saisir la justice.',
      '/violences | Violences conjugales | Ordonnance de protection en quelques jours.',
      '/tutelle | Tutelle et curatelle | Demande au juge des contentieux de la protection.',
      '/bail | Bail et caution | Locataires et bailleurs.',
      '/etrangers | Droit des étrangers | Titre de séjour et naturalisation.',
      '/surendettement | Surendettement | Dossier devant la commission.',
      '/honoraires | Honoraires | Forfait ou temps passé.',
    ],
    asked: {
      'mon compagnon me frappe': '/violences',
      'ma cheffe me rabaisse devant tout le monde': '/harcelement',
      'mon père perd la tête': '/tutelle',
      'elle ne me rend pas ma caution': '/bail',
      'renouveler mes papiers': '/etrangers',
      'residence permit': '/etrangers',
      'je n’arrive plus à payer': '/surendettement',
      'vos tarifs': '/honoraires',
    },
    unanswered: ['permis de construire du garage', 'vidange', 'dentiste'],
  },
  {
    trade: 'lodging',
    language: 'fr',
    pages: [
      '/chambres | Nos chambres | Literie de 160 et vue sur la vallée.',
      '/emplacements | Emplacements | Herbe, ombre et électricité.',
      '/piscine | Piscine chauffée | Ouverte de mai à septembre.',
      '/annulation | Annulation | Sans frais jusqu’à sept jours avant.',
    ],
    asked: { baignade: '/piscine', Schwimmbad: '/piscine', Stellplatz: '/emplacements', room: '/chambres' },
    unanswered: ['avocat', 'vidange'],
  },
  {
    trade: 'gardening',
    language: 'es',
    pages: [
      '/riego | Riego automático | Goteo y aspersores con programador, para jardines y terrazas.',
      '/cesped | Césped natural y artificial | Siega, resiembra y tepes.',
      '/poda | Poda de setos y arbustos | Formamos el seto dos veces al año.',
      '/tala | Tala y destoconado | Con grúa o por trepa, y permiso municipal.',
      '/plagas | Plagas y tratamientos | Pulgón, cochinilla y hongos, sin dañar las abejas.',
      '/desbroce | Desbroce de parcelas | Desbrozamos fincas antes del verano.',
      '/paisajismo | Paisajismo | Plano en 3D y presupuesto cerrado.',
    ],
    asked: {
      'se me mueren las macetas': '/riego',
      'quién me riega en agosto': '/riego',
      'pasto sintético': '/cesped',
      'mow the lawn': '/cesped',
      'recortar las arizónicas': '/poda',
      'quitar un árbol': '/tala',
      'stump grinding': '/tala',
      'bichos en las hojas': '/plagas',
      'bugs on the leaves': '/plagas',
      'limpiar la parcela': '/desbroce',
      'my yard is overgrown': '/desbroce',
      'hacer un jardín': '/paisajismo',
    },
    unanswered: ['dentista', 'fontanero', 'clases de inglés'],
  },
  {
    trade: 'gardening',
    language: 'en',
    pages: [
      '/lawns | Lawn treatment | Feeding, moss control and overseeding in spring and autumn.',
      '/hedges | Hedge trimming | Laurel, conifer and box, waste taken away.',
      '/trees | Tree felling | Felling by climbers, stumps ground out.',
      '/clearance | Garden clearance | Brambles, rubble and old sheds.',
      '/irrigation | Irrigation | Drip lines and timers for pots and borders.',
      '/design | Garden design | Drawings, planting plans and building.',
    ],
    asked: {
      'my grass has gone yellow': '/lawns',
      'leylandii too tall': '/hedges',
      'garden makeover': '/design',
      'cut down an old oak': '/trees',
      'garden like a jungle': '/clearance',
      'plants keep dying when I am away': '/irrigation',
      desbroce: '/clearance',
      Rasenpflege: '/lawns',
    },
    unanswered: ['dentist', 'plumber', 'oil change'],
  },
  {
    trade: 'pools',
    language: 'es',
    pages: [
      '/obra | Construcción de piscinas | Hormigón gunitado con proyecto y licencia.',
      '/algas | Tratamiento contra algas | Recuperamos el vaso en tres días.',
      '/fugas | Detección de fugas | Con gas trazador y sin romper.',
      '/liner | Cambio de liner | Lámina armada de 1,5 mm, con diez años de garantía.',
      '/sal | Cloración salina | Electrólisis con control de pH.',
      '/calor | Climatización | Bomba de calor y manta térmica.',
      '/invierno | Invernaje | Cobertor e invernador.',
    ],
    asked: {
      'agua verde': '/algas',
      'no se ve el fondo': '/algas',
      'se me ha puesto verde la piscina': '/algas',
      'la alberca pierde agua': '/fugas',
      'baja el nivel': '/fugas',
      'hacer una pileta': '/obra',
      'agua fría': '/calor',
      'me pican los ojos': '/sal',
      'tapar la piscina en invierno': '/invierno',
      'vinyl liner': '/liner',
      'salt chlorinator': '/sal',
      'pool heater': '/calor',
    },
    unanswered: ['dentista', 'abogado', 'mudanza'],
  },
  {
    trade: 'cleaning',
    language: 'en',
    pages: [
      '/regular | Domestic cleaning | The same person every week, vetted and insured.',
      '/tenancy | End of tenancy cleaning | To the checklist of letting agents.',
      '/builders | After builders cleaning | Plaster dust, paint and glue.',
      '/carpets | Carpet and upholstery cleaning | Stains and odours, dry in four hours.',
      '/windows | Window cleaning | Pure water, up to four storeys.',
      '/offices | Office cleaning | Evenings or early mornings.',
      '/stairs | Communal areas | Halls, landings and bin stores of blocks of flats.',
      '/ironing | Ironing service | Collected and back within a day.',
    ],
    asked: {
      'someone to clean my house': '/regular',
      maid: '/regular',
      'get my deposit back': '/tenancy',
      'builders have finished and there is dust': '/builders',
      'red wine everywhere': '/carpets',
      'red wine on the rug': '/carpets',
      couch: '/carpets',
      stairwell: '/stairs',
      'hate ironing': '/ironing',
      'femme de ménage': '/regular',
      Treppenhausreinigung: '/stairs',
      cristales: '/windows',
    },
    unanswered: ['dentist', 'locksmith', 'driving lessons'],
  },
  {
    trade: 'cleaning',
    language: 'es',
    pages: [
      '/comunidades | Limpieza de comunidades | Portales, rellanos y ascensores.',
      '/obra | Limpieza de fin de obra | Yeso, cemento y restos de pintura.',
      '/tapicerias | Tapicerías y moquetas | Inyección y extracción a domicilio.',
      '/servicio | Servicio doméstico | Empleadas de hogar internas y por horas.',
      '/plancha | Plancha | Recogemos en cestas y devolvemos en perchas.',
      '/suelos | Abrillantado de mármol | Cristalizado con máquina rotativa.',
    ],
    asked: {
      'se turnan los vecinos para la escalera': '/comunidades',
      'ya han acabado los albañiles': '/obra',
      sofá: '/tapicerias',
      alfombras: '/tapicerias',
      'señora de la limpieza': '/servicio',
      mucama: '/servicio',
      'cleaning lady': '/servicio',
      'montaña de ropa': '/plancha',
      'pulir el suelo': '/suelos',
    },
    unanswered: ['dentista', 'abogado', 'cambio de aceite'],
  },
  {
    trade: 'home-services',
    language: 'en',
    pages: [
      '/ac-repair | AC Repair | Capacitors, coils and refrigerant.',
      '/ac-replacement | AC Replacement | Sized for your house, with ten years on parts.',
      '/furnace-repair | Furnace Repair | Burners, igniters and blowers.',
      '/water-heaters | Water Heaters | Tank and tankless, gas and electric.',
      '/drain-cleaning | Drain Cleaning | Cable and jetting for a blocked toilet or sink.',
      '/leaks | Leak Detection | Found by sound and heat, with no digging.',
      '/softeners | Hard Water & Softeners | Salt, resin and filters.',
      '/dryer-vents | Dryer Vents | Cleaned from the wall to the roof.',
      '/financing | Financing | Approved in five minutes.',
    ],
    asked: {
      'ac crapped out': '/ac-repair',
      'the ac is running but it will not cool': '/ac-repair',
      'heater blows cold air': '/furnace-repair',
      'popping noise from the tank': '/water-heaters',
      'the commode is stopped up': '/drain-cleaning',
      'my water bill is crazy': '/leaks',
      'white crust on the faucet': '/softeners',
      'clothes take forever to dry': '/dryer-vents',
      'we have bad credit': '/financing',
    },
    unanswered: ['dentist', 'wedding photographer'],
  },
  {
    trade: 'car-repair',
    language: 'fr',
    pages: [
      '/pneus | Pneus | Toutes marques, montés et équilibrés.',
      '/freins | Freins | Disques et plaquettes.',
      '/climatisation | Climatisation | Recherche de fuite et gaz.',
      '/controle-technique | Contrôle technique | Nous passons la visite pour vous.',
      '/occasion | Véhicules d’occasion | Révisés et garantis.',
      '/garantie | Garantie | Deux ans, pièces et main-d’œuvre.',
    ],
    asked: {
      'j’ai crevé': '/pneus',
      'ça couine quand je freine': '/freins',
      'souffle du chaud au lieu du froid': '/climatisation',
      'recalé au contrôle': '/controle-technique',
      'vous reprenez ma voiture ?': '/occasion',
      'toujours le même problème': '/garantie',
    },
    unanswered: ['avocat', 'cours de guitare'],
  },
  {
    trade: 'car-repair',
    language: 'de',
    pages: [
      '/bremsen | Bremsen | Beläge, Scheiben und Leitungen.',
      '/reifen | Reifen und Achsvermessung | Montage, Wuchten und Spur.',
      '/auspuff | Auspuff | Rohre, Töpfe und Katalysatoren.',
      '/pannenhilfe | Pannenhilfe | Tag und Nacht im Umkreis von 30 Kilometern.',
      '/inspektion | Inspektion | Nach den Vorgaben des Herstellers.',
    ],
    asked: {
      'das Lenkrad vibriert beim Bremsen': '/bremsen',
      'Lenkrad vibriert bei Tempo 120': '/reifen',
      'mein Auto ist so laut': '/auspuff',
      'Diesel getankt statt Super': '/pannenhilfe',
      'habe mich ausgesperrt': '/pannenhilfe',
    },
    unanswered: ['Rechtsanwalt', 'Gitarrenkurs'],
  },
  {
    trade: 'shop',
    language: 'it',
    pages: [
      '/resi | Resi e cambi | Entro trenta giorni, con la merce integra.',
      '/consegna | Consegna | In valle il giovedì.',
      '/vernici | Vernici | Smalti, fondi e tinte a campione.',
      '/chiavi | Duplicazione chiavi | In pochi minuti.',
    ],
    asked: { 'ho perso lo scontrino': '/resi', 'posso riportare la latta senza scatola?': '/resi' },
    unanswered: ['avvocato', 'corso di chitarra'],
  },
  {
    trade: 'gardening',
    language: 'it',
    pages: [
      '/prato | Sfalcio | Con il rasaerba, ogni dieci giorni.',
      '/siepi | Siepi | Forma e misura due volte l’anno.',
      '/irrigazione | Irrigazione | A goccia o con irrigatori.',
    ],
    asked: { tagliaerba: '/prato' },
    unanswered: ['avvocato'],
  },
  {
    trade: 'beauty',
    language: 'es',
    pages: ['/estetica | Medicina estética | Con cita previa.', '/peinados | Peinados | Recogidos y trenzas.'],
    asked: { botox: '/estetica', 'toxina botulínica': '/estetica' },
    unanswered: ['abogado'],
  },
  {
    trade: 'veterinary',
    language: 'de',
    pages: [
      '/parasiten | Flöhe, Zecken und Würmer | Tabletten und Tropfen.',
      '/verhalten | Verhalten | Eine Stunde Beratung.',
      '/notfall | Notfall | Rufen Sie immer zuerst an.',
      '/zaehne | Zähne | Reinigung in Narkose.',
      '/senioren | Senioren | Niere, Herz und Gelenke.',
      '/ultraschall | Ultraschall | Bauch und Herz.',
    ],
    asked: {
      'rutscht mit dem Po': '/parasiten',
      'macht in die Wohnung': '/verhalten',
      'kriegt keine Luft': '/notfall',
      'stinkt aus dem Maul': '/zaehne',
      'Mieze säuft so viel': '/senioren',
      Sono: '/ultraschall',
    },
    unanswered: ['Rechtsanwalt', 'Gitarrenkurs'],
  },
];

describe('search with the vocabulary of a trade', () => {
  for (const { trade, language, pages, asked, unanswered } of SITES_OF_TRADES) {
    it(`answers lay, regional and foreign words of ${trade} (${language}), and what is not offered with low confidence`, () => {
      const { vocabulary } = chooseVocabulary({ asked: [trade], language, titles: [] });
      using site = indexOf(
        pages.map((line, at) => {
          const [path = '', title = '', markdown = ''] = line.split(' | ');
          return page({ id: at + 1, path, title, markdown, language });
        }),
        { vocabulary, site: { name: '', description: '', home: 'https://example.com', language, hosts: [] } },
      );
      for (const [query, expected] of Object.entries(asked)) assert.equal(site.find(query)[0], expected, query);
      for (const query of unanswered) {
        const { confidence } = site.index.search({ query, city: undefined, limit: 1, offset: 0 });
        assert.equal(confidence, 'low', query);
      }
    });
  }
});
