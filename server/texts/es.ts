import type { Catalogue } from './catalogue.ts';

/** The texts in Spanish. */
export const ES: Catalogue = {
  service: {
    title: 'Consulta de contenido',
    description: 'Busca y lee las páginas publicadas y los datos de la empresa. Solo lectura.',
  },
  questions: ({ service, city, page }) => [
    '¿Qué servicios ofrece esta empresa?',
    '¿Cómo se contacta con esta empresa?',
    ...(service === undefined ? [] : [city ? `¿Ofrecen ${service} en ${city.name}?` : `¿Ofrecen ${service}?`]),
    ...(page ? [`¿Qué dice la página «${page.title}»?`] : []),
  ],
  skillEntry: {
    title: 'Consultar el contenido de este sitio',
    description: 'Cómo buscar y leer las páginas de este sitio, y citar su dirección.',
    queries: ['Busca en este sitio', 'Lee esta página como Markdown'],
  },
};
