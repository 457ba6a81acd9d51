import type { OpenApiTexts } from '../texts/texts.ts';
import { schemaRef } from './components.ts';
import { objectSchema, TEXT } from './schemas.ts';

/** Schemas of the messages to CHANGES_WEBHOOK. */
export function webhookSchemas({ schemas }: OpenApiTexts) {
  return {
    ChangesMessage: objectSchema(schemas.ChangesMessage, ['type', 'timestamp', 'data'], {
      type: { type: 'string', enum: ['pages.start_over', 'pages.changed'] },
      timestamp: { type: 'string', format: 'date-time' },
      data: schemaRef('ChangesMessageData'),
    }),
    ChangesMessageData: objectSchema(schemas.ChangesMessageData, ['site', 'changes', 'more'], {
      site: TEXT,
      changes: { type: 'array', items: schemaRef('PageChange') },
      more: { type: 'boolean' },
      next_cursor: TEXT,
    }),
  };
}

/** The request to CHANGES_WEBHOOK (OpenAPI 3.1, "webhooks"), signed according to Standard Webhooks. */
export function webhooks({ webhook: { summary, description, answers } }: OpenApiTexts) {
  const header = (name: string) => ({ name, in: 'header', required: true, schema: TEXT });
  return {
    changes: {
      post: {
        operationId: 'receive_changes',
        tags: ['contenido'],
        summary,
        description,
        security: [],
        parameters: [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')],
        requestBody: { required: true, content: { 'application/json': { schema: schemaRef('ChangesMessage') } } },
        responses: {
          '2XX': { description: answers['2XX'] },
          '410': { description: answers['410'] },
        },
      },
    },
  };
}
