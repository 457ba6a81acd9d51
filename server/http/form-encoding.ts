import { AppError } from '../../shared/errors.ts';

/** Parses `application/x-www-form-urlencoded` text. Throws for invalid percent-encoding and NUL. */
export function decodePairs(text: string): (readonly [name: string, value: string])[] {
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals < 0
        ? ([decodeComponent(pair), ''] as const)
        : ([decodeComponent(pair.slice(0, equals)), decodeComponent(pair.slice(equals + 1))] as const);
    });
}

/** Decodes a name or value. */
export function decodeComponent(text: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw badEncoding(cause);
  }
  if (decoded.includes('\0')) throw badEncoding();
  return decoded;
}

function badEncoding(cause?: unknown): AppError {
  return new AppError('bad_request', 'The parameters are not valid form encoding', {
    hint: 'Percent-encode parameter values as UTF-8, without NUL characters.',
    cause,
  });
}
