import type { CityRule } from '../../../shared/cities.ts';
import type { PlaceNames } from '../../../shared/place-names.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { WordForms } from '../storage/word-forms.ts';
import type { Term, Analyzer } from '../text/analyzer.ts';
import { PACKS } from '../text/languages/packs.ts';
import { otherLanguageOf } from '../text/languages/query-language.ts';
import { piecesOf } from '../text/pieces.ts';
import { MAX_TERMS, type Alternative, type QueryTerm } from '../types.ts';
import { createCityFinder } from './city-finder.ts';
import { SHORTEST_TELLING, type ForeignWords } from './foreign-words.ts';
import { createCorrections, textOf, type Correction } from './corrections.ts';
import { SHORT_QUERY, type createOtherSubjects } from './other-subjects.ts';
import { createPlaceFinder, type FoundPlace, type PlaceCandidates } from './place-finder.ts';
import { createQueryCorrector, type QueryWord } from './query-corrector.ts';
import { createQueryTerms } from './query-terms.ts';
import type { ReadSaying } from './sayings.ts';
import type { Services } from './services.ts';
import type { SpellingCorrector } from './spelling-corrector.ts';

/** A word of the query after correction, and the use that is made of it. */
export type InterpretedWord = QueryWord & { readonly role: 'term' | 'city' | 'stop_word' };

/** A word that is looked for, or a piece of one. */
type SoughtWord = QueryWord & { readonly role: InterpretedWord['role'] | 'piece' };

/** A word that this share of the pages holds, and so many pages, and no title, says nothing of what a query is about. */
const GENERAL_SHARE = 0.25;
const GENERAL_PAGES = 10;
/** A query of so few terms, one of which nothing stands for, is about that one: *crema solar*, where solar panels are on offer. */
const FEW_TERMS = 2;

/** A query resolved against the index. */
export type InterpretedQuery = {
  /** All words in order, those that are not looked for as well. */
  readonly words: readonly InterpretedWord[];
  /** Query terms, each stem once, in the order in which they were typed; those of a city's name apart. */
  readonly terms: readonly QueryTerm[];
  readonly cityTerms: readonly QueryTerm[];
  /** Slug of the city that the text names, or a part of it. */
  readonly namedCity: string | undefined;
  /** The kind of place that the text names. */
  readonly place: FoundPlace['kind'] | undefined;
  /** What was read for what, typed words and words looked for; empty when every word was read as it is. */
  readonly corrected: readonly Correction[];
  /** Terms that nothing in the index stands for. */
  readonly unmatched: readonly string[];
  /** False when the index holds nothing of what the text is about: only general words, or none. */
  readonly isAnswerable: boolean;
  /** Share of its words that are stop words, or that the index holds as typed. */
  readonly familiarity: number;
  /** The same without words that it holds in other forms alone; counted when it is asked for. */
  readonly exactness: () => number;
  /** Its language (primary subtag), where it is certainly another than the index's. */
  readonly otherLanguage: string | undefined;
};

type Typed = Pick<QueryWord, 'folded' | 'term'>;

const toFolded = ({ folded }: { readonly folded: string }): string => folded;

/** Interprets query texts: tokens, stop words, correction, the name of a city, expansion by synonyms. */
export function createQueryInterpreter(options: {
  readonly cities: readonly CityRule[];
  readonly placeNames: PlaceNames;
  readonly candidates: PlaceCandidates;
  readonly analyzer: Analyzer;
  readonly lexicon: Lexicon;
  readonly pages: number;
  readonly synonymsOf: (term: Term) => readonly Alternative[];
  readonly isName: (term: Term) => boolean;
  readonly readSaying: ReadSaying;
  readonly correct: SpellingCorrector;
  readonly wordForms: WordForms;
  readonly namesOffered: Services['namesOffered'];
  readonly isOfName: Services['isOfName'];
  readonly foreign: ForeignWords;
  readonly similarTo: (folded: string) => readonly Alternative[];
  readonly isPredicate: (term: Term) => boolean;
  readonly isAboutAnother: ReturnType<typeof createOtherSubjects>;
}) {
  const { cities, placeNames, candidates, analyzer, lexicon, pages } = options;
  const {
    synonymsOf,
    isName,
    readSaying,
    correct,
    wordForms,
    isAboutAnother,
    foreign,
    similarTo,
    namesOffered,
    isOfName,
    isPredicate,
  } = options;
  const { words, fold, isContentWord, isStopWord } = analyzer;
  const { findCity, cityWord, isCity } = createCityFinder(cities, analyzer);
  const { findPlace, findUnknown } = createPlaceFinder({
    cities,
    placeNames,
    candidates,
    analyzer,
    lexicon,
    wordForms,
    findCity,
    synonymsOf,
  });
  const correctionsOf = createCorrections({ cities, lexicon, analyzer });
  const { expand, usualForm, queryTermOf } = createQueryTerms({ analyzer, lexicon, pages, synonymsOf });
  const correctUnknown = createQueryCorrector({
    analyzer,
    lexicon,
    correct,
    wordForms,
    isForeign: foreign.isForeign,
    isOfName,
    expand,
    similarTo,
    cityWord,
    isCity,
  });

  /** The words of a text, without the stop words of its own language where that is another, unless there is nothing else. */
  function read(text: string) {
    const typed = words(text).map((word) => {
      const folded = fold(word.text);
      return { folded, term: analyzer.termOf(word.text), typed: [folded], isSaid: false };
    });
    const lacking = typed.filter(
      ({ folded, term }) => !isStopWord(folded) && lexicon.stemOrdinal(term.stem) === undefined,
    );
    const otherLanguage =
      lacking.length === 0
        ? undefined
        : (otherLanguageOf(typed.map(toFolded), lacking.map(toFolded), analyzer.language) ??
          languageOfWords(typed, lacking));
    const stopWords = otherLanguage === undefined ? undefined : PACKS[otherLanguage]?.stopWords;
    const telling = stopWords ? typed.filter((word) => !stopWords.has(word.folded)) : typed;
    const familiarity = typed.length === 0 ? 0 : (typed.length - lacking.length) / typed.length;
    const isExact = ({ folded, term }: Typed) => isStopWord(folded) || usualForm(term) !== undefined;
    const exactness = () => typed.filter(isExact).length / Math.max(1, typed.length);
    return { typed: readSaying(telling.length === 0 ? typed : telling), familiarity, exactness, otherLanguage };
  }

  /** The one other language that has all words of a query, of which this one has none but short ones and names of cities. */
  function languageOfWords(typed: readonly Typed[], lacking: readonly Typed[]): string | undefined {
    const tells = ({ folded }: Typed) =>
      folded.length >= SHORTEST_TELLING && !isStopWord(folded) && cityWord(folded) === undefined;
    const telling = typed.filter(tells);
    const areLacking = telling.every((word) => lacking.includes(word));
    return areLacking ? foreign.languageOf(telling.map(({ term }) => term)) : undefined;
  }

  function interpret(text: string): InterpretedQuery {
    const { typed, familiarity, exactness, otherLanguage } = read(text);
    // A query of stop words alone is looked for as it is.
    const isContent = typed.every(({ folded }) => isStopWord(folded)) ? () => true : isContentWord;
    const expanded = typed.map((word): QueryWord => {
      const alternatives = isContent(word.folded) ? expand(word.term) : [];
      return { ...word, alternatives, isGuess: false };
    });
    const named = findPlace(typed);
    const meant = correctUnknown(expanded, named);
    const city = (meant === expanded ? named : findPlace(meant)) ?? findUnknown(meant);
    const interpreted = meant.map((word, at): InterpretedWord => {
      const isOfCity = city !== undefined && at >= city.start && at < city.end;
      const role = isContent(word.folded) ? (isOfCity ? 'city' : 'term') : 'stop_word';
      const { folded, term, alternatives, typed: from, isGuess, isSaid } = word;
      return { folded, term, alternatives, typed: from, isGuess, isSaid, role };
    });
    const byStem = new Map<string, SoughtWord>();
    for (const word of interpreted.flatMap(withPieces)) {
      const isLess = word.isSaid || word.role === 'piece';
      if (word.role === 'stop_word' || (isLess && byStem.has(word.term.stem))) continue;
      byStem.set(word.term.stem, word);
    }
    const terms: QueryTerm[] = [];
    const cityTerms: QueryTerm[] = [];
    const unmatched: string[] = [];
    const told: Parameters<typeof isAboutAnother>[0][number][] = [];
    let isTold = false;
    let isToldInGeneral = false;
    let holdsOther = false;
    let lacksSubject = city?.kind === 'elsewhere';
    const sought = [...byStem.values()].slice(0, MAX_TERMS);
    for (const word of sought) {
      const term = queryTermOf(word, word.role === 'piece');
      (word.role === 'city' ? cityTerms : terms).push(term);
      if (word.role === 'city' || word.isSaid) continue;
      const isLacking = word.role !== 'piece' && (word.isGuess || term.alternatives.length === 0);
      told.push({
        folded: word.folded,
        term: word.term,
        alternatives: term.alternatives,
        typed: word.typed,
        isLacking,
      });
      lacksSubject ||= isLacking && !term.isGeneral;
      if (isLacking) {
        unmatched.push(term.text);
        holdsOther ||= term.alternatives.some(isInTitle);
      } else if (isSaidOfAny(word)) isToldInGeneral ||= isTelling(word, term);
      else {
        isTold ||= isTelling(word, term);
        holdsOther = true;
      }
    }
    // *Forecast tomorrow* is about no *tomorrow*.
    isTold ||= isToldInGeneral && (holdsOther || told.length > SHORT_QUERY);
    if (city?.kind === 'elsewhere') unmatched.push(textOf(interpreted.slice(city.start, city.end)));
    const isTheirs = () => isTold || (terms.length > FEW_TERMS && namesOffered(interpreted));
    const isAnswerable =
      (lacksSubject ? isTheirs() : byStem.size > unmatched.length) && !isAboutAnother(told, interpreted);
    const corrected = correctionsOf(interpreted, city);
    return {
      words: interpreted,
      terms,
      cityTerms,
      namedCity: city?.city === '' ? undefined : city?.city,
      place: city?.kind,
      corrected,
      unmatched,
      isAnswerable,
      familiarity,
      exactness,
      otherLanguage,
    };
  }

  /** A word and its pieces (text/pieces.ts), those that the index holds. */
  function withPieces(word: InterpretedWord, at: number, all: readonly InterpretedWord[]): readonly SoughtWord[] {
    if (word.role === 'city') return [word];
    const pieces = piecesOf(word.term.surface, all[at + 1]?.term.surface).map((text): SoughtWord => {
      const [folded, term] = [fold(text), analyzer.termOf(text)];
      const alternatives = isContentWord(folded) ? expand(term) : [];
      return { folded, term, alternatives, typed: word.typed, isGuess: false, isSaid: word.isSaid, role: 'piece' };
    });
    return [word, ...pieces.filter(({ alternatives }) => alternatives.length > 0)];
  }

  /**
   * True for a term that the index holds in a title, or on few of its pages: what names a thing by itself, however many hold its
   * synonyms, any other word with these. A second city tells nothing, nor does what is said
   * of any thing.
   */
  function isTelling({ term }: SoughtWord, { text, alternatives }: QueryTerm): boolean {
    if (isCity(text) || isPredicate(term)) return false;
    const counted = isName(term) && !analyzer.isGeneralWord(text) ? alternatives.slice(0, 1) : alternatives;
    const held = counted.reduce((sum, { stem }) => sum + lexicon.stemPages(stem), 0);
    const isRare = held > 0 && held < Math.max(GENERAL_PAGES, GENERAL_SHARE * pages);
    return isRare || alternatives.some((one) => one.origin !== 'synonym' && isInTitle(one));
  }

  /** True for a general word that was typed as it is and names no thing. */
  function isSaidOfAny({ folded, term, typed }: SoughtWord): boolean {
    return analyzer.isGeneralWord(folded) && typed.includes(folded) && !isName(term);
  }

  const isInTitle = ({ stem }: Alternative): boolean => lexicon.titlePages(stem) > 0;

  return { interpret, familiarityWith: (text: string): number => read(text).familiarity };
}
