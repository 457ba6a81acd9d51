import { date, make, makeSvg, number } from './dom.js';

/** The figures of the index: worth a look rather than a read. */
export function drawFigures(place, index) {
  if (!index) {
    place.replaceChildren(make('p', {}, 'El índice aún no está construido.'));
    return;
  }
  const names = new Map(index.cities.map(({ slug, name }) => [slug, name]));
  const cities = index.pages_by_city.filter(({ city }) => city !== '');
  const general = index.pages - cities.reduce((sum, { pages }) => sum + pages, 0);
  place.replaceChildren(
    make(
      'div',
      { className: 'big' },
      figure(index.pages, 'páginas'),
      figure(general, 'generales'),
      figure(cities.length, 'ciudades con páginas'),
      make('div', {}, make('b', {}, date(index.built_at)), make('span', {}, 'índice construido')),
    ),
    card(
      'Páginas por ciudad',
      bars(
        cities.map(({ city, pages }) => [names.get(city) ?? city, pages]),
        'Páginas por ciudad',
      ),
    ),
    card('Última modificación de las páginas', columns(lastMonths(index.pages_by_month))),
  );
}

function figure(value, words) {
  return make('div', {}, make('b', {}, number.format(value)), make('span', {}, words));
}

function card(title, chart) {
  return make('div', { className: 'card' }, make('h2', {}, title), chart);
}

/** Horizontal bars, the longest first. The text is there for everybody: a screen reader reads the label. */
function bars(rows, title) {
  const top = Math.max(1, ...rows.map(([, value]) => value));
  const step = 24;
  const chart = makeSvg('svg', {
    class: 'chart',
    viewBox: `0 0 420 ${rows.length * step}`,
    role: 'img',
    'aria-label': `${title}: ${rows.map(([name, value]) => `${name} ${value}`).join(', ')}`,
  });
  for (const [row, [name, value]] of rows.entries()) {
    const y = row * step;
    const width = Math.max(3, (value / top) * 250);
    chart.append(
      makeSvg('text', { x: 112, y: y + 16, 'text-anchor': 'end' }, name),
      makeSvg('rect', { class: 'pale', x: 122, y: y + 4, width: 250, height: 15, rx: 4 }),
      makeSvg('rect', { x: 122, y: y + 4, width, height: 15, rx: 4 }),
      makeSvg('text', { class: 'value', x: 382, y: y + 16 }, number.format(value)),
    );
  }
  return chart;
}

/** The last twelve months up to the newest, empty ones too; what is older counts to the first. */
function lastMonths(months) {
  const newest = months.at(-1)?.month;
  if (newest === undefined) return [];
  const [year, month] = newest.split('-').map(Number);
  const shown = Array.from({ length: 12 }, (_, back) => {
    const day = new Date(Date.UTC(year, month - 1 - (11 - back), 1));
    return { month: day.toISOString().slice(0, 7), day, pages: 0 };
  });
  for (const { month: name, pages } of months) {
    const column = shown.find((one) => one.month === name) ?? shown[0];
    column.pages += pages;
  }
  return shown;
}

function columns(months) {
  const top = Math.max(1, ...months.map(({ pages }) => pages));
  const words = (day) => day.toLocaleDateString('es', { month: 'short', timeZone: 'UTC' });
  const chart = makeSvg('svg', {
    class: 'chart',
    viewBox: '0 0 420 200',
    role: 'img',
    'aria-label': `Páginas por mes de su último cambio: ${months.map(({ month, pages }) => `${month} ${pages}`).join(', ')}`,
  });
  for (const [index, { day, pages }] of months.entries()) {
    const x = index * 35;
    const height = pages === 0 ? 2 : Math.max(4, (pages / top) * 140);
    chart.append(
      makeSvg('rect', { class: pages === 0 ? 'pale' : '', x: x + 4, y: 165 - height, width: 27, height, rx: 4 }),
      makeSvg('text', { x: x + 17.5, y: 185, 'text-anchor': 'middle' }, index === 0 ? 'antes' : words(day)),
    );
    if (pages > 0) {
      chart.append(
        makeSvg(
          'text',
          { class: 'value', x: x + 17.5, y: 158 - height, 'text-anchor': 'middle' },
          number.format(pages),
        ),
      );
    }
  }
  return chart;
}
