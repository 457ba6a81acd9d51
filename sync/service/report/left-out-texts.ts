import type { LeftOutReason } from './left-out.ts';

// A reason for the owner of the site: heading of the group, and advice to include the pages.
type Reason = { readonly title: string; readonly act: string };

export type LeftOutTexts = {
  readonly title: (site: string) => string;
  readonly asOf: (time: string) => string;
  readonly same: string;
  readonly closed: (time: string) => string;
  readonly held: (title: string) => string;
  readonly columns: readonly [page: string, address: string, detail: string];
  readonly types: string;
  readonly typesAct: string;
  readonly typeColumns: readonly [type: string, entries: string, setting: string];
  readonly other: Reason;
  readonly reasons: Readonly<Record<LeftOutReason, Reason>>;
};

const NOTHING_EN = 'If that is intended, do nothing.';
const NOTHING_ES = 'Si es intencionado, no haga nada.';

const en: LeftOutTexts = {
  title: (site) => `Pages left out of ${site}`,
  asOf: (time) => `As of ${time}.`,
  same: 'Visitors and the index have the same pages.',
  closed: (time) =>
    `Since ${time} the REST API is closed to sync, and pages stay as they were last read. Run npm run doctor: it names the cause.`,
  held: (title) => `Still served: ${title}`,
  columns: ['Page', 'Address', 'Detail'],
  types: 'Content types that are not read',
  typesAct: 'Add the name to SYNC_TYPES to read a type.',
  typeColumns: ['Type', 'Entries', 'Name for SYNC_TYPES'],
  other: { title: 'Other reasons', act: 'Run npm run doctor.' },
  reasons: {
    noindex: {
      title: 'The page asks not to be indexed',
      act: `An SEO plugin, a robots element or the header X-Robots-Tag says so. ${NOTHING_EN} Otherwise allow indexing in the plugin.`,
    },
    password: { title: 'The page has a password', act: `${NOTHING_EN} Otherwise remove the password in WordPress.` },
    'not published': { title: 'The page is a draft, private or scheduled', act: 'Publish it in WordPress.' },
    excluded: { title: 'site.yaml excludes the page', act: 'Remove its path from exclude in site.yaml to read it.' },
    'foreign address': {
      title: 'The address of the page is on another site',
      act: 'Correct the permalink of the page, or its external link.',
    },
    'hidden product': {
      title: 'The shop hides the product',
      act: 'Set its catalog visibility in WooCommerce to “Shop and search results”.',
    },
    redirect: {
      title: 'The address leads visitors elsewhere',
      act: `${NOTHING_EN} Otherwise remove the redirect.`,
    },
    canonical: {
      title: 'The page names another page as the original',
      act: `${NOTHING_EN} Otherwise correct its canonical address in the SEO plugin.`,
    },
    denied: {
      title: 'Visitors are refused',
      act: 'The site answers 401, 402 or 403. Open the page to visitors, or take it off the site.',
    },
    'not found': {
      title: 'Visitors get “not found”',
      act: 'The site answers 404 or 410. Save the permalinks of WordPress again, or delete the page.',
    },
    'other page': {
      title: 'Visitors get another page or a notice',
      act: 'Open the address in a private window, and look for a plugin that replaces the page.',
    },
    'other text': {
      title: 'Visitors see next to nothing of its text',
      act: 'Open the address in a private window, and look for a plugin that restricts the page.',
    },
    'same everywhere': {
      title: 'Nearly all addresses of the site give the same answer',
      act: 'End the maintenance or “coming soon” mode, and let sync pass the firewall.',
    },
    'text lost': {
      title: 'Nearly all addresses of the site give the same answer',
      act: 'End the maintenance or “coming soon” mode, and let sync pass the firewall.',
    },
    failing: {
      title: 'The page could not be opened for a long time',
      act: 'It ends with an error, a timeout or a firewall. Open it in a browser, then run npm run doctor.',
    },
    'not convertible': {
      title: 'The page cannot be converted to text',
      act: 'Make the page smaller, and report it with its address.',
    },
    firewall: {
      title: 'A firewall keeps the new page from sync',
      act: 'Let the address of this machine pass the firewall; npm run doctor names it.',
    },
    'not seen yet': { title: 'The page could not be opened yet', act: 'Wait for the next run, which tries again.' },
    'shadowed address': {
      title: 'Another page answers at its address',
      act: 'Give one of the two pages another address in WordPress.',
    },
    'not listed': {
      title: 'WordPress does not list the page any more',
      act: 'If it was deleted on purpose, run npm run sync -- --force.',
    },
  },
};

const es: LeftOutTexts = {
  title: (site) => `Páginas que faltan de ${site}`,
  asOf: (time) => `A fecha de ${time}.`,
  same: 'Los visitantes y el índice tienen las mismas páginas.',
  closed: (time) =>
    `Desde el ${time} la API REST está cerrada para sync y las páginas quedan como se leyeron por última vez. Ejecute npm run doctor: indica la causa.`,
  held: (title) => `Aún se sirven: ${title}`,
  columns: ['Página', 'Dirección', 'Detalle'],
  types: 'Tipos de contenido que no se leen',
  typesAct: 'Añada el nombre a SYNC_TYPES para leer un tipo.',
  typeColumns: ['Tipo', 'Entradas', 'Nombre para SYNC_TYPES'],
  other: { title: 'Otros motivos', act: 'Ejecute npm run doctor.' },
  reasons: {
    noindex: {
      title: 'La página pide que no se indexe',
      act: `Lo indica un plugin de SEO, un elemento robots o la cabecera X-Robots-Tag. ${NOTHING_ES} Si no, permita la indexación en el plugin.`,
    },
    password: { title: 'La página tiene contraseña', act: `${NOTHING_ES} Si no, quite la contraseña en WordPress.` },
    'not published': { title: 'La página es un borrador, privada o programada', act: 'Publíquela en WordPress.' },
    excluded: { title: 'site.yaml excluye la página', act: 'Quite su ruta de exclude en site.yaml para leerla.' },
    'foreign address': {
      title: 'La dirección de la página está en otro sitio',
      act: 'Corrija el enlace permanente de la página o su enlace externo.',
    },
    'hidden product': {
      title: 'La tienda oculta el producto',
      act: 'En WooCommerce, ponga su visibilidad en «Tienda y resultados de búsqueda».',
    },
    redirect: {
      title: 'La dirección lleva a los visitantes a otra',
      act: `${NOTHING_ES} Si no, elimine la redirección.`,
    },
    canonical: {
      title: 'La página indica que la original es otra',
      act: `${NOTHING_ES} Si no, corrija su dirección canónica en el plugin de SEO.`,
    },
    denied: {
      title: 'El sitio rechaza a los visitantes',
      act: 'Responde 401, 402 o 403. Abra la página a los visitantes o retírela del sitio.',
    },
    'not found': {
      title: 'Los visitantes reciben «no encontrada»',
      act: 'El sitio responde 404 o 410. Guarde de nuevo los enlaces permanentes de WordPress o borre la página.',
    },
    'other page': {
      title: 'Los visitantes reciben otra página o un aviso',
      act: 'Abra la dirección en una ventana privada y busque el plugin que sustituye la página.',
    },
    'other text': {
      title: 'Los visitantes no ven casi nada de su texto',
      act: 'Abra la dirección en una ventana privada y busque el plugin que restringe la página.',
    },
    'same everywhere': {
      title: 'Casi todas las direcciones del sitio responden lo mismo',
      act: 'Termine el modo de mantenimiento o «próximamente» y permita el paso de sync por el cortafuegos.',
    },
    'text lost': {
      title: 'Casi todas las direcciones del sitio responden lo mismo',
      act: 'Termine el modo de mantenimiento o «próximamente» y permita el paso de sync por el cortafuegos.',
    },
    failing: {
      title: 'La página no se puede abrir desde hace tiempo',
      act: 'Acaba en un error, una espera agotada o un cortafuegos. Ábrala en un navegador y ejecute npm run doctor.',
    },
    'not convertible': {
      title: 'La página no se puede convertir en texto',
      act: 'Haga la página más pequeña y comunique su dirección.',
    },
    firewall: {
      title: 'Un cortafuegos impide leer la página nueva',
      act: 'Permita el paso de la dirección de esta máquina; npm run doctor la indica.',
    },
    'not seen yet': {
      title: 'La página aún no se ha podido abrir',
      act: 'Espere a la próxima lectura, que lo intenta de nuevo.',
    },
    'shadowed address': {
      title: 'Otra página responde en su dirección',
      act: 'Cambie en WordPress la dirección de una de las dos páginas.',
    },
    'not listed': {
      title: 'WordPress ya no incluye la página en su lista',
      act: 'Si se borró a propósito, ejecute npm run sync -- --force.',
    },
  },
};

/** Returns the texts for the language of a site: Spanish for Spanish, English by default. */
export const leftOutTextsOf = (language: string): { readonly tag: 'es' | 'en'; readonly texts: LeftOutTexts } =>
  /^es\b/i.test(language) ? { tag: 'es', texts: es } : { tag: 'en', texts: en };
