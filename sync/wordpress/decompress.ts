import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';

const brotli = promisify(brotliDecompress);
/** Tells gzip and deflate apart by itself. */
const gzip = promisify(unzip);

/** Decodes a body by its `Content-Encoding` (RFC 9110 section 8.4), last coding first; over `maxBytes`, `ERR_BUFFER_TOO_LARGE`. */
export async function decompress(
  sent: Buffer,
  encoding: string | string[] | undefined,
  maxBytes: number,
): Promise<Buffer> {
  let body = sent;
  const names = [encoding ?? []].flat().flatMap((value) => value.split(','));
  for (const name of names.toReversed()) {
    switch (name.trim().toLowerCase()) {
      case '':
      case 'identity':
        break;
      case 'br':
        body = await brotli(body, { maxOutputLength: maxBytes }).catch(asDamage);
        break;
      case 'gzip':
      case 'x-gzip':
      case 'deflate':
        body = await gzip(body, { maxOutputLength: maxBytes }).catch(asDamage);
        break;
      default:
        throw new Error(`the answer is encoded as ${name.trim()}, which was not asked for`);
    }
  }
  return body;
}

/** Maps the many codes of zlib and brotli for a damaged body to one. */
function asDamage(error: NodeJS.ErrnoException): never {
  if (error.code === 'ERR_BUFFER_TOO_LARGE' || error.code === 'Z_BUF_ERROR') throw error;
  throw Object.assign(new Error(error.message, { cause: error }), { code: 'Z_DATA_ERROR' });
}
