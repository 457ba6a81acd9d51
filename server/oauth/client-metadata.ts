import { z } from 'zod';
import { ALL_SCOPES, SCOPES } from '../../shared/operations.ts';
import { isRedirectUri } from './redirect-uris.ts';

/** Returns the supported scopes of a string in canonical order, or all scopes if it has none of them. */
export function knownScopes(scope: string): string {
  const named = scope.split(' ');
  return SCOPES.filter((known) => named.includes(known)).join(' ') || ALL_SCOPES;
}

/**
 * Client metadata (RFC 7591 §2). No field is required; unknown fields are ignored. Unsupported values are replaced (RFC
 * 7591 §3.2.1), and the response contains the replacement.
 */
export const ClientMetadata = z.object({
  client_name: z
    .string()
    .trim()
    .refine((name) => name !== '' && Array.from(name).length <= 100 && !/\p{Cc}/u.test(name))
    .optional(),
  contacts: z
    .array(
      z
        .string()
        .max(254)
        .regex(/^[^\s@]+@[^\s@]+$/),
    )
    .max(5)
    .default([]),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
  token_endpoint_auth_method: z.enum(['client_secret_basic', 'client_secret_post', 'none']).optional(),
  scope: z.string().default(ALL_SCOPES).transform(knownScopes),
  redirect_uris: z.array(z.string().refine(isRedirectUri)).max(20).optional(),
});
export type ClientMetadata = z.infer<typeof ClientMetadata>;
