import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { DEFAULT_OPERATIONS } from '../../../shared/operations.ts';
import type { Site } from '../../../shared/page.ts';
import { DEFAULT_CITIES } from '../../../shared/cities.ts';
import { createPlaces } from '../../../shared/places.ts';
import { findServices } from '../../../sync/company/services.ts';
import { explainCompany, type CompanyInput } from '../../../sync/company/company.ts';
import { contactLinksIn } from '../../../sync/company/contact/contacts.ts';
import type { SiteEvidence } from '../../../sync/company/evidence.ts';
import { collectEvidence } from '../../../sync/company/page/page-evidence.ts';
import { readSiteConfig } from '../../../sync/site-file/site-config.ts';
import { readPage } from '../../../sync/markdown/parse/page.ts';

const dir = mkdtempSync(join(tmpdir(), 'company-'));
after(() => rmSync(dir, { recursive: true }));

const SITE: Site = {
  name: 'Casa Pronta',
  description: '',
  home: 'https://casa.example',
  language: 'es',
  hosts: ['casa.example'],
};

/** Company data of a site with these pages, each a path and its title. */
function input(pages: Readonly<Record<string, string>>, yaml = '', more: Partial<CompanyInput> = {}): CompanyInput {
  const file = join(dir, 'site.yaml');
  writeFileSync(file, yaml);
  const rules = readSiteConfig(file);
  const config = { ...rules, cities: rules.cities ?? DEFAULT_CITIES };
  const { locate } = createPlaces(config.cities);
  return {
    site: SITE,
    config,
    pages: Object.entries(pages).map(([path, title]) => {
      const { city, family } = locate(path);
      return { title, path, url: `https://casa.example${path === '/' ? '' : path}/`, city, family };
    }),
    ...more,
  };
}

const PAGES = {
  '/': 'Inicio',
  '/fontaneria': 'Fontanería',
  '/cerrajeria': 'Cerrajería',
  '/blog': 'Blog',
  '/madrid': 'Madrid',
  '/madrid/fontaneria': 'Fontaneros en Madrid',
  '/fontaneria-vigo': 'Fontaneros en Vigo',
  '/vigo/cerrajeria/llaves': 'Llaves en Vigo',
  '/madrid/cerrajeria': 'Cerrajeros en Madrid',
  '/contacto': 'Contacto',
  '/politica-de-privacidad': 'Privacidad',
};

/** Evidence of a front page with this JSON-LD. */
function evidenceOf(document: unknown): SiteEvidence {
  const script = `<script type="application/ld+json">${JSON.stringify(document)}</script>`;
  return collectEvidence([{ url: 'https://casa.example/', role: 'front', page: readPage(script) }], SITE);
}

const JSON_LD = {
  '@type': 'Plumber',
  name: 'Otro nombre',
  legalName: 'Casa Pronta, S.L.',
  telephone: '911 234 987',
  email: 'hola@casa.example',
  areaServed: [{ '@type': 'City', name: 'Madrid' }, 'Vigo'],
};

const CONTACT = 'https://casa.example/contacto/';

const buildCompany = (given: CompanyInput) => explainCompany(given).company;

describe('company data', () => {
  it('answers what the operation promises', () => {
    const { output } = DEFAULT_OPERATIONS.get_company_info;
    output.parse(buildCompany(input({})));
    output.parse(buildCompany(input(PAGES, 'brand: X', { evidence: evidenceOf(JSON_LD) })));
  });

  it('finds the landing page of each city: the one with the shortest path', () => {
    assert.deepEqual(buildCompany(input(PAGES)).cities, [
      { slug: 'madrid', name: 'Madrid', url: 'https://casa.example/madrid/' },
      { slug: 'vigo', name: 'Vigo', url: 'https://casa.example/fontaneria-vigo/' },
    ]);
  });

  it('takes for a service the general page whose family is in two cities, under its own title', () => {
    assert.deepEqual(buildCompany(input(PAGES)).services, [
      { name: 'Fontanería', url: 'https://casa.example/fontaneria/' },
    ]);
  });

  it('names a service without a general page by the common part of its titles, and links the page above its pages', () => {
    const { services } = buildCompany(
      input({
        '/': 'Inicio',
        '/fontaneros-madrid': 'Fontaneros en Madrid | Casa Pronta',
        '/fontaneros-vigo': 'Fontaneros en Vigo | Casa Pronta',
        '/cerrajeros-en-las-palmas': 'Cerrajeros 24 h en Las Palmas de Gran Canaria',
        '/cerrajeros-en-vigo': 'Cerrajeros 24 h en Vigo',
        '/contacto-madrid': 'Contacto Madrid',
        '/contacto-vigo': 'Contacto Vigo',
      }),
    );
    assert.deepEqual(services, [
      { name: 'Fontaneros', url: 'https://casa.example/' },
      { name: 'Cerrajeros 24 h', url: 'https://casa.example/' },
    ]);
    const nameOf = (...titles: readonly string[]) =>
      buildCompany(input({ '/': 'Inicio', '/f-madrid': titles[0] ?? '', '/f-vigo': titles[1] ?? '' })).services?.[0]
        ?.name;
    for (const [expected, ...titles] of [
      ['Fontaneros', 'Acme | Fontaneros en Madrid', 'Acme | Fontaneros en Vigo'],
      ['Fontaneros 24 horas', 'Fontaneros Madrid 24 horas', 'Fontaneros Vigo 24 horas'],
      ['Fontaneros', 'Fontaneros en Madrid: precios', 'Fontaneros en Vigo, Galicia'],
    ] as const)
      assert.equal(nameOf(...titles), expected);
    const inFolder = {
      '/zonas': 'Zonas',
      '/zonas/madrid/fontaneros': 'Fontaneros en Madrid',
      '/zonas/vigo/fontaneros': 'Fontaneros en Vigo',
    };
    const urls = (pages: Readonly<Record<string, string>>) =>
      buildCompany(input(pages)).services?.map(({ url }) => url);
    assert.deepEqual(urls({ '/': 'Inicio', ...inFolder }), ['https://casa.example/zonas/']);
    const { '/zonas': _, ...withoutFront } = inFolder;
    assert.deepEqual(urls(withoutFront), []);
  });

  it('knows the general page of a service by another word of its stem, where one page alone has that', () => {
    const inCities = (...names: readonly string[]) =>
      names.flatMap((name) =>
        ['madrid', 'vigo'].map((city): [string, string] => [`/${city}/${name}`, `${name} ${city}`]),
      );
    const servicesOf = (...more: readonly (readonly [string, string])[]) =>
      buildCompany(input(Object.fromEntries([['/', 'Inicio'], ...more]))).services?.map(
        ({ url }) => new URL(url).pathname,
      );
    const general = [
      ['/cerrajeria', 'Cerrajería'],
      ['/electricidad', 'Electricidad'],
      ['/pintura', 'Pintura'],
      ['/blog/reformas', 'Reformas'],
    ] as const;
    assert.deepEqual(servicesOf(...inCities('cerrajero', 'electricista'), ...general), [
      '/cerrajeria/',
      '/electricidad/',
    ]);
    assert.deepEqual(servicesOf(...inCities('reforma', 'pintor'), ...general), ['/', '/']);
    assert.deepEqual(servicesOf(...inCities('cerrajero', 'cerrajeros'), ...general), ['/', '/']);
    assert.deepEqual(servicesOf(...inCities('cerrajero'), ...general, ['/cerrajeros', 'Cerrajeros']), ['/']);
  });

  it('takes services from the menu, without those that the owner hides', () => {
    const html = `<nav><ul class="menu"><li><a href="/servicios/">Servicios</a><ul><li><a href="/toldos/">Toldos</a></li>
      <li><a href="/oculto/">Oculto</a></li><li><a href="/privado/">Privado</a></li></ul></li><li><a href="/blog/">Blog</a></li></ul></nav>`;
    const evidence = collectEvidence([{ url: 'https://casa.example/', role: 'front', page: readPage(html) }], SITE);
    const company = buildCompany(
      input({ '/': 'Inicio' }, 'exclude: [/oculto]', { evidence, hiddenLinks: ['https://casa.example/privado/'] }),
    );
    assert.deepEqual(company.services, [{ name: 'Toldos', url: 'https://casa.example/toldos/' }]);
  });

  it('takes services from a drop-down that is no list, and not the two buttons beside an entry', () => {
    const servicesOf = (entry: string) => {
      const html = `<nav><ul><li><a href="/">Inicio</a></li><li class="dropdown">${entry}</li><li><a href="/blog/">Blog</a></li></ul></nav>`;
      const evidence = collectEvidence([{ url: 'https://casa.example/', role: 'front', page: readPage(html) }], SITE);
      return buildCompany(input({ '/': 'Inicio' }, '', { evidence })).services?.map(({ name }) => name);
    };
    const links = '<a href="/toldos/">Toldos</a><a href="/carpas/">Carpas</a>';
    assert.deepEqual(servicesOf(`<a href="#">Servicios ▾</a><div class="panel">${links}</div>`), ['Toldos', 'Carpas']);
    assert.deepEqual(servicesOf(`<a href="/servicios/">Servicios</a>${links}`), []);
  });

  it('takes services from a drop-down of a menu that has no lists, and none from entries side by side', () => {
    const servicesOf = (menu: string) => {
      const evidence = collectEvidence(
        [{ url: 'https://casa.example/', role: 'front', page: readPage(`<nav>${menu}</nav>`) }],
        SITE,
      );
      return buildCompany(input({ '/': 'Inicio' }, '', { evidence })).services?.map(({ name }) => name);
    };
    const panel =
      '<div><a href="/toldos/">01Toldos</a><a href="/carpas/">02 Carpas</a><a href="/x/">Alle Leistungen ansehen</a></div>';
    const label = '<a href="/servicios/">Servicios</a>';
    for (const menu of [
      `<a href="/">Inicio</a><div class="nav-dropdown">${label}${panel}</div><a href="/blog/">Blog</a>`,
      `<div><button aria-expanded="false">Servicios</button>${panel}</div>`,
      `<details><summary>Servicios</summary>${panel}</details>`,
    ])
      assert.deepEqual(servicesOf(menu), ['Toldos', 'Carpas'], menu);
    assert.deepEqual(servicesOf(`<div>${label}${panel}</div>`), []);
    assert.deepEqual(servicesOf(`<div class="dropdown"><a href="/">Inicio</a>${label}${panel}</div>`), []);
  });

  it('takes what stands below the entry of the menu that leads to the services page, whatever it is called', () => {
    const servicesOf = (address: string) => {
      const html = `<nav><ul><li><a href="/">Inicio</a></li><li><a href="${address}">Sombra</a>
        <ul><li><a href="/toldos/">Toldos</a></li><li><a href="/carpas/">Carpas</a></li></ul></li></ul></nav>`;
      const evidence = collectEvidence([{ url: 'https://casa.example/x/', role: 'front', page: readPage(html) }], SITE);
      return buildCompany(input({ '/': 'Inicio' }, '', { evidence })).services?.map(({ name }) => name);
    };
    assert.deepEqual(servicesOf('/es/servicios/'), ['Toldos', 'Carpas']);
    assert.deepEqual(servicesOf('/sombra/'), []);
  });

  it('ignores labels of stored evidence that it does not support', () => {
    const html = '<main><h2>Servicios</h2><h3>Fontanería</h3><h3>Cerrajería</h3><h3>Pintura</h3></main>';
    const evidence = collectEvidence([{ url: 'https://casa.example/x/', role: 'about', page: readPage(html) }], SITE);
    const servicesWith = (label: string) => {
      const pages = evidence.pages.map((page) => ({ ...page, groups: page.groups?.map((one) => ({ ...one, label })) }));
      return buildCompany(input({ '/': 'Inicio' }, '', { evidence: { ...evidence, pages } as SiteEvidence })).services;
    };
    assert.equal(servicesWith('services')?.length, 3);
    assert.equal(servicesWith('confirmed')?.length ?? 0, 0);
  });

  it('takes a card of the services page with the link around it, and none that shows news', () => {
    const card = (slug: string, name: string) => `<a href="/${slug}/"><h3>${name}</h3><p>Uno</p></a>`;
    const html = `<main><h1>Servicios</h1><h2>Todo a medida</h2>${card('toldos', 'Toldos')}${card('carpas', 'Carpas')}
      <h2>Noticias</h2>${card('feria', 'Feria de mayo')}<a href="/otra/"><img alt="Foto"></a><h3>Velas</h3></main>`;
    const evidence = collectEvidence(
      [{ url: 'https://casa.example/servicios/', role: 'services', page: readPage(html) }],
      SITE,
    );
    assert.deepEqual(buildCompany(input({ '/': 'Inicio' }, '', { evidence })).services, [
      { name: 'Toldos', url: 'https://casa.example/toldos/' },
      { name: 'Carpas', url: 'https://casa.example/carpas/' },
    ]);
  });

  it('takes no service from a page of a theme that still has the text of its demo', () => {
    const servicesOf = (text: string) => {
      const html = `<main><h1>Servicios</h1><h2>Congue</h2><p>${text}</p><h2>Maximus</h2><h2>Duis</h2></main>`;
      const evidence = collectEvidence(
        [{ url: 'https://casa.example/servicios/', role: 'services', page: readPage(html) }],
        SITE,
      );
      return buildCompany(input({ '/': 'Inicio' }, '', { evidence })).services?.length;
    };
    assert.equal(servicesOf('Lorem ipsum dolor sit amet'), 0);
    assert.equal(servicesOf('A medida'), 3);
  });

  it('takes the headings below a slogan that has "services" in small letters above it, in many languages', () => {
    const servicesOf = (section: string) => {
      const html = `<main>${section}<h2>Más</h2><h3>Garantía</h3></main>`;
      const evidence = collectEvidence([{ url: 'https://casa.example/', role: 'front', page: readPage(html) }], SITE);
      return buildCompany(input({ '/': 'Inicio' }, '', { evidence })).services?.map(({ name }) => name);
    };
    const below = '<h4>Toldos</h4><p>Uno</p><h4>Carpas</h4>';
    for (const label of ['Nuestros servicios', 'Prestations', 'Zakres serwisu', 'Υπηρεσίες', 'Наши услуги', 'خدماتنا'])
      assert.deepEqual(servicesOf(`<p>${label}</p><h2>La sombra, a medida</h2>${below}`), ['Toldos', 'Carpas'], label);
    assert.deepEqual(servicesOf(`<h2>Nuestras especialidades</h2>${below}`), ['Toldos', 'Carpas']);
    const note = '<p>Servicios</p><h3>Así elegimos la tela</h3><h2>Todo</h2>';
    assert.deepEqual(servicesOf(`${note}<h2>Servicios</h2>${below}`), ['Toldos', 'Carpas']);
    assert.deepEqual(servicesOf(`<p>Servicios</p><p>Todo</p><h2>La sombra</h2>${below}`), []);
  });

  it('takes plain lines below a label if the section has names only', () => {
    const servicesOf = (section: string) => {
      const html = `<main>${section}<h2>Contacto</h2></main>`;
      const evidence = collectEvidence([{ url: 'https://casa.example/', role: 'front', page: readPage(html) }], SITE);
      return buildCompany(input({ '/': 'Inicio' }, '', { evidence })).services?.map(({ name }) => name);
    };
    const names = ['Toldos', 'Carpas', 'Sombrillas', 'Pérgolas'];
    const lines = names.map((name) => `<div>${name}</div>`).join('');
    for (const label of ['Productos', 'Servicios', 'Fagområder', 'Unsere Speisekarte'])
      assert.deepEqual(servicesOf(`<h2>${label}</h2>${lines}`), names, label);
    assert.deepEqual(servicesOf(`<h2>Servicios</h2>${lines}<div>Desde 1990, a medida.</div>`), []);
    // Figures that contain the names of services.
    const figures = ['500 toldos', '300 carpas', 'Años'].map((name) => `<h4>${name}</h4><p>Uno</p>`).join('');
    assert.deepEqual(servicesOf(`<h2>Servicios</h2>${lines}<h2>En cifras</h2><div>${figures}</div>`), names);
  });

  it('ends a list of services at a heading of a higher level', () => {
    const html = `<main><h1>Servicios</h1>${titled(5, 'Toldos', 'Carpas', 'Sombrillas')}${titled(3, 'Oficina')}</main>`;
    const evidence = collectEvidence([{ url: 'https://casa.example/', role: 'front', page: readPage(html) }], SITE);
    const { services } = buildCompany(input({ '/': 'Inicio' }, '', { evidence }));
    assert.deepEqual(
      services?.map(({ name }) => name),
      ['Toldos', 'Carpas', 'Sombrillas'],
    );
  });

  it('does not take cards for services if the name of the company is a described word', () => {
    const servicesOf = (cards: string) => {
      const html = `<head><title>Casa Pronta: toldos y carpas</title></head><main><section>${cards}</section></main>`;
      const evidence = collectEvidence([{ url: 'https://casa.example/', role: 'front', page: readPage(html) }], SITE);
      return buildCompany(input({ '/': 'Inicio' }, '', { evidence })).services?.length;
    };
    const card = (name: string) => `<div><h3>${name}</h3><p>Uno</p></div>`;
    assert.equal(servicesOf(['Toldos', 'Carpas', 'Rapidez', 'Sombrillas'].map(card).join('')), 4);
    assert.equal(servicesOf(['Casa Pronta', 'Carpas', 'Rapidez', 'Sombrillas'].map(card).join('')), 0);
  });

  /** Names of the services of a site with this menu, front page and services page. */
  const servicesOfPages = (menu: readonly string[], front: string, services = '') => {
    const links = menu.map((name) => `<li><a href="/${name.toLowerCase()}/">${name}</a></li>`).join('');
    const nav = `<nav><ul><li><a href="/x/">Inicio</a></li><li><a href="/servicios/">Servicios</a><ul>${links}</ul></li></ul></nav>`;
    const evidence = collectEvidence(
      [
        { url: 'https://casa.example/', role: 'front', page: readPage(`${nav}<main>${front}</main>`) },
        { url: 'https://casa.example/servicios/', role: 'services', page: readPage(`<main>${services}</main>`) },
      ],
      SITE,
    );
    return buildCompany(input({ '/': 'Inicio' }, '', { evidence })).services?.map(({ name }) => name);
  };
  const titled = (level: number, ...names: readonly string[]) =>
    names.map((name) => `<div><h${level}>${name}</h${level}><p>Uno</p></div>`).join('');

  it('takes what pages show beside the services of the menu, which names the most important alone', () => {
    const menu = ['Toldos', 'Carpas'];
    const list = '<ul><li>Toldos</li><li>Carpas</li><li>Sombrillas</li></ul>';
    for (const [front, services] of [
      ['', `<h1>Todo</h1>${titled(3, 'Toldos', 'Carpas', 'Sombrillas')}`],
      ['', `<h1>Servicios</h1>${list}`],
      [`<h2>Elija</h2>${list}`, ''],
      [`<h2>Nuestros servicios</h2>${titled(3, 'Sombrillas', 'Carpas')}`, ''],
      [`<h1>Sombra</h1><section>${titled(2, 'Toldos', 'Carpas', 'Sombrillas')}</section>${titled(2, 'Aviso')}`, ''],
      [`<h2>Elija</h2>${titled(3, ...menu, 'Sombrillas')}<h2>Opiniones</h2>${titled(3, ...menu, 'Ana')}`, ''],
    ] as const)
      assert.deepEqual(servicesOfPages(menu, front, services), [...menu, 'Sombrillas'], front + services);
    for (const others of [
      titled(3, 'Rapidez', 'Garantía'),
      `<h2>Elija</h2>${titled(3, 'Toldos', 'Rapidez', 'Garantía')}`,
      `<h2>Elija</h2>${titled(3, 'Toldos a medida', 'Carpas', 'Toldos', '¿Por qué?')}`,
      `<h2>Elija</h2>${titled(3, ...menu)}<h2>Además</h2>${titled(3, 'Rapidez', 'Garantía')}`,
      `<h1>Sombra</h1><div>${titled(2, ...menu)}</div><h2>Rapidez</h2><p>Uno</p>`,
    ])
      assert.deepEqual(servicesOfPages(menu, others), menu, others);
  });

  it('takes no title without a page beside a menu of many services with pages', () => {
    const menu = ['Toldos', 'Carpas', 'Velas', 'Persianas', 'Mosquiteras'];
    const list = `<h1>Servicios</h1>${titled(2, ...menu, 'Un solo taller')}`;
    assert.deepEqual(servicesOfPages(menu, '', list), menu);
  });

  it('takes tabs, entries of a list and headings of the same level under a label of services or products', () => {
    const tabs = ['Toldos', 'Carpas']
      .map((name) => `<div class="elementor-tab-title" role="tab">${name}</div>`)
      .join('');
    for (const front of [
      `<h2>Servicios</h2><div>${tabs}</div><div>${tabs}</div>`,
      `<h2>Servicios</h2><details><summary>Toldos</summary><p>Uno</p></details><details><summary>Carpas</summary></details>`,
      `<section><h2>Servicios</h2><div>${titled(2, 'Toldos', 'Carpas')}</div></section><h2>Aviso</h2>`,
      `<h2>Nuestros productos</h2>${titled(3, 'Toldos', 'Carpas')}`,
      `<h2>Unsere Leistungen für Sie</h2>${titled(3, 'Toldos', 'Carpas', 'Dodatkowo realizujemy', 'Co oferujemy')}`,
    ])
      assert.deepEqual(servicesOfPages([], front), ['Toldos', 'Carpas'], front);
    const list = '<h2>Servicios</h2><ul><li>Toldos</li><li>Carpas</li><li>Velas</li></ul>';
    assert.deepEqual(servicesOfPages([], list), ['Toldos', 'Carpas', 'Velas']);
    assert.deepEqual(servicesOfPages([], list.replace('Servicios', 'Ventajas')), []);
    assert.deepEqual(servicesOfPages([], list.replaceAll('</li>', '<p>Uno</p></li>')), []);
    const three = (entry: (name: string) => string) => ['Toldos', 'Carpas', 'Velas'].map(entry).join('');
    for (const below of [
      three((name) => `<p><strong>${name}</strong><br>A medida.</p>`),
      three((name) => `<dt>${name}</dt><dd>A medida.</dd>`),
      three((name) => `<div class="icon-box-title">${name}</div><p>A medida.</p>`),
      three((name) => `<p><a href="/${name}/">${name}</a></p><p>A medida.</p>`),
      `<table>${three((name) => `<tr><td>${name}</td><td>desde 9 €</td></tr>`)}</table>`,
    ])
      assert.deepEqual(servicesOfPages([], `<h2>Servicios</h2>${below}`), ['Toldos', 'Carpas', 'Velas'], below);
    const explained = three(
      (name) => `<li><strong>${name}</strong>: a medida, en muchos colores y para siempre, con garantía</li>`,
    );
    assert.deepEqual(servicesOfPages([], `<h2>Servicios</h2><ul>${explained}</ul>`), ['Toldos', 'Carpas', 'Velas']);
    for (const section of [
      `<p>Servicios</p>${titled(3, 'Toldos', 'Carpas', 'Velas')}`,
      `<div class="brxe-heading">Servicios</div>${three((name) => `<div class="brxe-heading">${name}</div><p>Uno</p>`)}`,
    ])
      assert.deepEqual(
        servicesOfPages([], `<h1>X</h1><section>${section}</section>`),
        ['Toldos', 'Carpas', 'Velas'],
        section,
      );
    const cards = titled(3, 'Toldos', 'Carpas', 'Velas');
    const asked = `<h2>¿Cuánto cuesta?</h2><p>Servicios</p>${cards}`;
    assert.deepEqual(servicesOfPages([], asked), []);
    for (const title of ['Booking our service is easy!', 'Our service areas'])
      assert.deepEqual(servicesOfPages([], `<h2>${title}</h2>${cards}`), [], title);
    assert.deepEqual(servicesOfPages([], `<h2>The services we offer</h2>${cards}`), ['Toldos', 'Carpas', 'Velas']);
    const inviting = `<h2>Nos prestations</h2>${cards}<h3>Commençons une collaboration</h3>`;
    assert.deepEqual(servicesOfPages([], inviting), ['Toldos', 'Carpas', 'Velas']);
    const praise = titled(3, 'Toldos', 'Carpas');
    assert.deepEqual(servicesOfPages([], `<h1>Shade services</h1><h2>Trusted shade services</h2>${praise}`), []);
    const bold = three((name) => `<p><strong>${name}</strong> hacemos muchos.</p>`);
    assert.deepEqual(servicesOfPages([], `<h2>Servicios</h2>${bold}`), []);
  });

  it('takes no catalogue for a list of services', () => {
    const list = (entries: number) =>
      `<ul>${Array.from({ length: entries }, (_, at) => `<li>Tela ${at}</li>`).join('')}</ul>`;
    assert.equal(servicesOfPages([], `<h2>Servicios</h2>${list(40)}`)?.length, 40);
    assert.equal(servicesOfPages([], `<h2>Servicios</h2>${list(90)}`)?.length, 0);
  });

  it('takes the headings of the services page, whatever it is entitled, where most are in one group', () => {
    const page = (...others: readonly string[]) =>
      `<h1>Sombra para todos</h1><h2>Elija</h2>${titled(3, 'Toldos', 'Carpas', 'Velas')}${titled(2, ...others)}`;
    assert.deepEqual(servicesOfPages([], '', page('Plazos')), ['Toldos', 'Carpas', 'Velas']);
    assert.deepEqual(servicesOfPages([], '', page('Plazos', 'Fechas', 'Telas')), []);
  });

  it('takes services from the menu of a page whose body says that a builder made its footer', () => {
    const html = `<body class="ehf-header ehf-footer"><nav><ul><li><a href="/">Inicio</a></li><li><a href="#">Servicios</a>
      <ul><li><a href="/toldos/">Toldos</a></li></ul></li><li><a href="/blog/">Blog</a></li></ul></nav></body>`;
    const evidence = collectEvidence([{ url: 'https://casa.example/', role: 'front', page: readPage(html) }], SITE);
    assert.deepEqual(buildCompany(input({ '/': 'Inicio' }, '', { evidence })).services, [
      { name: 'Toldos', url: 'https://casa.example/toldos/' },
    ]);
  });

  it('takes no sentence for a service that stands as a heading on the services page', () => {
    const servicesOf = (...headings: readonly string[]) => {
      const html = `<main><h1>Serviços</h1>${headings.map((heading) => `<h2>${heading}</h2><p>Mais.</p>`).join('')}</main>`;
      const evidence = collectEvidence(
        [{ url: 'https://casa.example/servicos/', role: 'services', page: readPage(html) }],
        SITE,
      );
      return buildCompany(input({ '/': 'Inicio' }, '', { evidence })).services?.map(({ name }) => name);
    };
    const sentences = ['Somos uma equipa', 'Produzimos trabalho integrado', 'Exponha-nos a sua situação', 'We listen'];
    assert.deepEqual(servicesOf(...sentences), []);
    const services = [
      'Préstamos',
      'Préstamos rápidos',
      'Weight loss',
      'Autónomos y pymes',
      'Marítimos y aéreos',
      'Dinamos y alternadores',
      'Lomos y embutidos',
    ];
    assert.deepEqual(servicesOf(...sentences, ...services), services);
  });

  it('keeps the services of the menu if a single family of pages is in the configured cities', () => {
    const names = ['Toldos', 'Carpas', 'Velas', 'Lonas'];
    const menu = names.map((name) => `<li><a href="/${name.toLowerCase()}/">${name}</a></li>`).join('');
    const html = `<nav><ul><li><a href="/">Inicio</a></li><li><a href="#">Servicios</a><ul>${menu}</ul></li></ul></nav>`;
    const evidence = collectEvidence([{ url: 'https://casa.example/', role: 'front', page: readPage(html) }], SITE);
    const cities = 'cities:\n  - { slug: leon, name: León }\n  - { slug: soria, name: Soria }\n';
    const pages = { '/leon/nuestras-sedes': 'Sede de León', '/soria/nuestras-sedes': 'Sede de Soria' };
    const servicesOf = (yaml: string) =>
      buildCompany(input(pages, yaml, { evidence })).services?.map(({ name }) => name);
    assert.deepEqual(servicesOf(''), names);
    assert.deepEqual(servicesOf(cities), names);
  });

  it('removes the name of the site from names of services', () => {
    const named = (siteName: string, ...names: readonly string[]) =>
      findServices(
        names.map((title, index) => ({
          title,
          url: `https://a.example/servicios/${index}/`,
          path: `/servicios/${index}`,
          city: '',
          family: `servicios/${index}`,
        })),
        [],
        { siteName, cities: [], language: 'es' },
        () => true,
      ).value.map(({ name }) => name);
    assert.deepEqual(named('Acme', 'Acme – Toldos', 'Carpas | Acme'), ['Toldos', 'Carpas']);
    assert.deepEqual(named('Acme Sombras SL', 'Acme – Toldos', 'Acme – Carpas', 'Velas'), [
      'Toldos',
      'Carpas',
      'Velas',
    ]);
    assert.deepEqual(named('Acme Sombras SL', 'Acme – Toldos', 'Carpas', 'Velas'), [
      'Acme – Toldos',
      'Carpas',
      'Velas',
    ]);
    assert.deepEqual(named('Acme', 'Toldos – Venta', 'Toldos – Montaje'), ['Toldos – Venta', 'Toldos – Montaje']);
    assert.deepEqual(named('Acme', 'Acme', 'Acme – Carpas'), ['Acme', 'Carpas']);
  });

  it('keeps families of pages in the order of the menu', () => {
    const names = ['Toldos', 'Carpas', 'Velas', 'Lonas'];
    const menu = names.map((name) => `<li><a href="/${name.toLowerCase()}/">${name}</a></li>`).join('');
    const evidence = collectEvidence(
      [
        {
          url: 'https://casa.example/',
          role: 'front',
          page: readPage(`<nav><ul><li><a href="#">Servicios</a><ul>${menu}</ul></li></ul></nav>`),
        },
      ],
      SITE,
    );
    const towns = Object.entries({ leon: 'León', soria: 'Soria' }).flatMap(([slug, town]) =>
      names.map((name) => [`/${slug}/${name.toLowerCase()}`, `${name} en ${town}`] as const),
    );
    const general = names.map((name) => [`/${name.toLowerCase()}`, name] as const);
    const cities = 'cities:\n  - { slug: leon, name: León }\n  - { slug: soria, name: Soria }\n';
    const pages = Object.fromEntries([...general, ...towns]);
    assert.deepEqual(
      buildCompany(input(pages, cities, { evidence })).services?.map(({ name }) => name),
      names,
    );
  });

  it('takes cards of the home page that lead to pages, without a label, and no reasons or steps', () => {
    const cards = (names: readonly string[]) =>
      names.map((name) => `<div><h3><a href="/${name.toLowerCase()}/">${name}</a></h3><p>Uno.</p></div>`).join('');
    const front = (
      description: string,
    ) => `<h1>${description}</h1><section><h2>Sombra a tu gusto</h2>${cards(['Toldos', 'Carpas', 'Velas'])}</section>
      <section><h2>Por qué elegirnos</h2>${cards(['Rapidez', 'Precio', 'Cercanía'])}</section>`;
    assert.deepEqual(servicesOfPages([], front('Toldos y más')), ['Toldos', 'Carpas', 'Velas']);
    assert.deepEqual(servicesOfPages([], front('Casa')), []);
  });

  it('takes cards without a label and without pages only if the description names at least half of them', () => {
    const front = (description: string) =>
      `<h1>Casa</h1>${['Toldos', 'Carpas', 'Velas', 'Todo a medida'].map((name) => `<h3>${name}</h3><p>Uno.</p>`).join('')}
       <meta name="description" content="${description}">`;
    assert.deepEqual(servicesOfPages([], front('Instalamos toldos y carpas.')), [
      'Toldos',
      'Carpas',
      'Velas',
      'Todo a medida',
    ]);
    assert.deepEqual(servicesOfPages([], front('Instalamos toldos.')), []);
  });

  it('takes no cards from sections that only a link of the page names', () => {
    const section = `<section id="b"><h2>Hecho a mano</h2>${titled(3, 'Ana Gil', 'Luis Paz', 'Eva Ros')}</section>`;
    assert.deepEqual(servicesOfPages([], `<nav><a href="#b">Servicios</a></nav>${section}`), []);
  });

  it('keeps services whose titles contain words of praise', () => {
    const names = ['Limpieza rápida de lonas', 'Vela flexible', 'Lavado profesional'];
    assert.deepEqual(servicesOfPages([], '', titled(3, ...names)), names);
  });

  it('takes titles that all call their subject a service', () => {
    const front = (...names: readonly string[]) => `<h1>Casa</h1><h2>Para todos</h2><div>${titled(4, ...names)}</div>`;
    assert.deepEqual(servicesOfPages([], front('Servicio de toldos', 'Servicio de velas')), [
      'Servicio de toldos',
      'Servicio de velas',
    ]);
    assert.deepEqual(servicesOfPages([], front('Servicio de toldos', 'Telas')), []);
  });

  it('takes cards below a small label above a heading, with links to the contact form', () => {
    const cards = ['Desarrollo web', 'Velas', 'Zócalos'].map(
      (name) => `<h3>${name}</h3><p>Uno. <a href="/contacto/">Más información</a></p>`,
    );
    const front = `<section><div><p>Servicios</p><h2>Sombra a tu gusto</h2></div><div>${cards.join('')}</div></section>`;
    assert.deepEqual(servicesOfPages([], front), ['Desarrollo web', 'Velas', 'Zócalos']);
  });

  it('takes no cards of staff that a field for services of a form lists', () => {
    const staff = ['Ana Vega', 'Luis Mora', 'Eva Soto'];
    const options = staff.map((name) => `<option>${name}</option>`).join('');
    const front = `<h1>Casa</h1>${titled(3, ...staff)}<form><select name="service">${options}</select></form>`;
    assert.deepEqual(servicesOfPages([], front), []);
  });

  it('takes cards below a label and a heading in a separate block, and below a label in the header of a section', () => {
    const cards = titled(3, 'Toldos', 'Velas', 'Zócalos');
    const head = '<p>Servicios</p><h2>Sombra a tu gusto</h2><p>Medimos y montamos.</p>';
    const names = ['Toldos', 'Velas', 'Zócalos'];
    assert.deepEqual(servicesOfPages([], `<h1>Casa</h1><div>${head}</div><div>${cards}</div>`), names);
    const opinions = '<section><h3>Familia Soto</h3><p>Muy bien</p><h3>Ana Vega</h3></section>';
    const section = `<section><div>${head}</div><div>${cards}</div></section>`;
    assert.deepEqual(servicesOfPages([], `<h1>Casa</h1>${section}${opinions}`), names);
    assert.deepEqual(servicesOfPages([], `<h1>Casa</h1>${section.replaceAll('h3', 'h4')}${opinions}`), names);
    const label = '<div class="header"><h2>サービスの内容</h2></div>';
    assert.deepEqual(servicesOfPages([], `<h1>Casa</h1></main><div>${label}<div>${cards}</div></div>`), names);
    assert.deepEqual(servicesOfPages([], `<h1>Casa</h1><h2>خـدماتنا</h2>${cards}`), names);
  });

  it('takes services of JSON-LD: a catalogue of a service, objects of type Service, and types of service', () => {
    const named = (names: readonly string[]) => names.map((name) => ({ '@type': 'Service', name }));
    const company = { '@type': 'Plumber', name: 'Casa', telephone: '911 234 987' };
    const catalogue = { '@type': 'OfferCatalog', itemListElement: named(['Toldos', 'Velas']) };
    const servicesOf = (...documents: readonly unknown[]) =>
      buildCompany(input({}, '', { evidence: evidenceOf(documents) })).services?.map(({ name }) => name);
    assert.deepEqual(servicesOf(company, { '@type': 'Service', name: 'Sombra', hasOfferCatalog: catalogue }), [
      'Toldos',
      'Velas',
    ]);
    assert.deepEqual(servicesOf(company, ...named(['Toldos', 'Carpas'])), ['Toldos', 'Carpas']);
    assert.deepEqual(servicesOf({ ...company, hasOfferCatalog: catalogue }, ...named(['Lonas', 'Carpas'])), [
      'Toldos',
      'Velas',
    ]);
    assert.deepEqual(servicesOf(company, { '@type': 'ProfessionalService', serviceType: ['Toldos', 'Lonas'] }), [
      'Toldos',
      'Lonas',
    ]);
  });

  it('gives a service the address of the page that has its name', () => {
    const html = '<h1>Casa</h1><h2>Servicios</h2><h3>Toldos</h3><p>Uno.</p><h3>Velas</h3><p>Dos.</p>';
    const evidence = collectEvidence([{ url: 'https://casa.example/', role: 'front', page: readPage(html) }], SITE);
    assert.deepEqual(
      buildCompany(input({ '/sombra/toldos': 'Toldos a medida' }, '', { evidence })).services?.map(({ url }) => url),
      ['https://casa.example/sombra/toldos/', 'https://casa.example/'],
    );
  });

  it('takes the pages below the services page where it shows some of them alone', () => {
    const shown = (...names: readonly string[]) => {
      const cards = names.map((name) => `<h3><a href="/servicios/${name}">${name}</a></h3>`).join('');
      const url = 'https://casa.example/servicios/';
      const evidence = collectEvidence([{ url, role: 'services', page: readPage(`<main>${cards}</main>`) }], SITE);
      const pages = {
        '/servicios/toldos': 'Toldos a medida',
        '/servicios/carpas': 'Carpas',
        '/servicios/velas': 'Velas',
        '/blog/servicios/como-elegir': 'Cómo elegir un toldo',
      };
      return buildCompany(input(pages, '', { evidence })).services?.map(({ name }) => name);
    };
    // In the order of the services page, then further pages.
    assert.deepEqual(shown('toldos', 'velas'), ['Toldos a medida', 'Velas', 'Carpas']);
    assert.deepEqual(shown('toldos', 'otro'), ['Toldos a medida', 'otro', 'Velas', 'Carpas']);
    // All of them, as the owner calls them there.
    assert.deepEqual(shown('toldos', 'velas', 'carpas'), ['toldos', 'velas', 'carpas']);
  });

  it('takes no entry of the menu of services that is none, in any language, and no sentence below one', () => {
    const servicesOf = (label: string, ...names: readonly string[]) => {
      const items = names.map((name, at) => `<li><a href="/${at}/">${name}</a></li>`).join('');
      const html = `<nav><ul><li><a href="/y/">Y</a></li><li><a href="/s/">${label}</a><ul>${items}</ul></li></ul></nav>`;
      const evidence = collectEvidence([{ url: 'https://casa.example/', role: 'front', page: readPage(html) }], SITE);
      return buildCompany(input({ '/': 'Inicio' }, '', { evidence })).services?.map(({ name }) => name);
    };
    for (const [label, service, ...others] of [
      ['Our Services', 'Drains', 'Careers', 'Testimonials', 'Login', 'Gallery', 'Meet the Team', 'Get a Quote', 'Cart'],
      ['Nos prestations', 'Plomberie', 'Avis clients', 'Mon compte', 'Panier', 'Nous rejoindre'],
      ['Leistungsspektrum', 'Trockenbau', 'Referenzen', 'Stellenangebote', 'Kostenübernahme', 'Aktuelles'],
      ['I nostri servizi', 'Traslochi', 'Lavora con noi', 'Domande sui servizi', 'Chi siamo', 'Carrello'],
      ['Zakres usług', 'Remonty', 'Koszyk', 'Opinie', 'Realizacje', 'O nas'],
      ['Behandelingen', 'Knippen', 'Vacatures', 'Winkelwagen', 'Openingstijden'],
      ['Serviços', 'Pintura', 'Carrinho', 'Minha conta', 'Trabalhe conosco', 'Horários'],
      ['Servizi', 'Assistenza', 'Wi-Fi gratuito', 'Giardino privato', 'Parcheggio'],
      ['Services', 'Boarding', 'Free Wi-Fi', 'Recent Posts', 'Archives'],
    ] as const)
      assert.deepEqual(servicesOf(label, ...others, service), [service], label);
    const noServices = [
      'Zonas',
      'Zonas de actuación',
      'Area Pelayanan',
      'Privacidad',
      'Toutes nos prestations',
      'Terms and Conditions',
    ];
    const more = [
      ['Preventivo gratuito', 'Cookie policy (EU)', 'Preguntas frecuentes', 'Datenschutzerklärung', 'Ver todos'],
      ['Privacyverklaring', 'Privacy en cookies', 'Privacidad y cookies', 'Política de privacidad'],
    ].flat();
    const services = [
      ['Zonas verdes', 'Tous travaux', 'Termsanierung', 'Toutesboutiques', 'Preventivo incendios', 'Privaclinic'],
      ['Cookiesbakery', 'Datenschutzberatung', 'Privacy glass', 'Tuttifrutti', 'Questions de droit'],
    ].flat();
    assert.deepEqual(servicesOf('Servicios', ...noServices, ...more, ...services), services);
    assert.deepEqual(
      servicesOf(
        'Servicios',
        '<span>Desagües</span><span>Los limpiamos todos</span>',
        'Caja <b>DSG</b>',
        'i<b>Phone</b> y más',
      ),
      ['Desagües', 'Caja DSG', 'iPhone y más'],
    );
  });

  /** Names of the services that the main menu tells: of an entry, as `[label, address, ...entries below]`. */
  type Entry = readonly [string, string, ...Entry[]];
  const menuOf = (...entries: readonly Entry[]): string =>
    `<ul>${entries
      .map(([label, url, ...below]) => {
        const name = url === '' ? label : `<a href="${url}">${label}</a>`;
        return `<li>${name}${below.length > 0 ? menuOf(...below) : ''}</li>`;
      })
      .join('')}</ul>`;
  const servicesOfMenu = (...entries: readonly Entry[]) => {
    const html = `<nav>${menuOf(['Inicio', '/'], ...entries, ['Blog', '/blog/'])}</nav>`;
    const evidence = collectEvidence([{ url: 'https://casa.example/', role: 'front', page: readPage(html) }], SITE);
    return buildCompany(input({ '/': 'Inicio' }, '', { evidence })).services?.map(({ name }) => name);
  };
  const awnings: Entry = ['Toldos', '/toldos/'];
  const tents: Entry = ['Carpas', '/carpas/'];
  const sails: Entry = ['Velas', '/velas/'];

  it('takes the services below the groups of a menu, and the groups that have a page', () => {
    assert.deepEqual(
      servicesOfMenu([
        'Empresa',
        '#',
        ['Servicios', '/servicios/', ['Sombra', '#', awnings, tents], ['Mar', '', sails]],
      ]),
      ['Toldos', 'Carpas', 'Velas'],
    );
    assert.deepEqual(servicesOfMenu(['Servicios', '', ['Sombra', '/sombra/', awnings], ['Mar', '', tents], sails]), [
      'Sombra',
      'Toldos',
      'Carpas',
      'Velas',
    ]);
  });

  it('knows the menu of services by what it is called in a trade or a language', () => {
    for (const label of [
      'Was wir für Sie tun',
      'Unsere Dienstleistungen',
      'Nasza oferta',
      'Leistungen & Preise',
      'Cosa facciamo',
      'Hvad vi gør',
      'Therapien',
      'Servicios de sombra',
      'Shade services',
      'Behandlungen',
      'Servicios <span class="menu-item-description">a medida</span>',
    ])
      assert.deepEqual(servicesOfMenu([label, '/x/', awnings, tents]), ['Toldos', 'Carpas'], label);
    for (const label of ['Customer services', 'Terms of service', 'Zonas', 'Área de servicio'])
      assert.deepEqual(servicesOfMenu([label, '/x/', awnings, tents]), [], label);
    assert.deepEqual(servicesOfMenu(['Service', '/x/', tents], ['Leistungen', '/y/', awnings, sails]), [
      'Toldos',
      'Velas',
    ]);
  });

  it('reads the menu on both sides of a logo, and no text of a sign', () => {
    const sign = '<span class="toggle"><svg><title>Expand</title></svg></span>';
    const html = `<nav>${menuOf(['Uno', '/1/'], ['Dos', '/2/'], ['Tres', '/3/'], ['Cuatro', '/4/'])}<i></i>
      ${menuOf([`Servicios${sign}`, '/x/', awnings, tents])}</nav>`;
    const evidence = collectEvidence([{ url: 'https://casa.example/', role: 'front', page: readPage(html) }], SITE);
    assert.deepEqual(
      buildCompany(input({ '/': 'Inicio' }, '', { evidence })).services?.map(({ name }) => name),
      ['Toldos', 'Carpas'],
    );
  });

  it('takes products where no services are told', () => {
    const products: Entry = ['Productos', '/productos/', awnings, tents];
    assert.deepEqual(servicesOfMenu(products), ['Toldos', 'Carpas']);
    assert.deepEqual(servicesOfMenu(products, ['Servicios', '/servicios/', sails, tents]), ['Velas', 'Carpas']);
  });

  it('takes no link of a menu of services that leads to the contact page or a request', () => {
    const entries = ['/contacto/', '/servicios/pide-cita/', '/mi-cuenta/', '/aviso-legal/', '/toldos/', '/?p=7'];
    const links = entries.map((url, at) => `<a href="${url}">Toldo ${at}</a>`).join('');
    const html = `<nav><ul><li><a href="/">Inicio</a></li><li><a href="#">Servicios</a><div>${links}</div></li></ul></nav>`;
    const evidence = collectEvidence([{ url: 'https://casa.example/x/', role: 'front', page: readPage(html) }], SITE);
    assert.deepEqual(
      buildCompany(input({ '/': 'Inicio' }, '', { evidence })).services?.map(({ name }) => name),
      ['Toldo 4', 'Toldo 5'],
    );
  });

  it('takes no page of thanks or of pictures below the services page', () => {
    const others = ['gracias-por-su-mensaje', 'thank-you-2', 'danke-fuer-ihre-anfrage', 'merci', 'avant-apres'];
    const pages = Object.fromEntries([...others, 'toldos', 'carpas'].map((slug) => [`/servicios/${slug}`, slug]));
    assert.deepEqual(
      buildCompany(input(pages)).services?.map(({ name }) => name),
      ['carpas', 'toldos'],
    );
  });

  it('finds the pages that most sites have, also below the prefix of a language', () => {
    assert.deepEqual(buildCompany(input({ '/es': 'Inicio', '/es/contacto': 'Contacto' })).pages, {
      contact: 'https://casa.example/es/contacto/',
    });
    assert.deepEqual(buildCompany(input({ '/': 'Inicio', '/contacto.html': 'Contacto' })).pages, {
      contact: 'https://casa.example/contacto.html/',
    });
    assert.deepEqual(buildCompany(input(PAGES)).pages, {
      contact: 'https://casa.example/contacto/',
      privacy: 'https://casa.example/politica-de-privacidad/',
    });
  });

  it('is the same whatever the order of the pages', () => {
    const given = input(PAGES);
    const reversed = { ...given, pages: [...given.pages].toReversed() };
    assert.deepEqual(buildCompany(reversed), buildCompany(given));
  });

  it('says that nothing is published rather than nothing', () => {
    const { phone, whatsapp, email, legal_name } = buildCompany(input(PAGES));
    assert.deepEqual(
      { phone, whatsapp, email, legal_name },
      { phone: '', whatsapp: '', email: undefined, legal_name: undefined },
    );
  });

  it('fills what the owner leaves out from schema.org data', () => {
    const company = buildCompany(input(PAGES, 'phone: "911 000 000"', { evidence: evidenceOf(JSON_LD) }));
    assert.equal(company.brand, 'Casa Pronta');
    assert.equal(company.legal_name, 'Casa Pronta, S.L.');
    assert.equal(company.phone, '911 000 000');
    assert.equal(company.coverage, 'Madrid, Vigo');
  });

  it('says whole sentences of prices, and none of what delivery is for', () => {
    const html = `<main><p>Texte ab 68 € pro Seite (1.500 Zeichen inkl. Leerzeichen).</p>
      <p>Lieferung ab 20 € frei Haus</p></main>`;
    const evidence = collectEvidence([{ url: 'https://casa.example/', role: 'front', page: readPage(html) }], SITE);
    assert.equal(
      buildCompany(input(PAGES, '', { evidence })).prices,
      'Texte ab 68 € pro Seite (1.500 Zeichen inkl. Leerzeichen).',
    );
  });

  it('takes what a practice says in its structured data that it treats with', () => {
    const evidence = evidenceOf({
      '@type': 'MedicalBusiness',
      name: 'Casa Pronta',
      availableService: ['Implantes', 'Ortodoncia'].map((name) => ({ '@type': 'MedicalProcedure', name })),
      makesOffer: { '@type': 'Offer', itemOffered: { '@type': 'Product', name: 'Cepillo' } },
    });
    assert.deepEqual(
      buildCompany(input({ '/': 'Inicio' }, '', { evidence })).services?.map(({ name }) => name),
      ['Implantes', 'Ortodoncia'],
    );
  });

  it('names no source of services where none were found', () => {
    const { company, sources } = explainCompany(input({ '/': 'Inicio' }));
    assert.deepEqual([company.services, sources.services], [[], 'not found']);
  });

  it('falls back on the links of the pages, and believes the most frequent', () => {
    const contactLinks = [
      'tel:600',
      'tel:+34911555222',
      'tel:+34%20900',
      'tel:+34911555222',
      'mailto:hola@casa.example?subject=x',
      'https://wa.me/34600111333',
    ].map((link) => ({ link, page: CONTACT }));
    const company = buildCompany(input(PAGES, '', { contactLinks }));
    assert.equal(company.phone, '+34911555222');
    assert.equal(company.email, 'hola@casa.example');
    assert.equal(company.whatsapp, 'https://wa.me/34600111333');
    assert.equal(buildCompany(input(PAGES, '', { contactLinks, evidence: evidenceOf(JSON_LD) })).phone, '911 234 987');
  });

  it('names the company somehow when the site has no name', () => {
    const site = { ...SITE, name: ' ' };
    assert.equal(buildCompany(input({}, '', { site, evidence: evidenceOf(JSON_LD) })).brand, 'Otro nombre');
    assert.equal(buildCompany(input({}, '', { site })).brand, 'casa.example');
  });

  it('lets the owner choose services, cities and pages', () => {
    const company = buildCompany(
      input(
        { ...PAGES, '/servicios/toldos': 'Toldos', '/servicios/toldos/vigo': 'Toldos en Vigo' },
        `
cities: [{ slug: vigo, name: Vigo, page: /toldos-vigo }, { slug: lugo, name: Lugo }]
services: [{ name: Agua, page: https://casa.example/FONTANERIA/ }, { pages: /servicios/* }]
pages: { start: / }
`,
      ),
    );
    assert.deepEqual(company.cities, [{ slug: 'vigo', name: 'Vigo', url: 'https://casa.example/toldos-vigo' }]);
    assert.deepEqual(company.services, [
      { name: 'Agua', url: 'https://casa.example/fontaneria/' },
      { name: 'Toldos', url: 'https://casa.example/servicios/toldos/' },
    ]);
    assert.deepEqual(company.pages, { start: 'https://casa.example/' });
  });

  it('takes paths of the owner below the home of the site', () => {
    const site = { ...SITE, home: 'https://casa.example/web' };
    const { pages } = buildCompany(input({}, 'pages: { a: /contacto, b: /web/blog }', { site }));
    assert.deepEqual(pages, { a: 'https://casa.example/web/contacto', b: 'https://casa.example/web/blog' });
  });
});

describe('explainCompany', () => {
  it('tells the source of every field that is there, and of no other', () => {
    const { company, sources } = explainCompany(
      input(PAGES, 'tax: IVA aparte', {
        evidence: evidenceOf(JSON_LD),
        contactLinks: [{ link: 'https://wa.me/34600111333', page: CONTACT }],
      }),
    );
    assert.deepEqual(Object.keys(sources).toSorted(), Object.keys(company).toSorted());
    assert.equal(sources.brand, 'name of the site');
    assert.equal(sources.tax, 'site.yaml');
    assert.equal(sources.legal_name, 'JSON-LD of /');
    assert.equal(sources.whatsapp, 'link in the text of /');
  });
});

describe('links in the texts of pages', () => {
  it('are not the company’s where its front page says whose they are', () => {
    const html = '<h2>Nuestros proveedores</h2><p>Maderas Gil <a href="tel:+34952603714">952 60 37 14</a></p>';
    const evidence = collectEvidence([{ url: 'https://casa.example/', role: 'front', page: readPage(html) }], SITE);
    const contactLinks = [{ link: 'tel:+34952603714', page: CONTACT }];
    assert.equal(buildCompany(input(PAGES, '', { contactLinks })).phone, '+34952603714');
    assert.equal(buildCompany(input(PAGES, '', { evidence, contactLinks })).phone, '');
  });
});

describe('contactLinksIn', () => {
  it('finds telephone, e-mail and WhatsApp links of a Markdown text', () => {
    const markdown =
      'Llama al [900](tel:+34900000000) o [escribe](<mailto:hola@casa.example> "Correo"), [chat](https://wa.me/34600), [otra](https://casa.example/tel:1).';
    assert.deepEqual(contactLinksIn(markdown), ['tel:+34900000000', 'mailto:hola@casa.example', 'https://wa.me/34600']);
  });
});
