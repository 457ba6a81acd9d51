// The only door of @orama/stemmers: Martin Porter's Snowball stemmer for Spanish, compiled to JavaScript.
import { stemmer } from '@orama/stemmers/spanish';

/**
 * The stem of a folded word (shared/text/words.ts).
 *
 * The stemmer knows some endings only with their accent, and folded text has none. So that `reparacion` goes where
 * `reparaciones` goes, those endings get it back first. A trade and the one who plies it share a stem:
 * `cerrajeria`, `cerrajero`.
 */
export function stem(folded: string): string {
  if (folded.length < 4 || folded.length > 40) return folded;
  const spelled = folded.endsWith('ion') ? `${folded.slice(0, -3)}ión` : folded;
  const short = stemmer(spelled).replaceAll('ó', 'o');
  return short.endsWith('eri') ? short.slice(0, -1) : short;
}
