import { z } from 'zod';
import { AppError, type ParameterFault } from '../../shared/errors.ts';
import { ALL_LANGUAGES, lookUpLanguage } from '../../shared/languages.ts';
import { nearestWord } from '../../shared/nearest-word.ts';
import type { Operation } from '../../shared/operations.ts';
import { toSlug } from '../../shared/places.ts';
import { printable } from '../../shared/printable.ts';

type Property = {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
};

/** Advice in the hint about an invalid value. */
export type Advice = {
  /** Accepted values by the slug of a synonym. */
  readonly meaning: ReadonlyMap<string, string>;
  /** Advice for values without a synonym. */
  readonly otherwise?: string;
};

/**
 * Creates the parser for arguments of an operation. It returns typed input, or throws `invalid_parameter` with all
 * faults and their advice.
 */
export function createInputReader<Input extends z.ZodObject>(
  operation: { readonly input: Input },
  advice: Readonly<Record<string, Advice>> = {},
) {
  const properties = parameterSchemas(operation);

  return (sent: Readonly<Record<string, unknown>>): z.infer<Input> => {
    const given = Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [name, normalized(name, value, properties[name] ?? {})]),
    );
    const parsed = operation.input.safeParse(given);
    if (parsed.success) return parsed.data;
    throw invalidParameters(
      parsed.error.issues.map((issue) => {
        const name = String(issue.path[0]);
        return fault(name, issue, given[name], { property: properties[name] ?? {}, advice: advice[name] });
      }),
    );
  };
}

/**
 * Throws `invalid_parameter` if a required argument is missing. It needs no index; later checks report further faults.
 */
export function requireArguments(operation: Pick<Operation, 'input'>, given: Readonly<Record<string, unknown>>): void {
  try {
    createInputReader<Operation['input']>(operation)(given);
  } catch (error) {
    if (!(error instanceof AppError) || error.parameters.some(({ code }) => code === 'missing')) throw error;
  }
}

// Unknown names in an error, and UTF-16 code units of each.
const NAMES_SHOWN = 3;
const NAME_SHOWN = 40;

/**
 * Calls `call`; if it throws because a required argument is missing, the error lists the ignored arguments. All APIs
 * ignore unknown arguments, because shared links gain parameters and later versions add some.
 */
export function namingIgnored<Answer>(
  operation: Pick<Operation, 'input'>,
  ignored: readonly string[],
  call: () => Answer,
): Answer {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof AppError) || ignored.length === 0) throw error;
    if (!error.parameters.some(({ code }) => code === 'missing')) throw error;
    const names = ignored.slice(0, NAMES_SHOWN).map((name) => printable(name, NAME_SHOWN));
    const known = Object.keys(operation.input.shape).join(', ');
    const hint = `${error.hint} There is no parameter ${names.join(' or ')}; the parameters are: ${known}.`;
    throw new AppError(error.code, error.message, { hint, parameters: error.parameters, cause: error });
  }
}

/** Returns the JSON Schema of each parameter of an operation. */
export function parameterSchemas(operation: Pick<Operation, 'input'>): Readonly<Record<string, Property>> {
  const schema = z.toJSONSchema(operation.input, { io: 'input' }) as { properties?: Record<string, Property> };
  return schema.properties ?? {};
}

// Normalizes unambiguous values: integers in strings, spellings of an enum value (`São João` is `sao-joao`, the
// language `de_AT` is `de`). An empty optional string is omitted.
function normalized(name: string, value: unknown, { type, enum: words, minLength }: Property): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer') return /^\d+$/.test(value) ? Number(value) : value;
  if (words) return words.includes(value) ? value : (enumValueOf(name, value, words) ?? value);
  return value === '' && minLength === undefined ? undefined : value;
}

function enumValueOf(name: string, value: string, words: readonly string[]): string | undefined {
  const spelt = words.find((word) => toSlug(word) === toSlug(value));
  return spelt ?? (name === 'language' ? lookUpLanguage(value, words.filter(isLanguage)) : undefined);
}

// The values for all languages are not language tags here, although `all` has the form of a tag.
const isLanguage = (word: string): boolean => !ALL_LANGUAGES.some((all) => all === word);

/** Returns an error that lists each invalid parameter once. */
export function invalidParameters(all: readonly ParameterFault[]): AppError {
  const faults = [...new Map(all.toReversed().map((item) => [item.name, item])).values()].toReversed();
  const names = faults.map((item) => item.name).join(', ');
  const missing = faults.every((item) => item.code === 'missing');
  return new AppError('invalid_parameter', `${missing ? 'Missing' : 'Invalid'} parameter(s): ${names}`, {
    hint: `${faults.map((item) => `${item.message}${item.received ?? ''}`).join('. ')}.`,
    parameters: faults,
  });
}

type Parameter = { readonly property: Property; readonly advice: Advice | undefined };

function fault(name: string, issue: z.core.$ZodIssue, got: unknown, parameter: Parameter): ParameterFault {
  const expected = expectation(parameter.property);
  if (got === undefined) return { name, code: 'missing', message: `${name} is required: ${expected}` };
  return { name, code: detailCode(issue), message: `${name} must be ${expected}`, received: inHint(got, parameter) };
}

// Largest edit distance of a suggestion. Suggested words are longer than this: *es* is not a misspelling of *en*.
const NEAR = 2;

// Longest value in a hint, in UTF-16 code units.
const SHOWN = 60;

// Deepest array or object in a hint: serializing tens of thousands of levels overflows the stack.
const DEEPEST = 8;

function isNestedDeeply(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
    level = level.flatMap((item): unknown[] => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return level.length > 0;
}

// The end of a hint: the received value and the accepted value that it resembles.
function inHint(got: unknown, { property: { enum: words, maxLength }, advice }: Parameter): string {
  if (typeof got === 'string' && maxLength !== undefined) return `, not ${Array.from(got.trim()).length}`;
  const shown = `, not ${isNestedDeeply(got) ? 'nested lists or objects' : printable(JSON.stringify(got), SHOWN)}`;
  if (typeof got !== 'string' || got.length > SHOWN || !words) return shown;
  const meaning = advice?.meaning.get(toSlug(got));
  if (meaning !== undefined) return `${shown}: use ${meaning}`;
  const near = nearestWord(
    toSlug(got),
    words.filter(({ length }) => length > NEAR),
    NEAR,
  );
  if (near !== undefined) return `${shown}: the nearest is ${near}`;
  return advice?.otherwise === undefined ? shown : `${shown}: ${advice.otherwise}`;
}

function detailCode(issue: z.core.$ZodIssue): ParameterFault['code'] {
  switch (issue.code) {
    case 'invalid_value':
      return 'rest_not_in_enum';
    case 'too_small':
      return issue.origin === 'string' ? 'rest_too_short' : 'rest_out_of_bounds';
    case 'too_big':
      return issue.origin === 'string' ? 'rest_too_long' : 'rest_out_of_bounds';
    case 'invalid_format':
      return 'rest_invalid_pattern';
    default:
      return 'rest_invalid_type';
  }
}

// Enum values that a hint lists.
const LISTED = 40;

function oneOf(words: readonly string[]): string {
  if (words.length === 1) return words.join('');
  const more = words.length - LISTED;
  return `one of ${words.slice(0, LISTED).join(', ')}${more > 0 ? ` and ${more} more in the contract` : ''}`;
}

function expectation(property: Property): string {
  if (property.enum) return oneOf(property.enum);
  if (property.type === 'integer') return `a whole number from ${property.minimum} to ${property.maximum}`;
  if (property.minLength !== undefined) {
    return `text of ${property.minLength} to ${property.maxLength} characters`;
  }
  return `text of at most ${property.maxLength} characters`;
}
