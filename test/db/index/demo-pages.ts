import { createAddresses } from '../../../shared/addresses.ts';
import { DEFAULT_CITIES } from '../../../shared/cities.ts';
import type { Page } from '../../../shared/page.ts';
import { createPlaces } from '../../../shared/places.ts';
import { DEMO_HOME, readRecording } from '../../../sync/demo/recording.ts';
import { convert } from '../../../sync/markdown/convert.ts';
import { readPage } from '../../../sync/markdown/parse/page.ts';
import { htmlToText } from '../../../sync/markdown/plain-text.ts';

/** The pages of the demo site as a sync reads them, or every nth of them. */
export function demoPages(nth = 1): Page[] {
  const { keyOf } = createAddresses({ home: DEMO_HOME, hosts: [] });
  const { locate } = createPlaces(DEFAULT_CITIES);
  return (readRecording().collections.get('pages') ?? [])
    .filter((post) => !post.content.protected)
    .filter((_, at) => at % nth === 0)
    .map((post) => {
      const path = keyOf(post.link) ?? '/';
      const { city, family } = locate(path);
      return {
        id: post.id,
        type: 'pages',
        url: post.link,
        path,
        title: htmlToText(post.title.rendered),
        markdown: convert(readPage(post.content.rendered), { baseUrl: post.link, source: 'rest' }).markdown,
        language: 'es',
        modified: '2026-01-01T00:00:00Z',
        city,
        family,
      };
    });
}
