import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';

const brotli = promisify(brotliDecompress);
// `unzip` detects gzip and deflate.
const gzip = promisify(unzip);

/**
 * Decodes a body by its `Content-Encoding` header (RFC 9110 section 8.4), last coding first. Throws `ERR_BUFFER_TOO_LARGE` above
 * `maxBytes`.
 */
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
        throw new Error(`the answer is encoded as ${name.trim()}, which was not requested`);
    }
  }
  return body;
}

// Maps the error codes of zlib and brotli for a damaged body to a single code.
function asDamage(error: NodeJS.ErrnoException): never {
  if (error.code === 'ERR_BUFFER_TOO_LARGE' || error.code === 'Z_BUF_ERROR') throw error;
  throw Object.assign(new Error(error.message, { cause: error }), { code: 'Z_DATA_ERROR' });
}
