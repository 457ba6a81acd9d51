import type { ParameterFault } from '../../shared/errors.ts';
import { memoize } from '../../shared/cache.ts';
import type { Operation } from '../../shared/operations.ts';
import { decodePairs } from '../http/form-encoding.ts';
import { invalidParameters, parameterSchemas } from '../operations/input.ts';

/** The arguments in a query string, with a key that does not depend on their order and encoding. */
type Parsed = {
  readonly given: Readonly<Record<string, unknown>>;
  readonly key: string;
  /** Names of no parameter, which are left aside: whoever passes a link on adds some. */
  readonly ignored: readonly string[];
};

/** Memory for recent query strings, in bytes, for each operation. */
const QUERY_CACHE = 2_000_000;

/** Reads the query string of an operation into arguments: known names only, each once, as text. */
export function createArgumentReader(operation: Operation): (query: string) => Parsed {
  const known = Object.keys(parameterSchemas(operation));

  function read(query: string): Parsed {
    const pairs = decodePairs(query);
    const faults: ParameterFault[] = [];
    const given: Record<string, unknown> = {};
    for (const name of known) {
      const values = pairs.filter(([key]) => key === name || (key.startsWith(`${name}[`) && key.endsWith(']')));
      if (values.length > 1 || (values[0] !== undefined && values[0][0] !== name)) {
        faults.push({ name, code: 'rest_invalid_type', message: `${name} must be given once, as a single value` });
      } else if (values[0] !== undefined) {
        given[name] = values[0][1];
      }
    }
    if (faults.length > 0) throw invalidParameters(faults);
    const ignored = pairs.map(([name]) => name).filter((name) => !known.includes(name));
    return { given, key: JSON.stringify(given), ignored };
  }

  return memoize({ maxBytes: QUERY_CACHE, compute: read });
}
