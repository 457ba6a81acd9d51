import { z } from 'zod';

const text = z.string('text').trim().min(1, 'some text');

/** Value of a `settings` key, converted to the string of its variable. */
const setting = z
  .union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))], 'text, a number or a list')
  .transform((value) => (Array.isArray(value) ? value.join(',') : String(value)));

/** Keys of site.yaml for sites of SITES_DIR; all further keys describe company and pages. */
export const SITE_KEYS = {
  site_url: text.optional(),
  public_url: text.optional(),
  paused: z.boolean('true or false').optional(),
  worker: z.literal('own', 'own').optional(),
  settings: z.record(z.string(), setting, 'settings with values, such as sync_types: pages,posts').optional(),
} as const;
