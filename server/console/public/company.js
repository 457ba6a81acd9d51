import { showAnswer, showCalls } from './answer.js';
import { byId, fill, isPlainClick, make, webLink } from './dom.js';
import { texts } from './page-data.js';

const words = texts.company;
const TELEPHONE = /(\+?\d(?:[\s().-]*\d){5,})/;
const EMAIL = /([^\s@,;<>]+@[^\s@,;<>]+)/;

// Links by type of contact.
const LINKS = {
  phone: (text) => linked(text, TELEPHONE, telephoneAddress),
  email: (text) => linked(text, EMAIL, (found) => `mailto:${found}`),
  whatsapp: (text) =>
    URL.canParse(text)
      ? [webLink(text)]
      : linked(text, TELEPHONE, (found) => `https://wa.me/${found.replaceAll(/\D/g, '')}`),
};

/** Renders the response of `get_company_info`; its pages open in the reader. */
export async function showCompany(api, { openPage }) {
  const place = byId('company');
  place.replaceChildren(make('p', { className: 'status' }, words.busy));
  place.setAttribute('aria-busy', 'true');
  try {
    const answer = await api.get('get_company_info');
    draw(place, answer, openPage, showCalls(api, 'get_company_info', {}));
  } catch (error) {
    place.replaceChildren();
    throw error;
  } finally {
    place.setAttribute('aria-busy', 'false');
  }
}

function draw(place, answer, openPage, calls) {
  const company = answer.body;
  const pages = Object.entries(company.pages ?? {}).map(([name, url]) => ({
    name: words.pages[name] ?? name.replaceAll('_', ' '),
    url,
  }));
  const name = make('h2', { className: 'name' }, company.brand);
  const contact = fill(make('dl'), terms(words.fields, company));
  place.replaceChildren(
    ...[
      card(name, make('p', {}, webLink(company.website)), contact, showAnswer(answer), calls),
      company.service_model && serviceModel(company.service_model),
      chips(words.services, company.services, openPage),
      chips(words.cities, company.cities, openPage),
      chips(words.otherPages, pages, openPage),
    ].filter(Boolean),
  );
}

function serviceModel(model) {
  const booking = [words.onlineBooking, model.online_booking ? words.yes : words.no];
  const list = fill(make('dl'), [...terms(words.model, model), booking]);
  return card(make('h2', {}, words.how), make('p', {}, model.description), list);
}

// Non-empty fields with labels and links.
function terms(names, values) {
  return Object.entries(names)
    .filter(([field]) => typeof values[field] === 'string' && values[field] !== '')
    .map(([field, term]) => [term, LINKS[field]?.(values[field]) ?? values[field]]);
}

// Converts matches of a pattern to links.
function linked(text, pattern, addressOf) {
  return text.split(pattern).map((part) => (pattern.test(part) ? make('a', { href: addressOf(part) }, part) : part));
}

const telephoneAddress = (found) => `tel:${found.replaceAll(/[^\d+]/g, '')}`;

const card = (...children) => make('div', { className: 'card' }, ...children);

function chips(title, all = [], openPage) {
  if (all.length === 0) return undefined;
  const items = all.map(({ name, url }) => {
    const link = make('a', { href: url }, name);
    link.addEventListener('click', (event) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      openPage(url);
    });
    return make('li', {}, link);
  });
  return card(make('h2', {}, `${title} (${all.length})`), make('ul', { className: 'links' }, ...items));
}
