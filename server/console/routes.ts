import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PATHS } from '../../shared/public-paths.ts';
import type { ServerConfig } from '../config.ts';
import { createFileLookup } from '../http/files.ts';
import { MEDIA_TYPES } from '../http/media-types.ts';
import { json, type Reply, type Route } from '../http/message.ts';
import { negotiate } from '../http/negotiation.ts';
import { withETag } from '../http/conditional.ts';
import type { Content } from '../operations/content.ts';
import { memoizePerGeneration } from '../operations/per-generation.ts';
import { PUBLIC } from './page.ts';
import { consolePage, referencePage } from './pages.ts';
import { sandboxDocument } from './sandbox.ts';

/** Nothing but our own files, and only our own script: what a page of the site says can run nothing here. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types dompurify";

/** The pages for people: the console at `/api/sandbox`, which is JSON for programs, and the reference at `/api/docs`. */
export function consoleRoutes(config: ServerConfig, content: () => Content | undefined): readonly Route[] {
  const sandbox = memoizePerGeneration(content, (live) => sandboxDocument(config, live));
  const console = memoizePerGeneration(content, consolePage(config));
  const reference = memoizePerGeneration(content, referencePage(config));
  return [
    {
      path: PATHS.sandbox,
      methods: {
        GET: (request) => {
          const type = negotiate(request, ['application/json', 'text/html']);
          const reply = type === 'text/html' ? htmlPage(console()) : json(200, sandbox());
          return withETag(request, {
            ...reply,
            headers: { ...reply.headers, 'Cache-Control': 'no-cache', Vary: 'Accept' },
          });
        },
      },
    },
    { path: PATHS.docs, methods: { GET: (request) => withETag(request, htmlPage(reference())) } },
    {
      path: `${PATHS.assets}/*`,
      methods: {},
      lookup: createFileLookup(PATHS.assets, [
        { name: 'console', dir: PUBLIC },
        { name: 'marked', dir: packageDir('marked'), only: ['marked.esm.js'] },
        { name: 'dompurify', dir: packageDir('dompurify'), only: ['purify.es.mjs'] },
      ]),
    },
  ];
}

function htmlPage(body: string): Reply {
  return {
    status: 200,
    headers: {
      'Content-Type': MEDIA_TYPES.html,
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-cache',
    },
    body,
  };
}

/** Folder of the files that a package has for browsers: beside its entry. */
function packageDir(name: string): string {
  return dirname(fileURLToPath(import.meta.resolve(name)));
}
