import { PATHS } from '../../shared/public-paths.ts';
import { readWellKnownFile } from '../../shared/well-known-files.ts';
import { withETag } from '../http/conditional.ts';
import type { Lookup } from '../http/message.ts';

/**
 * Serves the owner's files below `/.well-known/`; documents of the server have precedence. Files are read for each
 * request.
 */
export function wellKnownLookup(dataDir: string): Lookup {
  const prefix = `${PATHS.wellKnown}/`;
  return async (request) => {
    if (!request.path.startsWith(prefix)) return undefined;
    const file = await readWellKnownFile(dataDir, request.path.slice(prefix.length));
    if (!('body' in file)) return undefined;
    const headers = { 'Content-Type': file.type, 'Cache-Control': 'no-cache' };
    return withETag(request, { status: 200, headers, body: file.body });
  };
}
