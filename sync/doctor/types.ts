import { printable } from '../../shared/printable.ts';
import type { WordPress } from '../wordpress/client.ts';
import { note, ok, type Finding } from './finding.ts';

/** Names every post type that holds pages and is not read, with the number of its entries and the setting that reads it. */
export async function examineTypes({ types }: Pick<WordPress, 'types'>, read: readonly string[]): Promise<Finding[]> {
  const others = await types.countEntries(read);
  if (others.length === 0) return [ok('site.types', `Every type with pages of its own is read: ${read.join(', ')}`)];
  return others.map(({ base, name, entries }) =>
    note(
      `site.types.${base}`,
      `${entries} ${entries === 1 ? 'entry' : 'entries'} of the type ${base} (${printable(name)}) are not read`,
      `to read them: SYNC_TYPES=${[...read, base].join(',')}`,
    ),
  );
}
