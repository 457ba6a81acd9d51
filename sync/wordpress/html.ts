import { TextDecoder } from 'node:util';
import type { Answer } from './connection.ts';
import { WordPressError } from './errors.ts';

/** The text of an HTML answer, in the encoding that it claims. */
export function readHtml({ url, status, headers, body }: Answer): string {
  if (status !== 200) {
    const denied = status === 401 || status === 403;
    throw new WordPressError(denied ? 'denied' : 'status', `The site answered ${status}`, { url, status });
  }
  const type = [headers['content-type'] ?? []].flat()[0] ?? 'text/html';
  if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) {
    throw new WordPressError('unexpected', `The site answered with ${type} instead of HTML`, { url, status });
  }
  return decoderFor(/charset\s*=\s*"?([\w.:-]+)/i.exec(type)?.[1]).decode(body);
}

function decoderFor(charset = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    // A charset that nobody knows: nearly every WordPress page is UTF-8.
    return new TextDecoder('utf-8');
  }
}
