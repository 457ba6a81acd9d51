import { describe } from 'node:test';
import {
  dropsPages,
  hidesTechniques,
  holdsSiteOfNotices,
  publishesNothingBehindGate,
  readsClosedSite,
} from './visibility-cases.ts';

// One case of each rule is in visibility.test.ts.
describe('visibility, in further cases', () => {
  dropsPages('status 410', { status: 410 });
  dropsPages('a plain notice', { main: '<p>Esta ficha está en revisión.</p>' });
  dropsPages('nothing', { main: '' });

  publishesNothingBehindGate('keeps the first paragraph', true);
  publishesNothingBehindGate('keeps the first sentence', true);
  publishesNothingBehindGate('keeps the first sentence', false);

  holdsSiteOfNotices('Sitio en mantenimiento', '<p>Sitio en mantenimiento</p>', true);
  const login = 'You must be logged in to view this content.';
  for (const isInRest of [true, false]) {
    holdsSiteOfNotices(login, `<p>${login}</p>`, isInRest);
    holdsSiteOfNotices('an empty page', '', isInRest);
  }

  readsClosedSite(false);

  hidesTechniques(1);
});
