import type { ContactField, Evidence, Place } from './evidence.ts';
import type { Candidate } from './weigh.ts';

/** Returns the most frequent spelling of a value, preferably a visible one. */
export function written(field: ContactField, { sightings }: Candidate): string {
  const counts = new Map<string, number>();
  for (const { value, how, place, weight } of field === 'address' ? wholeOnes(sightings) : sightings)
    counts.set(value, (counts.get(value) ?? 0) + readability(field, value, how, place) + weight / 10);
  const [best = ['', 0]] = [...counts].toSorted(([, a], [, b]) => b - a);
  return best[0];
}

function readability(field: ContactField, value: string, how: Evidence['how'], place: Place): number {
  if (field === 'phone') return /\d[\s().-]+\d/.test(value) ? 3 : 0.5;
  if (field === 'address') return place === 'schema' ? 4 : how === 'text' ? 2 + Math.min(1, value.length / 100) : 0;
  // Visible hours are better than the settings of a plugin.
  if (field === 'hours') return how !== 'text' ? 1 : isProse(value) ? 2 : 3 + Math.min(2, value.length / 100);
  return 1;
}

// Opening hours have at least one digit per this number of characters; otherwise the text is a sentence.
const SIGNS_A_DIGIT = 14;

function isProse(hours: string): boolean {
  return (hours.match(/\d/g)?.length ?? 0) * SIGNS_A_DIGIT < hours.length;
}

// A post code, or a number of equal length, including its second half.
const POST_CODE =
  /\d{4,}(?:-\d{3,4})?|\d{3}-\d{4}|\d{2}\.?\d{3}-\d{3}|\d{2}-\d{3}|\d{3} \d{2,3}|[A-Z]{1,2}\d[A-Z\d]?(?: ?(?:\d[A-Z]{2}|\d[A-Z]\d|[A-Z\d]{4})(?![A-Z\d]))?/;

// Returns the sightings of an address with a post code, and preferably with a house number.
function wholeOnes<One extends Pick<Evidence, 'value' | 'how'>>(sightings: readonly One[]): readonly One[] {
  const whole = sightings.filter(({ value, how }) => how !== 'link' && POST_CODE.test(value));
  const ofHouse = whole.filter(({ value }) => /\d/.test(value.replace(POST_CODE, '')));
  return [ofHouse, whole].find((ones) => ones.length > 0) ?? sightings;
}

const MOST_NAMED = 3;

/** Returns the source of a value: `JSON-LD of /; tel: link in the header of / and /contacto/`. */
export function sourceOf({ sightings }: Candidate): string {
  const kinds = Map.groupBy(
    sightings.toSorted((a, b) => b.weight - a.weight),
    ({ place, how }) =>
      how === 'schema'
        ? 'JSON-LD'
        : how === 'widget'
          ? 'chat or call button'
          : `${how} in the ${place === 'main' ? 'text' : place}`,
  );
  return [...kinds]
    .slice(0, MOST_NAMED)
    .map(([kind, its]) => {
      const paths = [...new Set(its.map(({ path }) => path))];
      return `${kind} of ${paths.slice(0, MOST_NAMED).join(', ')}${paths.length > MOST_NAMED ? '…' : ''}`;
    })
    .join('; ');
}
