import { z } from 'zod';
import { AppError, type ParameterFault } from '../../shared/errors.ts';
import type { Operation } from '../../shared/operations.ts';

type Property = {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
};

/** Reads the arguments of one operation, for every face of the service: a typed input, or one error that names every fault. */
export function createInputReader<Input extends z.ZodObject>(operation: Operation & { readonly input: Input }) {
  const properties = parameterSchemas(operation);

  return (given: Readonly<Record<string, unknown>>): z.infer<Input> => {
    const parsed = operation.input.safeParse(given);
    if (parsed.success) return parsed.data;
    throw invalidParameters(
      parsed.error.issues.map((issue) => {
        const name = String(issue.path[0]);
        return fault(name, issue, given[name], properties[name] ?? {});
      }),
    );
  };
}

/** JSON Schema of each parameter of an operation. */
export function parameterSchemas(operation: Operation): Readonly<Record<string, Property>> {
  const schema = z.toJSONSchema(operation.input, { io: 'input' }) as { properties?: Record<string, Property> };
  return schema.properties ?? {};
}

/** One error for all parameters that were refused. */
export function invalidParameters(faults: readonly ParameterFault[]): AppError {
  const names = faults.map((one) => one.name).join(', ');
  const missing = faults.every((one) => one.code === 'missing');
  return new AppError('invalid_parameter', `${missing ? 'Missing' : 'Invalid'} parameter(s): ${names}`, {
    hint: `${faults.map((one) => one.message).join('. ')}.`,
    parameters: faults,
  });
}

function fault(name: string, issue: z.core.$ZodIssue, got: unknown, property: Property): ParameterFault {
  const wanted = expectation(property);
  if (got === undefined) return { name, code: 'missing', message: `${name} is required: ${wanted}` };
  return { name, code: detailCode(issue), message: `${name} must be ${wanted}` };
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

function expectation(property: Property): string {
  if (property.enum) return `one of ${property.enum.join(', ')}`;
  if (property.type === 'integer') return `a whole number from ${property.minimum} to ${property.maximum}`;
  if (property.minLength !== undefined) {
    return `text of ${property.minLength} to ${property.maxLength} characters`;
  }
  return `text of at most ${property.maxLength} characters`;
}
