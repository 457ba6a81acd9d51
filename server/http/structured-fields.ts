// structured-headers' only door: fields of RFC 9651.
import { serializeItem, serializeList } from 'structured-headers';

/** A List of one String with integer parameters, such as `"anonimo";q=60;w=60`. */
export function stringWithNumbers(text: string, parameters: Readonly<Record<string, number>>): string {
  return serializeList([[text, new Map(Object.entries(parameters))]]);
}

/** A Date, such as `@1798761600`. */
export function dateItem(date: Date): string {
  return serializeItem(date);
}
