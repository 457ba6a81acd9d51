import type { ParameterFault } from '../../shared/errors.ts';
import { memoize } from '../../shared/cache.ts';
import type { Operation } from '../../shared/operations.ts';
import { decodePairs } from '../http/form-encoding.ts';
import { invalidParameters, parameterSchemas } from '../operations/input.ts';

// The key does not depend on the order and encoding of parameters.
type Parsed = {
  readonly given: Readonly<Record<string, unknown>>;
  readonly key: string;
  // Unknown parameters are ignored, because links gain parameters as they are shared.
  readonly ignored: readonly string[];
};

// Cache size for each operation, in bytes.
const QUERY_CACHE = 2_000_000;

/** Creates the parser for the query string of an operation. Arguments are strings; a parameter must not be repeated. */
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
