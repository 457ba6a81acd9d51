// Times of day in opening hours.

const CLOCK = '(?:[01]?\\d|2[0-4])(?:\\s?[:.hHuU：]\\s?[0-5]\\d)?';
const UNIT = '\\s?(?:[ap]\\.?\\s?m\\.?|[πμ]\\.?\\s?μ\\.?|h(?:rs?|s|oras?|ora)?\\.?|uhr|u(?:ur)?\\b|ore|時)?';
const RANGE = new RegExp(
  `(?<![\\d.,/])(${CLOCK})(${UNIT})\\s*(?:-|–|—|‑|〜|～|~|/|to|till|until|til|tot|do|a|à|às|ás|as|bis|alle|e|al|hasta|até|la|p[âa]n[ăa] la|t\\/m|til kl|до|έως|ως|μέχρι|sampai|hingga|s\\/d|đến)\\s*(?:las?\\s|les\\s|l[ea]\\s|ore\\s|kl\\.?\\s|[àa]s\\s)?(${CLOCK})(${UNIT})(?![\\d€%]|\\s?(?:€|años|years|ans|jahre|d[íi]as|days|jours|tage|giorni|personas|people|pers|km|min|[ck]?m\\b|k?g\\b|gr|m[2²]|usd|eur))`,
  'giu',
);
export const ROUND_THE_CLOCK =
  /(?<!\d)24\s?(?:h(?:oras|s|rs|ours?|eures)?\b|[/x×]\s?7|stunden|ore\b|heures)|24h?\s?\/\s?24|r[ou]nd the clock|non-?stop/i;
// `ab 17 Uhr`, `from 5pm`: an opening time without a closing time, with minutes or an hour sign.
const OPENS = new RegExp(
  `(?:^|[\\s,:])(?:ab|from|vanaf|[àa] partir d(?:e|as|es)|desde(?: las)?|dalle(?: ore)?|od|fr[åa]n?|от|[сз])\\s(?:kl\\.?\\s)?(?=\\d{1,2}(?:[:.]\\d|\\s?(?:[ap]\\.?m|h|u|ore)))(${CLOCK})(${UNIT})`,
  'giu',
);
const OPENS_LAST = new RegExp(`(?:${OPENS.source})[\\s.,;)]*$`, 'iu');
/** A time of day in a separate cell or line. */
export const ONE_TIME = new RegExp(`^(?=.*[:.hapμ])${CLOCK}${UNIT}$`, 'iu');

// Times with a name, and their digits.
const NAMED_TIMES: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(?:12\s)?(?:noon|midday)(?!\p{L})/giu, '12:00'],
  [
    /(?<!\p{L})(?:12\s)?(?:midnight|mitternacht|minuit|medianoche|mezzanotte|meia-noite|middernacht|midnatt?|p[óo][łl]noc[yąa]?|p[ůu]lnoc\p{L}*)(?!\p{L})/giu,
    '00:00',
  ],
];
const inNumbers = (text: string): string =>
  NAMED_TIMES.reduce(
    (replaced, [name, number]) =>
      replaced.replaceAll(name, (word, at: number) =>
        /^\p{Lu}/u.test(word) && BEFORE_NAME.test(replaced.slice(0, at)) ? word : number,
      ),
    text,
  );
// `Bar Le Minuit`, `Club Midnight`: after a capitalised word it is a name.
const BEFORE_NAME = /(?<!\p{L})(?!(?:To|Till?|Until|Bis|Tot)\s)\p{Lu}\p{Ll}+\s$/u;

// `pm`, and Greek `μ.μ.`
const AFTERNOON = /p\.?\s?m|μ\.?\s?μ/i;
// `am`, and Greek `π.μ.`
const FORENOON = /a\.?\s?m|π\.?\s?μ/i;

type Range = { readonly from: string; readonly to: string; readonly certain: boolean };

/** Returns the time ranges of a string, as `09:00` and `20:00`. `certain`: minutes, an hour sign, or am and pm. */
export function rangesIn(text: string): Range[] {
  return [...inNumbers(text.replaceAll(/24\s?\/\s?7/g, '')).matchAll(RANGE)].flatMap(
    ([, start = '', startUnit = '', end = '', endUnit = '']) => {
      const isMorning = AFTERNOON.test(endUnit) && !start.startsWith('12');
      const [from, to] = [clock(start, startUnit || (isMorning ? 'am' : '')), clock(end, endUnit)];
      if (from === undefined || to === undefined) return [];
      const certain = /\D/.test(start) || /\D/.test(end) || /\p{L}/u.test(startUnit + endUnit);
      return [{ from, to, certain }];
    },
  );
}

/** Returns the offset of the first time range; the length of a string without a range. */
export function startOfTimes(text: string): number {
  const start = inNumbers(text).search(RANGE);
  return start === -1 ? text.length : start;
}

// Returns opening times without a closing time.
function opensIn(text: string): string[] {
  return [...inNumbers(text).matchAll(OPENS)].flatMap(([, time = '', unit = '']) => clock(time, unit) ?? []);
}

/** Returns true for a string that ends with an opening time: words after `ab 20 Uhr` may name an event. */
export const endsInOpening = (text: string): boolean => OPENS_LAST.test(inNumbers(text));

/** Removes the times of a string. */
export function withoutTimes(text: string): string {
  return inNumbers(text).replaceAll(RANGE, '').replaceAll(OPENS, '');
}

function clock(text: string, unit: string): string | undefined {
  const [, hours = '', minutes = '00'] = /^(\d{1,2})(?:\D+(\d{2}))?$/.exec(text.trim()) ?? [];
  if (hours === '') return undefined;
  const hour = Number(hours);
  if (AFTERNOON.test(unit) && hour > 12) return undefined;
  const shifted = AFTERNOON.test(unit) && hour < 12 ? hour + 12 : FORENOON.test(unit) && hour === 12 ? 0 : hour;
  return `${String(shifted).padStart(2, '0')}:${minutes}`;
}

/** Returns the comparison key of opening hours: its times, or `24h`. */
export function hoursKey(text: string): string {
  const times = rangesIn(text).flatMap(({ from, to }) => [from, to]);
  if (times.length === 0 && ROUND_THE_CLOCK.test(text)) return '24h';
  // The dash distinguishes an opening time from the times of a range.
  const open = times.length === 0 ? opensIn(text).map((time) => `${time}–`) : times;
  return [...new Set(open)].toSorted().join(' ');
}

/** Returns true if the times of one key are a subset of the times of the second key. */
export function agreesOnHours(a: string, b: string): boolean {
  const [shorter = [], longer = []] = [a.split(' '), b.split(' ')].toSorted((x, y) => x.length - y.length);
  return a !== '' && b !== '' && shorter.every((time) => longer.includes(time));
}
