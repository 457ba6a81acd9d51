import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { indexOf, page } from '../search-pages.ts';

/** Pages that every query must be told from. */
const OTHERS = [...Array(12).keys()].map((at) => page({ id: 100 + at, title: `Servicio ${at}`, markdown: 'Texto.' }));

describe('createTermWeights', () => {
  it('takes a word of titles for the subject, before a rarer one that is in the text of a page by chance', () => {
    using site = indexOf([
      page({ id: 1, path: '/aviso', title: 'Aviso', markdown: 'Sin alpiste. Nada de alpiste. Ni alpiste.' }),
      page({ id: 2, path: '/canarios', title: 'Canarios', markdown: 'Jaulas para todos.' }),
      ...[10, 11, 12, 13].map((id) => page({ id, title: 'Jaulas, redes y bebederos de canarios' })),
      ...OTHERS,
    ]);
    assert.equal(site.find('alpiste y trinos de canarios')[0], '/canarios');
  });

  it('prefers the page of the subject to one that holds a general word of the question more often', () => {
    using site = indexOf([
      page({ id: 1, path: '/envios', title: 'Paquetes', markdown: 'Mandar y mandar: se puede mandar todo.' }),
      page({ id: 2, path: '/empleo', title: 'Empleo', markdown: 'Recibimos el currículum por correo en la oficina.' }),
      ...OTHERS,
    ]);
    assert.equal(site.find('mandar currículum')[0], '/empleo');
  });
});
