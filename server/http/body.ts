import type { IncomingMessage } from 'node:http';
import { AppError } from '../../shared/errors.ts';

/** Reads a request's body. What is longer than `limit` bytes is refused, and the rest of it is let pass unread. */
export async function readBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  await new Promise<void>((resolve, reject) => {
    req.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else reject(new AppError('body_too_large', `The body is longer than ${limit} bytes`));
    });
    req.on('end', resolve);
    req.on('error', (cause) => reject(new AppError('bad_request', 'The body did not arrive', { cause })));
  });
  return Buffer.concat(chunks);
}
