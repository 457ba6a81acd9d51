import { fill, make, webLink } from './dom.js';

const CONTACT = {
  legal_name: 'Razón social',
  tax_id: 'NIF',
  address: 'Dirección',
  phone: 'Teléfono',
  email: 'Correo',
  whatsapp: 'WhatsApp',
  hours: 'Horario',
  coverage: 'Cobertura',
  prices: 'Precios orientativos',
  tax: 'Impuestos',
};
const PAGES = {
  contact: 'Contacto',
  about: 'Quiénes somos',
  prices: 'Tarifas',
  faq: 'Preguntas frecuentes',
  jobs: 'Empleo',
  legal_notice: 'Aviso legal',
  privacy: 'Privacidad',
  cookies: 'Cookies',
};
const MODEL = {
  performed_by: 'Realiza el trabajo',
  quoted_by: 'Presupuesta',
  invoiced_by: 'Factura',
  warranty: 'Garantiza',
};

/** Shows the answer of get_company_info, for people. */
export function showCompany(place, company, calls) {
  const terms = (words, of) =>
    Object.entries(words)
      .filter(([field]) => typeof of?.[field] === 'string' && of[field] !== '')
      .map(([field, term]) => [term, of[field]]);
  const contact = make('dl');
  fill(contact, terms(CONTACT, company));
  const model = make('dl');
  fill(model, [
    ...terms(MODEL, company.service_model),
    ...(company.service_model ? [['Contratación en línea', company.service_model.online_booking ? 'sí' : 'no']] : []),
  ]);
  const pages = Object.entries(company.pages ?? {}).map(([name, url]) => ({
    name: PAGES[name] ?? name.replaceAll('_', ' '),
    url,
  }));
  place.replaceChildren(
    ...[
      card([make('h2', { className: 'name' }, company.brand), make('p', {}, webLink(company.website)), contact, calls]),
      company.service_model &&
        card([make('h2', {}, 'Cómo funciona'), make('p', {}, company.service_model.description), model]),
      links('Servicios', company.services),
      links('Ciudades', company.cities),
      links('Otras páginas', pages),
    ].filter(Boolean),
  );
}

const card = (children) => make('div', { className: 'card' }, ...children);

function links(title, all = []) {
  if (all.length === 0) return undefined;
  const items = all.map(({ name, url }) => make('li', {}, webLink(url, name)));
  return card([make('h2', {}, `${title} (${all.length})`), make('ul', { className: 'links' }, ...items)]);
}
