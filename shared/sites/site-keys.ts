import { z } from 'zod';

const text = z.string('text').trim().min(1, 'some text');

/** A value of `settings`, as the text that the variable would have. */
const setting = z
  .union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))], 'text, a number or a list')
  .transform((value) => (Array.isArray(value) ? value.join(',') : String(value)));

/** Keys of site.yaml by which a folder of SITES_DIR is a site; all other keys are about its company and pages. */
export const SITE_KEYS = {
  site_url: text.optional(),
  public_url: text.optional(),
  paused: z.boolean('true or false').optional(),
  worker: z.literal('own', 'own').optional(),
  settings: z.record(z.string(), setting, 'settings with values, such as sync_types: pages,posts').optional(),
} as const;
