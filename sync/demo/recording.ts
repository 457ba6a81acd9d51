import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Public address of the invented company in every recorded link, independent of the port of the demo. */
export const DEMO_HOME = 'https://llaveytejo.example';

export const RECORDING_DIR = join(import.meta.dirname, 'recording');

const Post = z.looseObject({
  id: z.int(),
  date: z.string(),
  modified: z.string(),
  slug: z.string(),
  link: z.string(),
  parent: z.int().optional(),
  menu_order: z.int().optional(),
  title: z.looseObject({ rendered: z.string() }),
  content: z.looseObject({ rendered: z.string(), protected: z.boolean() }),
});
/** A recorded page or post, with every field of the WordPress response. */
export type Post = z.infer<typeof Post>;

const Type = z.looseObject({ slug: z.string(), rest_base: z.string() });
const Frames = z.object({ page: z.string(), blog: z.string(), missing: z.string() });

/** Reads the recording of `npm run demo:record`. */
export function readRecording() {
  const [root] = readJson('root', z.tuple([z.looseObject({ home: z.string() })]));
  const [frames] = readJson('frames', z.tuple([Frames]));
  const types = readJson('types', z.array(Type));
  const collections = new Map(types.map(({ rest_base: base }) => [base, readJson(base, z.array(Post))]));
  return { root, frames, types, collections };
}
export type Recording = ReturnType<typeof readRecording>;

function readJson<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> {
  const recorded: unknown = JSON.parse(readFileSync(join(RECORDING_DIR, `${name}.json`), 'utf8'));
  schema.parse(recorded);
  // The schema only validates. Its output would have a different order of fields from the response of WordPress.
  return recorded as z.output<Schema>;
}
