import { STREET } from './address-words.ts';
import { dayPattern } from './day-words.ts';
import { ACTIVITY, OTHERS_ANYWHERE, OWN_PREMISES } from './others-words.ts';
import { isWithin, type Line } from './page-lines.ts';
import { isPlaceholderHours } from './placeholders.ts';

/** Opening hours as the site says them. */
export type WrittenHours = {
  readonly text: string;
  /** Behind a word for opening hours, or said of `our shop`. */
  readonly labelled: boolean;
  readonly line: Line;
};

const CLOCK = '(?:[01]?\\d|2[0-4])(?:\\s?[:.hHuU：]\\s?[0-5]\\d)?';
const UNIT = '\\s?(?:[ap]\\.?\\s?m\\.?|h(?:rs?|s|oras?|ora)?\\.?|uhr|u(?:ur)?\\b|ore|時)?';
const RANGE = new RegExp(
  `(?<![\\d.,/])(${CLOCK})(${UNIT})\\s*(?:-|–|—|‑|〜|～|~|/|to|till|until|til|tot|do|a|à|às|ás|as|bis|alle|e|al|hasta|até|la|p[âa]n[ăa] la)\\s*(?:las?\\s|les\\s|l[ea]\\s|ore\\s)?(${CLOCK})(${UNIT})(?![\\d€%]|\\s?(?:€|años|years|ans|jahre|d[íi]as|days|jours|tage|giorni|personas|people|pers|km|min|[ck]?m\\b|k?g\\b|gr|m[2²]|usd|eur))`,
  'giu',
);
const ROUND_THE_CLOCK =
  /(?<!\d)24\s?(?:h(?:oras|s|rs|ours?|eures)?\b|[/x×]\s?7|stunden|ore\b|heures)|24h?\s?\/\s?24|r[ou]nd the clock|non-?stop/i;
const EVERY_DAY =
  /365|24\s?[/x×]\s?7|7\s?\/\s?7|7 d[íi]as|7 days|todos los d[íi]as|al d[íi]a|every day|tous les jours|tutti i giorni|todos os dias|7 tage|7 zile|7 giorni/i;
const CLOSED =
  /(?<!\p{L})(?:cerrad[oa]s?|cerramos|closed|ferm[ée]e?s?|geschlossen|chius[oi]|fechad[oa]s?|encerrad[oa]s?|[îi]nchis|tancat|pechado|gesloten|nieczynne|zamkni[ęe]te|holiday|descanso|folga|ruhetage?|zav[řr]eno|zatvoren[éeo]?|st[äa]ngt|stengt|lukket|suljettu|z[áa]rva|kapal[ıi]|tutup)(?!\p{L})|定休|休診|休業|휴무|휴진/iu;
/** Words before opening hours, alone on their line or with the hours behind them. */
export const HOURS_LABEL =
  /^(?:(?:nuestro|our|nos|unsere|i nostri|o nosso)\s+)?(?:horarios?|horaires?|[öo]ffnungszeiten|gesch[äa]ftszeiten|(?:b[üu]ro|laden|praxis|service|sprech)zeiten|sprechstunden?|heures d['’]ouverture|(?:clinic|store|shop|surgery|trading|studio|salon) hours|spreekuur|ordinationszeiten|orari(?:o)?|hor[áa]rio|program(?:ul)?|opening hours|opening times|business hours|office hours|working hours|hours|open(?:ing)?|abierto|abrimos|ouvert|aperto|ge[öo]ffnet|horari|openingstijden|openingsuren|godziny (?:otwarcia|pracy|urz[ęe]dowania)|czynne|otev[íi]rac[íi] doba|otv[íi]rac[íi] doba|provozn[íi] doba|otv[áa]racie hodiny|[öo]ppettider|[åa]pningstider|[åa]bningstider|aukioloajat|nyitvatart[áa]s|[çc]al[ıi][şs]ma saatleri|jam (?:buka|operasional|kerja)|gi[ờo] (?:m[ởo] c[ửu]a|l[àa]m vi[ệe]c)|radno vrijeme|delovni [čc]as|[ωώ]ρ[άα]ριο(?: λειτουργίας)?|режим работы|(?:часы|время|график) работы|години роботи|работно време|графік роботи|営業時間|診療時間|受付時間|영업시간|진료시간|营业时间)(?!\p{L})(?:\s+(?:de\s+)?(?:atenci[óo]n|apertura|oficina|tienda|comercial|al p[úu]blico|d['’]ouverture|di apertura|de funcionamento|de atendimento|de lucru|d['’]obertura|to the public)(?:\s+(?:al (?:cliente|p[úu]blico)|telef[óo]nica?))?)?\s*[:：.-]?\s*/iu;
const MONTH =
  /\b(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|january|february|april|june|july|august|september|october|november|december|janvier|f[ée]vrier|avril|juillet|ao[ûu]t|septembre|octobre|novembre|d[ée]cembre|januar|februar|m[äa]rz|juni|juli|oktober|dezember|gennaio|febbraio|maggio|giugno|luglio|settembre|ottobre|dicembre|janeiro|fevereiro|setembro|outubro|dezembro|ianuarie|iulie|octombrie|decembrie)\b|\b\d{1,2}\/\d{1,2}\/\d{2,4}\b/i;
const LONGEST_LINE = 200;
const LONGEST = 400;

/** `Geschlossen`, `Closed (bank holidays too)`: no more than that. */
const LONGEST_CLOSED = 30;

type Kind = 'full' | 'day' | 'time' | 'none';

/** The opening hours that lines of a page tell, each as one sentence: neighbouring lines of a list or table together. */
export function hoursIn(lines: readonly Line[], language: string): readonly WrittenHours[] {
  const days = dayPattern(language);
  const found: WrittenHours[] = [];
  let run: { texts: string[]; first: Line; title: Line | undefined; labelled: boolean; whole: boolean } | undefined;
  let last: Kind = 'none';
  let label = false;

  function end(): void {
    // A day of which nothing is told.
    if (last === 'day' && isBare(run?.texts.at(-1) ?? '', days)) run?.texts.pop();
    const text = run?.texts.join('; ');
    // `Sunday closed` alone is what is left of a table that is written in some unknown way.
    if (
      run?.whole &&
      text !== undefined &&
      hoursKey(text) !== '' &&
      text.length <= LONGEST &&
      !isPlaceholderHours(text)
    )
      found.push({ text: withoutOtherSentences(text, days), labelled: run.labelled, line: run.first });
    run = undefined;
    last = 'none';
  }

  const texts = withTimesJoined(lines);
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1];
    const written = texts[index];
    if (written === undefined) continue;
    const text = line.foreign || line.nav ? '' : sentenceOf(written, days);
    const unlabelled = text.replace(HOURS_LABEL, '');
    // `Abierto de lunes…` is a sentence; `Horario:` is a label.
    const plain =
      /[:：]\s*$/.test(text.slice(0, text.length - unlabelled.length)) || unlabelled === '' ? unlabelled : text;
    const isLabelled = unlabelled !== text;
    const kind = kindOf(unlabelled, label || isLabelled, days);
    // The sentences of a long line say it once more.
    if (run && (run.first.part !== line.part || (run.whole && line.text.length > LONGEST_LINE))) end();
    if (kind === 'none') {
      const isRemark = line.heading === 0 && isDayRemark(text, days);
      // `Sunday | by appointment`: whatever stands in the row of a day is about it.
      if (run && last === 'day' && !isRemark && isInRow(line, above) && text !== '' && text.length <= LONGEST_REMARK) {
        run.texts[run.texts.length - 1] += ` ${text}`;
        last = 'full';
        continue;
      }
      if (isRemark && (run ? above && isBeside(line, above, run) : label)) {
        run ??= { texts: [], first: line, title: above, labelled: true, whole: false };
        run.texts.push(text);
        last = 'full';
        label = false;
        continue;
      }
      end();
      // The label may be a line, or a heading, of its own.
      label = line.text.length < 60 && isLabelled && unlabelled.length < 30;
      continue;
    }
    const isContinuation = run !== undefined && (kind === 'time' ? last !== 'none' : true);
    if (!isContinuation) {
      end();
      if (kind === 'time') continue;
      const labelled = label || isLabelled || OWN_PREMISES.test(text);
      run = { texts: [], first: line, title: above, labelled, whole: false };
    }
    if (!run) continue;
    if (kind === 'time' && run.texts.length > 0) {
      const separator = last === 'time' ? ', ' : ' ';
      run.texts[run.texts.length - 1] += separator + plain;
    } else if (!run.texts.includes(plain)) run.texts.push(plain);
    if (kind !== 'day') run.whole = true;
    last = kind;
    label = false;
  }
  end();
  return found;
}

/** The texts of the lines, with the times of opening and closing in cells of their own as one range: `9:00`, `17:00`. */
function withTimesJoined(lines: readonly Line[]): readonly (string | undefined)[] {
  const texts: (string | undefined)[] = lines.map(({ text }) => text);
  for (const [index, line] of lines.entries()) {
    const end = DASH.test(lines[index + 1]?.text ?? '') ? index + 2 : index + 1;
    const [from, to] = [texts[index] ?? '', texts[end] ?? ''];
    const row = line.block.around;
    if (!(ONE_TIME.test(from) && ONE_TIME.test(to)) || row === undefined || row !== lines[end]?.block.around) continue;
    texts[index] = `${from} – ${to}`;
    texts.fill(undefined, index + 1, end + 1);
  }
  return texts;
}
const DASH = /^(?:[-–—]|to|bis|a|à)$/i;
const ONE_TIME = new RegExp(`^(?=.*[:.hap])${CLOCK}${UNIT}$`, 'iu');

const LONGEST_REMARK = 30;
const LONGEST_ROW = 3;

/** True for two lines that are parts of one row of a table or list. */
function isInRow(line: Line, above: Line | undefined): boolean {
  const row = line.block.around;
  return row !== undefined && row === above?.block.around && row.lines <= LONGEST_ROW;
}

/** True for two lines of one paragraph, or of one list: `Sat: by appointment`, or a block with nothing in it but what began with `first`. */
function isBeside(
  line: Line,
  above: Line,
  { first, title }: { readonly first: Line; readonly title: Line | undefined },
) {
  if (line.block === above.block) return true;
  const list = line.block.around;
  if (list === undefined || list !== above.block.around || !isWithin(first, list)) return false;
  return ROW.test(line.text) || !(title && isWithin(title, list));
}

const ROW = /^[\p{L} .–-]{2,25}:\s/u;

/** `domenica solo a pranzo`, `Sat: until 1pm`, `Le samedi matin sur rendez-vous`: a day, and what is so on it without a range of times. */
function isDayRemark(text: string, days: RegExp): boolean {
  const [day = ''] = days.exec(text) ?? [];
  const at = text.indexOf(day);
  const behind = text.slice(at + day.length);
  return (
    (day.length >= SHORTEST_DAY || (day !== '' && /^[.:]/.test(behind))) &&
    /^(?:\p{L}{1,3}\s)?$/u.test(text.slice(0, at)) &&
    // `Friday Street`
    !/^\s[\p{Lu}\d]/u.test(behind) &&
    !/\d{3}|[@!?€]/.test(text) &&
    !MONTH.test(text) &&
    [OTHERS_ANYWHERE, ACTIVITY].every((words) => text.search(words) === -1) &&
    text.length <= LONGEST_DAY
  );
}
const SHORTEST_DAY = 5;
const LONGEST_DAY = 40;

/** A line; of a long one, its sentence about hours; empty when there is none. */
function sentenceOf(line: string, days: RegExp): string {
  const text = line
    .slice(0, 4_000)
    .replaceAll(/\S+@\S+\s*[-–|·]?\s*/g, '')
    .replace(TELEPHONE_FIRST, '');
  if (text.length <= LONGEST_LINE) return text;
  return (
    text
      .split(SENTENCE_END)
      .find((sentence) => sentence.length <= LONGEST_LINE && kindOf(sentence, false, days) === 'full') ?? ''
  );
}

/** Without the sentences about something else, unless they say where it is open: `Call us. We open Monday to Friday, 9–17.` */
function withoutOtherSentences(text: string, days: RegExp): string {
  if (STREET.test(text)) return text;
  const sentences = text.split(SENTENCE_END);
  const tells = (sentence: string) => rangesIn(sentence).length > 0 || CLOSED.test(sentence);
  const kept = sentences.filter((one) => tells(one) || HOURS_LABEL.test(one) || isDayRemark(one, days));
  return sentences.some(tells) ? kept.join(' ') : text;
}
const SENTENCE_END = /(?<=[\p{L})]{2}[.!?])\s+(?=[\p{Lu}¿¡])|(?<=\d[.!?])\s+(?=\p{Lu}\p{Ll})/u;
/** `PBX 605 3100650 Lun - Vier…` */
const TELEPHONE_FIRST = /^(?:\p{L}+[.:]*\s)?[+(]?\d{2,4}[)\s-]+\d{3}[\d\s-]{3,}\d\s+(?=\p{L})/u;

function kindOf(text: string, labelled: boolean, days: RegExp): Kind {
  if (text === '' || text.length > LONGEST_LINE || MONTH.test(text)) return 'none';
  const ranges = rangesIn(text);
  const hasDay = namesDay(text, days, ranges.length);
  if (ROUND_THE_CLOCK.test(text) && text.length <= 80 && (hasDay || labelled || EVERY_DAY.test(text))) return 'full';
  if (hasDay && (ranges.length > 0 || CLOSED.test(text))) return 'full';
  if (labelled && ranges.some(({ certain }) => certain)) return 'full';
  if (hasDay && text.length <= 40 && !/\d{3}/.test(text) && isOnlyDays(text, days)) return 'day';
  const isShort = text.length <= 50;
  if (
    isShort &&
    (ranges.length > 0
      ? isOnlyTimes(text)
      : (text.length <= LONGEST_CLOSED && CLOSED.test(text)) || /^\W*24\s?h(?:oras|ours)?\W*$/i.test(text))
  )
    return 'time';
  return 'none';
}

/** True where a day is named: a short form of it only among few words, for in a sentence it is one of another language. */
function namesDay(text: string, days: RegExp, ranges: number): boolean {
  const [day] = days.exec(text) ?? [];
  if (day === undefined) return false;
  const isSentence = ranges > 0 && (text.match(/\p{L}+/gu)?.length ?? 0) > ranges * MOST_WORDS;
  return !isSentence || [...text.matchAll(new RegExp(days, 'giu'))].some(([name]) => name.length >= SHORTEST_DAY);
}
const MOST_WORDS = 10;

/** True for days of which nothing is told: no time that is written in some unknown way, and no remark. */
function isBare(text: string, days: RegExp): boolean {
  const rest = text.replaceAll(new RegExp(days, 'giu'), '').replaceAll(BETWEEN_DAYS, '');
  return !/\d|\p{L}{4}/u.test(rest);
}
const BETWEEN_DAYS = /\b(?:desde|hasta|horario|von|bis|from|to)\b/gi;

/** `Lunes a viernes`, `Sábados y festivos:`: days, and the words between them. */
function isOnlyDays(text: string, days: RegExp): boolean {
  const rest = text.replaceAll(new RegExp(days, 'giu'), '');
  return !/\p{L}{5}/u.test(rest.replaceAll(BETWEEN_DAYS, '')) && (rest.match(/\p{L}+/gu)?.length ?? 0) <= 4;
}

function isOnlyTimes(text: string): boolean {
  return (text.replaceAll(RANGE, '').match(/\p{L}+/gu)?.length ?? 0) <= 4;
}

type Range = { readonly from: string; readonly to: string; readonly certain: boolean };

/** Ranges of times, as `09:00` and `20:00`. `certain`: minutes, an hour sign or am and pm say that it is the time. */
function rangesIn(text: string): Range[] {
  return [...text.replaceAll(/24\s?\/\s?7/g, '').matchAll(RANGE)].flatMap(
    ([, start = '', startUnit = '', end = '', endUnit = '']) => {
      const [from, to] = [clock(start, startUnit || (/p/i.test(endUnit) ? 'am' : '')), clock(end, endUnit)];
      if (from === undefined || to === undefined) return [];
      const certain = /\D/.test(start) || /\D/.test(end) || /\p{L}/u.test(startUnit + endUnit);
      return [{ from, to, certain }];
    },
  );
}

function clock(text: string, unit: string): string | undefined {
  const [, hours = '', minutes = '00'] = /^(\d{1,2})(?:\D+(\d{2}))?$/.exec(text.trim()) ?? [];
  if (hours === '') return undefined;
  const hour = Number(hours);
  if (/p/i.test(unit) && hour > 12) return undefined;
  const shifted = /p/i.test(unit) && hour < 12 ? hour + 12 : /a/i.test(unit) && hour === 12 ? 0 : hour;
  return `${String(shifted).padStart(2, '0')}:${minutes}`;
}

/** Comparison key of opening hours: the times that they name, or `24h`. */
export function hoursKey(text: string): string {
  const times = rangesIn(text).flatMap(({ from, to }) => [from, to]);
  if (times.length === 0) return ROUND_THE_CLOCK.test(text) ? '24h' : '';
  return [...new Set(times)].toSorted().join(' ');
}

/** True when the times of one are among those of the other. */
export function agreesOnHours(a: string, b: string): boolean {
  const [shorter = [], longer = []] = [a.split(' '), b.split(' ')].toSorted((x, y) => x.length - y.length);
  return a !== '' && b !== '' && shorter.every((time) => longer.includes(time));
}
