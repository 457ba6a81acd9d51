import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { indexOf, page } from './search-pages.ts';

const SITE = { name: 'Example', description: '', home: 'https://example.com', language: 'en', hosts: ['example.com'] };
const WORDS = { lock: ['lock', 'cylinder'], safe: ['safe opening'], car: ['car'] };
const vocabulary = {
  en: { words: WORDS, sayings: {}, neighbours: { 'car-lock': ['car key'], skip: ['skip hire'] }, services: ['safe'] },
};
const english = (id: number, title: string, markdown: string) => page({ id, title, markdown, language: 'en' });
/** Pages with the words of each phrase, none with the phrase. */
const PAGES = [
  english(1, 'Gas Safe engineers', 'We open a blocked pipe. Do not skip a year. A lost key is no problem.'),
  english(2, 'Car chargers', 'A charger at home, for every car and every house.'),
];

describe('a query for a service with a name of several words', () => {
  it('finds nothing where no page has them together', () => {
    using site = indexOf(PAGES, { site: SITE, vocabulary });
    for (const query of ['safe opening', 'lost car keys', 'skip hire today'])
      assert.deepEqual(site.find(query), [], query);
    assert.deepEqual(site.find('lost key'), ['/p1']);
    assert.deepEqual(site.find('car charger'), ['/p2']);
  });

  it('finds the pages that have them so in a heading, or in a text about one of them', () => {
    using headed = indexOf([...PAGES, english(3, 'Rubble', '## Hire a skip\n\nCall us.')], { site: SITE, vocabulary });
    assert.equal(headed.find('skip hire')[0], '/p3');
    using told = indexOf([...PAGES, english(3, 'Keys', 'We cut the key of a car.')], { site: SITE, vocabulary });
    assert.ok(told.find('lost car key').includes('/p3'));
  });

  it('finds nothing where a title has the wider thing, and pages its words apart', () => {
    const broader = { safe: ['lock'] };
    using site = indexOf([...PAGES, english(3, 'Locks', 'Opened on Sunday.')], {
      site: SITE,
      vocabulary: { en: { ...vocabulary.en, broader } },
    });
    assert.deepEqual(site.find('safe opening'), []);
  });

  it('finds it in the other number, where that has other stems', () => {
    const solar = { words: { solar: ['panel solar'] }, sayings: {}, services: ['solar'] };
    using site = indexOf([page({ id: 1, title: 'Paneles solares' })], { vocabulary: { es: solar } });
    assert.deepEqual(site.find('paneles solares'), ['/p1']);
  });

  it('takes a word of it for none that says nothing, though its stem is one', () => {
    const french = { words: { negligence: ['faute médicale'] }, sayings: {}, services: ['negligence'] };
    const expert = page({ id: 1, title: 'Expertise', markdown: 'Votre accident.', language: 'fr' });
    using site = indexOf([expert], { site: { ...SITE, language: 'fr' }, vocabulary: { fr: french } });
    assert.deepEqual(site.find('expertise médicale'), ['/p1']);
    assert.deepEqual(site.find('faute médicale'), []);
  });

  it('finds nothing for a phrase next door whose group has another one, or beside a part that is said in passing', () => {
    const neighbours = { security: ['panic alarm', 'camera survey', 'fence'], glazing: ['double glazing'] };
    const words = { window: ['window'], sill: ['sill'] };
    const known = { en: { words, sayings: {}, neighbours, broader: { sill: ['window'] } } };
    const said = english(3, 'Drains', '## Camera survey\n\nThe alarm of a double garage, below a window.');
    const news = Array.from({ length: 20 }, (_, at) => english(at + 10, `News ${at}`, 'Open as ever.'));
    const pages = [...PAGES, said, ...news];
    using site = indexOf(pages, { site: SITE, vocabulary: known });
    for (const query of ['panic alarm', 'double glazing windows']) assert.deepEqual(site.find(query), [], query);
    assert.equal(site.find('camera survey')[0], '/p3');
    using fenced = indexOf([...pages, english(4, 'Fence', 'And windows.'), english(5, 'Windows', 'Of all sizes.')], {
      site: SITE,
      vocabulary: known,
    });
    for (const query of ['panic alarm', 'double glazing windows']) assert.notDeepEqual(fenced.find(query), [], query);
  });

  it('finds what the owner calls it', () => {
    const synonyms = [['skip', 'rubble']];
    using site = indexOf([...PAGES, english(3, 'Rubble', 'We fetch it.')], { site: SITE, vocabulary, synonyms });
    assert.equal(site.find('skip hire')[0], '/p3');
  });
});

describe('a query for a service beside something else', () => {
  const words = { bath: ['bath'], neuter: ['neutering', 'spaying'], divorce: ['divorce'], custody: ['custody'] };
  const known = { words, sayings: {}, services: ['bath', 'divorce', 'custody'] };
  const about = [
    english(1, 'Neutering', 'No bath for ten days. We saw a custody film.'),
    english(2, 'Rabbits', 'A rabbit needs hay.'),
    ...['Prices', 'Team'].map((title, at) => english(at + 3, title, 'Telephone and address.')),
    ...Array.from({ length: 20 }, (_, at) => english(at + 10, `News ${at}`, 'Open as ever.')),
  ];

  it('finds the text about the other thing that tells of it, and nothing where none does', () => {
    using site = indexOf(about, { site: SITE, vocabulary: { en: known } });
    assert.deepEqual(site.find('bath after spaying')[0], '/p1');
    assert.deepEqual(site.find('rabbit bath'), []);
  });

  it('finds what is of one field with a service of the company', () => {
    const facts = { site: SITE, vocabulary: { en: { ...known, fields: [['divorce', 'custody']] } } };
    using other = indexOf(about, facts);
    assert.deepEqual(other.find('custody hearing'), []);
    using site = indexOf([...about, english(5, 'Divorce', 'Calmly.')], facts);
    assert.equal(site.find('custody hearing')[0], '/p1');
  });

  it('finds nothing where the name of a service is read as one word, or only begins like a title', () => {
    const services = { dismissal: ['redundancy', 'unfair dismissal'], care: ['vehiclepolishing'] };
    using site = indexOf(
      [...about, english(5, 'Vehiclechecks', 'Anna wrote on redundancy. Our vehiclepolishing is Tom’s broom.')],
      { site: SITE, vocabulary: { en: { words: services, sayings: {}, services: ['dismissal', 'care'] } } },
    );
    assert.deepEqual(site.find('unfair dismissal'), []);
    assert.deepEqual(site.find('vehiclepolishing telephone'), []);
    assert.equal(site.find('redundancy')[0], '/p5');
  });

  it('corrects no word of its name, in a language without a dictionary either', () => {
    const german = { words: {}, sayings: {}, neighbours: { breeder: ['Welpe kaufen'] } };
    const chewing = page({ id: 1, title: 'Zähne', markdown: 'Was Welpen kauen.', language: 'de' });
    using site = indexOf([chewing], { site: { ...SITE, language: 'de' }, vocabulary: { de: german } });
    assert.deepEqual(site.find('Welpe kaufen'), []);
    assert.deepEqual(site.find('Welpe kauen'), ['/p1']);
  });
});

describe('a query for what other trades do', () => {
  const others = { plumbing: ['plumber'], cars: ['used cars'], lawns: ['lawn mowing'], paint: ['house painting'] };
  const words = { lawn: ['lawn'], paint: ['painting'] };
  const pages = [
    english(1, 'Rooms', 'A lawn to rest on, and cars parked in the yard behind. We are used to guests.'),
    english(2, 'Mowing day', ''),
  ];
  const known = { words, sayings: {}, others };

  it('finds nothing where no page has its name', () => {
    using site = indexOf(pages, { site: SITE, vocabulary: { en: known } });
    for (const query of ['plumber for rooms', 'used cars parked', 'lawn mowing rooms']) {
      assert.deepEqual(site.find(query), [], query);
    }
    assert.equal(site.find('cars parked')[0], '/p1');
  });

  it('finds a page that has it in passing, titles that have all its words, and what the company has by a word of it', () => {
    const said = english(3, 'Parking', 'Plumbers park here. Our neighbour sells used cars.');
    using site = indexOf([...pages, said, english(4, 'Lawn', '')], { site: SITE, vocabulary: { en: known } });
    for (const query of ['plumber for rooms', 'used cars parked', 'lawn mowing rooms']) {
      assert.notDeepEqual(site.find(query), [], query);
    }
    const texts = [3, 4, 5].map((id) => english(id, `News ${id}`, 'Solicitors listen.'));
    const ofLaw = {
      en: { words: {}, sayings: {}, others: { law: ['solicitor', 'barrister', 'employment tribunal'] } },
    };
    using firm = indexOf([...pages, ...texts], { site: SITE, vocabulary: ofLaw });
    assert.notDeepEqual(firm.find('employment tribunal solicitor'), []);
    const painting = english(3, 'Painting', 'Walls.');
    const vocabularyOfPainters = { en: { ...known, services: ['paint'] } };
    using painters = indexOf([...pages, painting], { site: SITE, vocabulary: vocabularyOfPainters });
    assert.equal(painters.find('painting of a house')[0], '/p3');
    assert.equal(painters.find('house painting')[0], '/p3');
  });
});

describe('a query that says of a thing what is said of any', () => {
  it('finds nothing where nothing stands for the thing', () => {
    using site = indexOf([page({ id: 1, title: 'Reparar la lavadora' }), page({ id: 2, title: 'Grifo roto' })]);
    for (const query of ['reparar microondas', 'microondas roto']) assert.deepEqual(site.find(query), [], query);
    assert.deepEqual(site.find('lavarropas roto')[0], '/p1');
    assert.deepEqual(site.find('roto'), ['/p2']);
  });
});
