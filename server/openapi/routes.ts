import { PATHS } from '../../shared/public-paths.ts';
import type { ServerConfig } from '../config.ts';
import { documentRoute } from '../http/document.ts';
import { MEDIA_TYPES } from '../http/media-types.ts';
import type { Route } from '../http/message.ts';
import { operationsOf, type Content } from '../operations/content.ts';
import { liveExamples } from '../operations/examples.ts';
import { memoizePerGeneration } from '../operations/per-generation.ts';
import { textsOf } from '../texts/texts.ts';
import { openApiDocument } from './document.ts';

/** `/openapi.json`: the OpenAPI document, with examples of the open index. */
export function openApiRoutes(config: ServerConfig, content: () => Content | undefined): readonly Route[] {
  const body = memoizePerGeneration(content, (live) =>
    JSON.stringify(
      openApiDocument({
        config,
        operations: operationsOf(live),
        texts: textsOf(live?.index.site),
        ...(live && { brand: live.index.company.brand, examples: liveExamples(live) }),
      }),
    ),
  );
  return [documentRoute({ path: PATHS.openApi, type: MEDIA_TYPES.openApi, body })];
}
