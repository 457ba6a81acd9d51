import { make } from './dom.js';
import { texts } from './page-data.js';
import { date, month, number } from './phrases.js';

const words = texts.figures;
const MONTHS = 12;

/** Renders the counts of the index as charts. */
export function drawFigures(place, index) {
  if (!index) {
    place.replaceChildren(make('p', {}, words.none));
    return;
  }
  const names = new Map(index.cities.map(({ slug, name }) => [slug, name]));
  const cities = index.pages_by_city.filter(({ city }) => city !== '');
  const general = index.pages - cities.reduce((sum, { pages }) => sum + pages, 0);
  place.replaceChildren(
    make(
      'div',
      { className: 'big' },
      figure(number.format(index.pages), words.pages),
      ...(cities.length === 0
        ? []
        : [figure(number.format(general), words.general), figure(number.format(cities.length), words.cities)]),
      figure(date(index.built_at), words.built),
    ),
    ...(cities.length === 0
      ? []
      : [
          bars(
            words.byCity,
            cities.map(({ city, pages }) => [names.get(city) ?? city, pages]),
          ),
        ]),
    bars(words.byMonth, lastMonths(index.pages_by_month)),
  );
}

const figure = (value, text) => make('div', {}, make('b', {}, value), make('span', {}, text));

// A table with a bar for each number.
function bars(title, rows) {
  const top = Math.max(1, ...rows.map(([, value]) => value));
  const body = rows.map(([name, value]) => {
    const bar = value > 0 ? [make('div', { className: 'bar' })] : [];
    for (const drawn of bar) drawn.style.inlineSize = `${(value / top) * 100}%`;
    return make(
      'tr',
      {},
      make('th', { scope: 'row' }, name),
      make('td', {}, make('div', { className: 'track' }, ...bar)),
      make('td', { className: 'value' }, number.format(value)),
    );
  });
  return make('div', { className: 'card' }, make('h2', {}, title), make('table', { className: 'bars' }, ...body));
}

// The last twelve months, including empty months; earlier pages count in the first month.
function lastMonths(months) {
  const newest = months.at(-1)?.month;
  if (newest === undefined) return [];
  const [year, last] = newest.split('-').map(Number);
  const days = Array.from({ length: MONTHS }, (_, index) => new Date(Date.UTC(year, last - MONTHS + index, 1)));
  const nameOf = (day) => day.toISOString().slice(0, 7);
  const first = nameOf(days[0]);
  return days.map((day, index) => [
    index === 0 ? words.earlier : month(day),
    months
      .filter(({ month: name }) => name === nameOf(day) || (index === 0 && name < first))
      .reduce((sum, { pages }) => sum + pages, 0),
  ]);
}
