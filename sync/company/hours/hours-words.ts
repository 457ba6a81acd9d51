import { rangesIn, startOfTimes } from './clock-times.ts';

/*
 * Words of opening hours in many languages, read without regard to case.
 */

export const EVERY_DAY =
  /365|24\s?[/x×]\s?7|7\s?\/\s?7|7 d[íi]as|7 days|todos los d[íi]as|al d[íi]a|every day|tous les jours|tutti i giorni|todos os dias|7 tage|7 zile|7 giorni/i;
export const CLOSED =
  /(?<!\p{L})(?:cerrad[oa]s?|cerramos|closed|ferm[ée]e?s?|geschlossen|chius[oi]|fechad[oa]s?|encerrad[oa]s?|[îi]nchis|tancat|pechado|gesloten|nieczynne|zamkni[ęe]te|holiday|descanso|folga|ruhetage?|zav[řr]eno|zatvoren[éeo]?|st[äa]ngt|stengt|lukket|suljettu|z[áa]rva|kapal[ıi]|tutup|выходн\p{L}+|закрыто|вихідн\p{L}+|зачинено|затворено|почив\p{L}+|κλειστ[άα])(?!\p{L})|定休|休診|休業|휴무|휴진/iu;
/** Words before opening hours, alone on their line or with the hours behind them. */
export const HOURS_LABEL =
  /^(?:(?:nuestro|our|nos|unsere|i nostri|o nosso|onze|nasze|vores|v[åa]ra|v[åa]re|na[šs]e)\s+)?(?:horarios?|horaires?|[öo]ffnungszeiten|gesch[äa]ftszeiten|(?:b[üu]ro|laden|praxis|service|sprech)zeiten|sprechstunden?|heures d['’]ouverture|(?:clinic|store|shop|surgery|trading|studio|salon) hours|spreekuur|ordinationszeiten|orari(?:o)?|hor[áa]rios?|program(?:ul)?|opening hours|opening times|business hours|office hours|working hours|open+ing hours|hours|open(?:ing)?|abierto|abrimos|ouvert|aperto|ge[öo]ffnet|horari|openingstijden|openingsuren|godziny (?:otwarcia|pracy|urz[ęe]dowania|przyj[ęe][ćc](?: \p{L}+){0,2})|czynne|otev[íi]rac[íi] doba|otv[íi]rac[íi] doba|provozn[íi] doba|otv[áa]racie hodiny|[öo]ppettider|[åa]pningstider|[åa]bningstider|aukioloajat|nyitvatart[áa]s|[çc]al[ıi][şs]ma saatleri|jam (?:buka|operasional|kerja)|gi[ờo] (?:m[ởo] c[ửu]a|l[àa]m vi[ệe]c)|radno vrijeme|delovni [čc]as|[ωώ]ρ[άα]ριο(?: λειτουργίας)?|режим работы|(?:часы|время|график) работы|години роботи|работно време|графік роботи|営業時間|診療時間|受付時間|영업시간|진료시간|营业时间)(?!\p{L})(?:\s+(?:de\s+)?(?:atenci[óo]n|apertura|oficina|tienda|comercial|al p[úu]blico|d['’]ouverture|di apertura|de funcionamento|de atendimento|de lucru|d['’]obertura|to the public)(?:\s+(?:al (?:cliente|p[úu]blico)|telef[óo]nica?))?)?\s*[:：.-]?\s*/iu;
export const HOURS_WORD = new RegExp(`(?<!\\p{L})${HOURS_LABEL.source.slice(1)}`, 'giu');
/** A word for hours that timetables have for their title too. */
const TIMETABLE =
  /^(?:\p{L}+\s)?(?:horarios?|horaires?|orari[oe]?|orar|hor[áa]rios?|horaris?|hours|program(?:ul)?|график)\P{L}*$/iu;
/** True where a word says that a place is open, as the title of a timetable does not. */
export const saysOpen = (text: string): boolean =>
  [...text.matchAll(HOURS_WORD)].some(([label]) => !TIMETABLE.test(label));
export const MONTH =
  /\b(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|january|february|april|june|july|august|september|october|november|december|janvier|f[ée]vrier|avril|juillet|ao[ûu]t|septembre|octobre|novembre|d[ée]cembre|januar|februar|m[äa]rz|juni|juli|oktober|dezember|gennaio|febbraio|maggio|giugno|luglio|settembre|ottobre|dicembre|janeiro|fevereiro|setembro|outubro|dezembro|ianuarie|iulie|octombrie|decembrie)\b|\b\d{1,2}\/\d{1,2}\/\d{2,4}\b/i;
/** Turns of the day that have hours of their own, alone on their line. */
export const TURN =
  /^(?:(?:por las?|de|le|les|la|am|in the|op de|['’]s)\s)?(?:mañanas?|tardes?|noches?|mat[ií]s?|mat[ií]ns?|matin[ée]es?|apr[èe]s-midi|soir[ée]?e?s?|vormittags?|nachmittags?|abends?|mittags?|mattin[aoe]|pomeriggi?o?|ser[ae]|manh[ãa]s?|mornings?|afternoons?|evenings?|ochtends?|middags?|avonds?|rano|po po[łl]udniu|popo[łl]udnie|dopoledne|odpoledne|tarda|diminea[țt]a|dup[ăa]-amiaza|f[öo]rmiddag|eftermiddag|formiddag|ettermiddag|d[ée]lel[őo]tt|d[ée]lut[áa]n|goiz(?:ez|etan)|arratsalde(?:z|etan))\s*[:：]?$/iu;
export const TURN_WORD = new RegExp(`(?<!\\p{L})${TURN.source.slice(1, -'\\s*[:：]?$'.length)}(?!\\p{L})`, 'giu');
/** Meals and breaks, at which it is closed or serves something. */
export const BREAK =
  /(?<!\p{L})(?:lunch(?:time)?|dinner|supper|brunch|breaks?|almuerzos?|comidas?|cenas?|desayunos?|descansos?|pausas?|d[ée]jeuners?|d[îi]ners?|pauses?|\p{L}*pausen?|mittag(?:essen|stisch)|abendessen|pranz[oi]|almo[çc]os?|jantar(?:es)?|pauz[eaęy]|lunsj|frokost(?:pause)?|przerwa|obiady?|kolacj[ae]|p[řr]est[áa]vk[ay]|ob[ěe]dy?)(?!\p{L})/iu;
/** Seasons, each with hours of its own. */
export const SEASON =
  /(?<!\p{L})(?:verano|invierno|estiu|hivern|summer|winter|(?<=(?<!\p{L})(?:en |cet |[dl]['’]))[ée]t[ée]|^[ée]t[ée](?=\W*$|\s?[:：(])|hiver|sommer|(?:sommer|winter)(?:zeit(?:en)?|saison|halbjahr|monate|[öo]ffnungszeiten)|d['’]estate|in estate|estiv[oi]|invernal[ei]|inverno|ver[ãa]o|zomer(?:periode|maanden|tijd)?|winter(?:periode|maanden|tijd)|sezon(?:ie)? (?:letni|zimow)\p{L}*|latem|zim[ąa]|l[ée]to|letn[íi]|zimn[íi]|(?:low|high|peak|off)[- ]season|temporada (?:alta|baja)|(?:haute|basse|hors)[- ]saison|(?:alta|bassa) stagione|(?:haupt|neben|vor|nach)saison)(?!\p{L})/giu;
/** In front of times by telephone. */
export const BY_TELEPHONE =
  /^(?:chiamare|telefonare|llamar|llame|trucar|call|phone|ring|anrufen|telefonisch|appeler|ligar|volejte|bellen|dzwoni[ćc]|soita|ringe?)(?!\p{L})/iu;

/** `Horario de verano`, `Sommer (April–Oktober)`, `Summer 2031`: a season and no more than words of hours, months and articles. */
export function isSeasonTitle(text: string): boolean {
  const rest = [SEASON, MONTHS, HOURS_WORD, ARTICLES].reduce((left, words) => left.replaceAll(words, ' '), text);
  return text.search(SEASON) !== -1 && !/[\p{L}&]/u.test(rest);
}
const MONTHS = new RegExp(MONTH, 'giu');
const ARTICLES =
  /(?<!\p{L})(?:de|del|de la|du|des|d|en|el|la|l|le|les|in|im|am|der|die|das|of|the|for|para|pour|per|da|do|di|van|voor|w|v|h|hours|horaires?|tijden|bis|to|till|al?|à|hasta|au|until|y|and|und|et|e|i)(?!\p{L})/giu;

/** True for hours of one season: it is named before the first time, and no other season has times of its own. */
export function isOfSeason(hours: string): boolean {
  const seasons = [...hours.matchAll(SEASON)];
  const withTimes = seasons.filter(({ index }, at) => rangesIn(hours.slice(index, seasons[at + 1]?.index)).length > 0);
  const named = new Set(withTimes.map(([name]) => name.toLowerCase()));
  return named.size < 2 && hours.slice(0, startOfTimes(hours)).search(SEASON) !== -1;
}
