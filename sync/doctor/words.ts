import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { parseYaml } from '../../shared/yaml.ts';

/**
 * Reads `words/TOPIC.yaml`.
 * @throws {Error} if the file is invalid.
 */
export function readWords<Schema extends z.ZodType>(topic: string, schema: Schema): z.output<Schema> {
  const { values, faults } = parseYaml(readFileSync(new URL(`words/${topic}.yaml`, import.meta.url), 'utf8'));
  if (faults.length > 0) throw new Error(`words/${topic}.yaml: ${faults.join('; ')}`);
  return schema.parse(values);
}
