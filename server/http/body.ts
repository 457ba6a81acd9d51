import type { IncomingMessage } from 'node:http';
import { AppError } from '../../shared/errors.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes a body as UTF-8 (RFC 8259 §8.1), without its byte order mark. */
export function bodyText(body: Buffer): string {
  try {
    return UTF8.decode(body);
  } catch (cause) {
    throw new AppError('bad_request', 'The body is not UTF-8', { hint: 'Encode it as UTF-8.', cause });
  }
}

/**
 * Reads the body of a request. Rejects with `body_too_large` as soon as it exceeds `limit` bytes; the rest is not
 * stored.
 */
export async function readBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = () =>
    new AppError('body_too_large', `The body is longer than ${limit} bytes`, { hint: `Send at most ${limit} bytes.` });
  if (Number(req.headers['content-length']) > limit) throw tooLarge();
  // A request without a body has no stream events.
  if (req.readableEnded) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  let length = 0;
  await new Promise<void>((resolve, reject) => {
    req.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else reject(tooLarge());
    });
    req.on('end', resolve);
    req.on('error', (cause) => reject(new AppError('bad_request', 'The body did not arrive', { cause })));
  });
  return Buffer.concat(chunks);
}
