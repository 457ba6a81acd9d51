import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { array, assert as assertProperty, constantFrom, property, tuple } from 'fast-check';
import { createAnalyzer } from '../../../../db/search/text/analyzer.ts';
import { PACKS } from '../../../../db/search/text/languages/packs.ts';
import { STEMMERS } from '../../../../db/search/text/languages/stemmers.ts';
import { eachToken, wordEndAt } from '../../../../db/search/text/tokenizer.ts';
import { wellFormedText } from '../../../helpers/well-formed-text.ts';

const LANGUAGES = [...Object.keys(PACKS), 'ja', 'km', 'lo', 'my', 'ko', 'he', 'fa', 'xx'];

/** Pieces of texts in many scripts: words, marks, joiners, halves of nothing. */
const PIECES = [
  'Fontanería',
  'İstanbul',
  'IŞIK',
  'Straße',
  'cafe\u0301',
  'المدرسة',
  'مُدَرِّس',
  'كــتاب',
  'άνθρωπος',
  'ещё',
  'й',
  'क़लम',
  'हिन्दी',
  'ประเทศไทย',
  'เเละ',
  'น้ำ',
  '清华大学',
  '東京タワー',
  '𠮷野家',
  '𝒜bc',
  'ភាសាខ្មែរ',
  'ພາສາລາວ',
  'မြန်မာ',
  '한국어',
  'Tiếng Việt',
  '\u200d',
  '\u00ad',
  '\u0301',
  ' ',
  '。',
  '\n',
  '-',
  '٣٤',
  '२०',
  '24h',
  '🔧',
  '👩‍🔧',
  'ﬁ',
  'Ｗｉｆｉ',
];
const text = array(constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(''));
const anyText = tuple(text, wellFormedText({ maxLength: 10 }), text).map((parts) => parts.join(''));

/** The kashida and the small waw and yeh of the Quran, which Unicode counts as letters. */
const LETTERS_LEFT_OUT = /^[\u0640\u06e5\u06e6\p{M}]+$/u;

const letters = (some: string) => some.match(/[\p{L}\p{N}]/gu) ?? [];

for (const language of LANGUAGES) {
  describe(`the analyzer of ${language}`, () => {
    const { words, fold, termOf, termsOf } = createAnalyzer(language);

    it('finds every letter once, in words whose places are right and never within a character', () => {
      assertProperty(
        property(anyText, (some) => {
          const covered = new Uint8Array(some.length);
          let last = 0;
          for (const { text: token, start, end } of words(some)) {
            assert.ok(start >= last && end > start && end <= some.length);
            assert.equal(some.slice(start, end), token);
            assert.equal(token.isWellFormed(), true);
            covered.fill(1, start, end);
            last = end;
          }
          const found = [...some.matchAll(/[\p{L}\p{N}]/gu)].filter(({ index }) => covered[index] === 1);
          assert.equal(found.length, letters(some).length);
        }),
      );
    });

    it('gives the terms of the words and of their pieces, whole characters by ascending place', () => {
      assertProperty(
        property(anyText, (some) => {
          const starts: number[] = [];
          const terms = termsOf(some, starts);
          const tokens: { readonly text: string; readonly start: number }[] = [];
          eachToken(some, (start, end) => tokens.push({ text: some.slice(start, end), start }));
          assert.deepEqual(
            starts,
            tokens.map(({ start }) => start),
          );
          assert.deepEqual(
            starts,
            starts.toSorted((a, b) => a - b),
          );
          assert.deepEqual(
            terms,
            tokens.map((token) => termOf(token.text)),
          );
          const places = new Set(tokens.map((token) => `${token.start} ${token.text}`));
          for (const word of words(some)) assert.ok(places.has(`${word.start} ${word.text}`));
          for (const token of tokens) {
            assert.equal(token.text.isWellFormed(), true);
            assert.ok(wordEndAt(some, token.start) > token.start);
          }
        }),
      );
    });

    it('leaves the small letters of ASCII as they are', () => {
      const ascii = Array.from({ length: 128 }, (_, unit) => String.fromCharCode(unit)).filter(
        (one) => !/[A-Z]/.test(one),
      );
      const { fold: foldOfPack = (word: string) => word } = PACKS[language] ?? {};
      for (const one of [...ascii, ascii.join('')]) assert.equal(foldOfPack(one), one);
    });

    it('folds to whole characters, the same when folded again', () => {
      assertProperty(
        property(anyText, (some) => {
          for (const { text: token } of words(some)) {
            const folded = fold(token);
            assert.equal(folded.isWellFormed(), true);
            assert.equal(fold(folded), folded);
            assert.ok(letters(token).length === 0 || folded !== '' || LETTERS_LEFT_OUT.test(token));
          }
        }),
      );
    });
  });
}

describe('folding', () => {
  const same = (language: string, ...list: string[]) => {
    const { fold } = createAnalyzer(language);
    assert.equal(new Set(list.map(fold)).size, 1, list.map(fold).join(' '));
  };
  const differ = (language: string, ...list: string[]) => {
    const { fold } = createAnalyzer(language);
    assert.equal(new Set(list.map(fold)).size, list.length);
  };

  it('takes off what people leave out or mix up', () => {
    same('es', 'CAÑERÍA', 'caneria');
    same('de', 'Straße', 'strasse');
    same('tr', 'IŞIK', 'ışık', 'isik');
    same('tr', 'İSTANBUL', 'istanbul');
    same('el', 'ΆΝΘΡΩΠΟΣ', 'άνθρωπος', 'ανθρωπος');
    same('ru', 'ещё', 'ЕЩЕ');
    same('ar', 'إسلام', 'اسلام', 'أسلام');
    same('ar', 'كِتــاب', 'كتاب');
    same('hi', 'क़लम', 'कलम');
    same('hi', 'हिन्दी', 'हिंदी');
    same('hi', 'डॉक्टर', 'डाक्टर');
    differ('hi', 'जन्म', 'जंम');
    same('ro', 'țară', 'ţară', 'tara');
    same('vi', 'Điện', 'dien');
    same('th', 'เเละ', 'และ');
    same('xx', '٣٤', '34');
  });

  it('takes marks off that a stretched line parts', () => {
    same('fa', '\u0435\u0302\u0640\u3099', '\u0435\u3099');
  });

  it('keeps letters that look like others with a mark', () => {
    differ('ru', 'мой', 'мои');
    differ('hi', 'कि', 'की', 'क');
    differ('th', 'ปา', 'ป่า', 'ป้า');
    differ('ja', 'か', 'が');
  });
});

describe('pieces', () => {
  const tokensOf = (some: string) => {
    const tokens: string[] = [];
    eachToken(some, (start, end) => tokens.push(some.slice(start, end)));
    return tokens;
  };

  it('are the ideographs of a word, and each two of three or more', () => {
    assert.deepEqual(tokensOf('水管'), ['水管', '水', '管']);
    assert.deepEqual(tokensOf('黑死病'), ['黑死病', '黑', '黑死', '死', '死病', '病']);
  });

  it('are two syllables beside each other, as of a name that no dictionary holds', () => {
    assert.deepEqual(tokensOf('胡格诺'), ['胡', '胡格', '格', '格诺', '诺']);
    assert.deepEqual(tokensOf('胡，格'), ['胡', '格']);
    assert.deepEqual(tokensOf('คานธี'), ['คาน', 'คานธี', 'ธี']);
  });

  it('are none of words with spaces, nor of half characters', () => {
    assert.deepEqual(tokensOf('agua 24 한국어 𠮷𠮷'), ['agua', '24', '한국어', '𠮷', '𠮷']);
  });
});

describe('stems', () => {
  const same = (language: string, ...list: string[]) => {
    const { termOf } = createAnalyzer(language);
    assert.equal(
      new Set(list.map((word) => termOf(word).stem)).size,
      1,
      list.map((word) => termOf(word).stem).join(' '),
    );
  };

  it('are those of the language', () => {
    same('en', 'repair', 'repairs', 'Repairing');
    same('en', 'colours', 'color', 'coloured');
    same('en', 'organisation', 'organizations', 'organize', 'organised');
    same('en', 'centre', 'centers');
    same('en', 'cancelled', 'canceling');
    same('en', 'freeze', 'froze', 'frozen', 'Freezing');
    same('en', 'tooth', 'teeth');
    same('es', 'primer', 'primera', 'primeros');
    same('de', 'Haus', 'Häuser');
    same('el', 'άνθρωπος', 'ανθρώπου');
    same('ro', 'oraș', 'orașele', 'oraşul');
    same('ru', 'дом', 'домами');
    same('tr', 'ev', 'EVLERDE');
    same('ar', 'مدرسة', 'المدرسة', 'للمدرسة');
    same('fr', 'réparation', 'réparations', 'REPARATION', 'réparée');
    same('fr', 'chaudière', 'chaudieres');
    same('it', 'riparazione', 'riparazioni', 'Riparazione');
    same('it', 'qualità', 'qualita');
    same('pt', 'canalização', 'canalizações', 'canalizacao');
    same('pt', 'reparar', 'reparado', 'reparados');
    same('nl', 'huis', 'huizen');
    same('nl', 'kraan', 'KRANEN');
    same('ca', 'calefacció', 'calefaccions');
    same('ca', 'porta', 'portes');
    same('ca', 'boca', 'boques');
    same('ca', 'servei', 'serveis');
    same('ca', 'telèfon', 'telefons');
  });

  it('are not shared by a stop word and a word that means something', () => {
    const { termOf } = createAnalyzer('es');
    assert.notEqual(termOf('como').stem, termOf('comer').stem);
    assert.notEqual(termOf('ser').stem, termOf('serie').stem);
    const english = createAnalyzer('en');
    assert.notEqual(english.termOf('left').stem, english.termOf('leave').stem);
    for (const word of ['hour', 'four', 'seized', 'calling', 'spelling', 'require', 'journey']) {
      assert.equal(english.termOf(word).stem, STEMMERS.en(word));
    }
  });

  it('stand alone without what an apostrophe joins to them', () => {
    for (const [language, joined, word] of [
      ['fr', "l'eau", 'eau'],
      ['fr', 'qu’une fuite d’eau', 'fuite'],
      ['it', 'dell’acqua', 'acqua'],
      ['ca', "l'aigua", 'aigua'],
      ['ca', 'd’aigua', 'aigua'],
    ] as const) {
      const { words, fold, isContentWord } = createAnalyzer(language);
      const tokens = words(joined).map(({ text: token }) => fold(token));
      assert.equal(tokens.find(isContentWord), word);
    }
  });
});
