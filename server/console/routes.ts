import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PATHS } from '../../shared/public-paths.ts';
import type { ServerConfig } from '../config.ts';
import { createFileLookup } from '../http/files.ts';
import { MEDIA_TYPES } from '../http/media-types.ts';
import { decodePairs } from '../http/form-encoding.ts';
import { json, type Reply, type Request, type Route } from '../http/message.ts';
import { negotiate } from '../http/negotiation.ts';
import { withETag } from '../http/conditional.ts';
import type { Content } from '../operations/content.ts';
import { memoizePerGeneration } from '../operations/per-generation.ts';
import type { DocumentLanguage } from '../texts/texts.ts';
import { consolePage, PUBLIC, referencePage, sandboxDocument } from './pages.ts';

// Allows only files and scripts of the server, so content of the site cannot run scripts.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types dompurify";

/**
 * The console at `/api/sandbox`, which returns JSON to programs, and the reference at `/api/docs`. The parameter `lang`
 * is `en` or `es`.
 */
export function consoleRoutes(config: ServerConfig, content: () => Content | undefined): readonly Route[] {
  const sandbox = memoizePerGeneration(content, (live) => sandboxDocument(config, live));
  const perLanguage = (write: typeof consolePage) => {
    const page = (chosen?: DocumentLanguage) => memoizePerGeneration(content, write(config, chosen));
    const pages = { site: page(), en: page('en'), es: page('es') };
    return (request: Request) => pages[languageOf(request) ?? 'site']();
  };
  const console = perLanguage(consolePage);
  const reference = perLanguage(referencePage);
  return [
    {
      path: PATHS.sandbox,
      methods: {
        GET: (request) => {
          const type = negotiate(request, ['application/json', 'text/html']);
          const reply = type === 'text/html' ? htmlPage(console(request)) : json(200, sandbox());
          return withETag(request, {
            ...reply,
            headers: { ...reply.headers, 'Cache-Control': 'no-cache', Vary: 'Accept' },
          });
        },
      },
    },
    { path: PATHS.docs, methods: { GET: (request) => withETag(request, htmlPage(reference(request))) } },
    {
      path: `${PATHS.assets}/*`,
      methods: {},
      lookup: createFileLookup(PATHS.assets, [
        { name: 'console', dir: PUBLIC },
        { name: 'shared', dir: fileURLToPath(new URL('../../shared', import.meta.url)), only: ['palette.css'] },
        { name: 'marked', dir: packageDir('marked'), only: ['marked.esm.js'] },
        { name: 'dompurify', dir: packageDir('dompurify'), only: ['purify.es.mjs'] },
      ]),
    },
  ];
}

// Ignores invalid values.
function languageOf({ query }: Request): DocumentLanguage | undefined {
  const lang = decodePairs(query).find(([name]) => name === 'lang')?.[1];
  return lang === 'en' || lang === 'es' ? lang : undefined;
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

// A package has its browser files beside its entry.
function packageDir(name: string): string {
  return dirname(fileURLToPath(import.meta.resolve(name)));
}
