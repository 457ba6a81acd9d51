// sirv's only door.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import sirv from 'sirv';

/** Answers a request with a file, or calls `missing`. */
export type FileServer = (req: IncomingMessage, res: ServerResponse, missing: () => void) => void;

type Folder = {
  /** First segment below the mount point. */
  readonly name: string;
  readonly dir: string;
  /** The files of it that are served; all unless given. */
  readonly only?: readonly string[];
};

/**
 * Serves files of these folders below a mount point. Browsers keep them and ask each time whether they changed: after
 * an upgrade nobody runs half of the old page.
 */
export function createFileServer(mount: string, folders: readonly Folder[]): FileServer {
  const servers = new Map(
    folders.map(({ name, dir, only }) => {
      const serve = sirv(dir, {
        // Looks at the file each time: what it learnt at start is wrong once an upgrade has replaced the file.
        dev: true,
        etag: true,
        setHeaders: (res) => {
          res.setHeader('Cache-Control', 'no-cache');
        },
      });
      return [name, { serve, only }] as const;
    }),
  );

  return (req, res, missing) => {
    const [path = ''] = (req.url ?? '').split('?', 1);
    const [, name = '', file = ''] = /^\/([^/]+)\/(.+)$/.exec(path.slice(mount.length)) ?? [];
    const folder = servers.get(name);
    if (!folder || (folder.only && !folder.only.includes(file))) {
      missing();
      return;
    }
    req.url = `/${file}`;
    // A server may ignore it (RFC 9110 §14.2), and sirv breaks on a range that ends before it begins.
    delete req.headers.range;
    // sirv forgets a file that its reader has left, and so leaves it open for good.
    res.once('pipe', (source: Readable) => res.once('close', () => source.destroy()));
    folder.serve(req, res, missing);
  };
}
