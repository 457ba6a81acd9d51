import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { createCache } from '../../shared/cache.ts';
import { codedETag, contentCoding } from './content-coding.ts';
import type { Coding } from './negotiation.ts';
import type { Reply, Request } from './message.ts';

/** Memory for compressed bodies, in bytes. */
const CACHED_BODIES = 16 * 1024 * 1024;

/** Bodies that are compressed at the same time, in the threads of libuv. What comes on top leaves as it is. */
const AT_ONCE = 2;

const brotli = promisify(brotliCompress);

/** The level at which 1.7 MB of JavaScript take 60 ms; the highest would save another tenth of them, and take 5 s. */
const BROTLI_QUALITY = 5;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };

const COMPRESS: Readonly<Record<Coding, (body: string | Buffer) => Promise<Buffer>>> = {
  br: (body) => brotli(body, BROTLI),
  gzip: promisify<string | Buffer, Buffer>(gzip),
};

/**
 * Length up to which a body is compressed where it is: 30 to 100 µs, less than a thread is told of it and heard again (90
 * to 220 µs of processor time).
 */
const SMALL = 8 * 1024;

const COMPRESS_SMALL: Readonly<Record<Coding, (body: string | Buffer) => Buffer>> = {
  br: (body) => brotliCompressSync(body, BROTLI),
  gzip: (body) => gzipSync(body),
};

/**
 * Gives replies the content coding that their requests like best (RFC 9110 §8.4). Each body is compressed once for as long
 * as it is remembered, by its ETag: an answer that is asked for often costs a look into a table.
 */
export function createCompression() {
  const bodies = createCache<string, Buffer>(CACHED_BODIES, (body, key) => body.length + 2 * key.length + 200);
  const running = new Map<string, Promise<Buffer>>();

  function compress(key: string, coding: Coding, body: Reply['body']): Promise<Buffer> {
    const compressing = COMPRESS[coding](body).finally(() => running.delete(key));
    running.set(key, compressing);
    return compressing.then((coded) => {
      bodies.set(key, coded);
      return coded;
    });
  }

  return (request: Request, reply: Reply): Reply | Promise<Reply> => {
    const etag = reply.headers['ETag'];
    if (etag === undefined) return reply;
    const varying = withVary(reply);
    const coding = contentCoding(request, reply);
    if (coding === undefined) return varying;
    const key = codedETag(etag, coding);
    const coded = (body: Buffer): Reply => ({
      status: reply.status,
      headers: { ...varying.headers, ETag: key, 'Content-Encoding': coding },
      body,
    });
    const known = bodies.get(key);
    if (known) return coded(known);
    if (reply.body.length <= SMALL) {
      const small = COMPRESS_SMALL[coding](reply.body);
      bodies.set(key, small);
      return coded(small);
    }
    const started = running.get(key);
    if (!started && running.size >= AT_ONCE) return varying;
    return (started ?? compress(key, coding, reply.body)).then(coded);
  };
}

export type Compression = ReturnType<typeof createCompression>;

/** Says that the answer depends on Accept-Encoding, whatever its coding is this time (RFC 9110 §12.5.5). */
function withVary(reply: Reply): Reply {
  const vary = reply.headers['Vary'];
  if (vary?.includes('Accept-Encoding')) return reply;
  const headers = { ...reply.headers, Vary: vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding` };
  return { ...reply, headers };
}
