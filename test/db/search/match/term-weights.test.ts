import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { indexOf, page } from '../search-pages.ts';

/** Pages that every query must be told from. */
const othersIn = (language: string) =>
  [...Array(12).keys()].map((at) => page({ id: 100 + at, title: `Servicio ${at}`, markdown: 'Texto.', language }));

describe('createTermWeights', () => {
  it('prefers the page of the subject to one that holds a general word of the question more often', () => {
    using site = indexOf([
      page({ id: 1, path: '/envios', title: 'Paquetes', markdown: 'Mandar y mandar: se puede mandar todo.' }),
      page({ id: 2, path: '/empleo', title: 'Empleo', markdown: 'Recibimos el currículum por correo en la oficina.' }),
      ...othersIn('es'),
    ]);
    assert.equal(site.find('mandar currículum')[0], '/empleo');
  });

  it('does so in Portuguese and Italian', () => {
    for (const [language, said, subject] of [
      ['pt', 'consigo', 'travagem'],
      ['it', 'riesco', 'frenata'],
    ] as const) {
      const site = { name: 'Example', description: '', home: 'https://example.com', hosts: ['example.com'], language };
      const passing = page({ id: 1, path: '/passing', title: 'A', markdown: `${said} ${said} ${said}`, language });
      const about = page({ id: 2, path: '/about', title: 'B', markdown: `Texto. Texto. ${subject}`, language });
      using found = indexOf([passing, about, ...othersIn(language)], { site, vocabulary: {} });
      assert.equal(found.find(`${said} ${subject}`)[0], '/about');
    }
  });

  it('takes what few titles name for a subject, though every page says it', () => {
    const every = [...Array(12).keys()].map((at) =>
      page({ id: 100 + at, title: `Aviso ${at}`, markdown: 'Reparamos e instalamos.' }),
    );
    using site = indexOf([
      page({
        id: 1,
        path: '/instalar',
        title: 'Instalación de aire',
        markdown: `Un mini split. ${'Instalar. '.repeat(3)}`,
      }),
      page({
        id: 2,
        path: '/reparar',
        title: 'Avería de aire',
        markdown: 'Instalamos. Mini split: el mini split gotea.',
      }),
      ...every,
    ]);
    assert.equal(site.find('instalar mini split')[0], '/instalar');
  });
});
