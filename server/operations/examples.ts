import { AppError } from '../../shared/errors.ts';
import type { ContentOperationId, Operation, OperationId } from '../../shared/operations.ts';
import { CONTENT_OPERATIONS, type Content } from './content.ts';

/** A call and its response from the open index. */
export type Example = {
  readonly arguments: Readonly<Record<string, string | number>>;
  readonly answer: unknown;
};

export type Examples = Readonly<Partial<Record<OperationId, Example>>>;

// Longest Markdown in an example, in characters.
const SHOWN = 280;

/** Calls each content operation with its example arguments. Operations without a valid response are omitted. */
export function liveExamples(content: Content): Examples {
  const ids = Object.keys(CONTENT_OPERATIONS) as ContentOperationId[];
  return Object.fromEntries(ids.map((id) => [id, exampleOf(content, id)]).filter(([, example]) => example));
}

/** Returns the URL of a call. */
export function exampleAddress(baseUrl: string, { path }: Operation, given: Example['arguments'] = {}): string {
  const query = new URLSearchParams(
    Object.entries(given).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return `${baseUrl}${path}${query === '' ? '' : `?${query}`}`;
}

// The call fails if, for example, the path of the page is longer than a parameter may be.
function exampleOf(content: Content, id: ContentOperationId): Example | undefined {
  const given = CONTENT_OPERATIONS[id].exampleArguments(content.index);
  try {
    return { arguments: given, answer: abridged(content.call[id](given).value) };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function abridged(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('markdown' in answer)) return answer;
  const characters = Array.from(String(answer.markdown));
  if (characters.length <= SHOWN) return answer;
  return { ...answer, markdown: `${characters.slice(0, SHOWN - 1).join('')}…` };
}
