import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { indexOf, page } from '../search-pages.ts';

/** Pages that every query must be told from. */
const OTHERS = [...Array(12).keys()].map((at) => page({ id: 100 + at, title: `Servicio ${at}`, markdown: 'Texto.' }));

describe('createTermWeights', () => {
  it('prefers the page of the subject to one that holds a general word of the question more often', () => {
    using site = indexOf([
      page({ id: 1, path: '/envios', title: 'Paquetes', markdown: 'Mandar y mandar: se puede mandar todo.' }),
      page({ id: 2, path: '/empleo', title: 'Empleo', markdown: 'Recibimos el currículum por correo en la oficina.' }),
      ...OTHERS,
    ]);
    assert.equal(site.find('mandar currículum')[0], '/empleo');
  });
});
