import { z } from 'zod';
import type { Finding } from './finding.ts';
import { readWords } from './words.ts';

/** Faults of a reverse proxy or gateway in front of the service. */
const FAULTS = [
  'not_passed',
  'dot_rule',
  'redirect',
  'authorization',
  'forwarded_for',
  'trust_proxy',
  'cached',
  'down',
  'method',
  'links',
  'markdown',
  'mixed',
  'uncompressed',
  'well_known',
  'own_file',
  'no_secret',
] as const;
export type Fault = (typeof FAULTS)[number];

/** Directives of each web server, by the names in their files, and the act in the plugin. */
const TOOLS = { nginx: 'nginx', apache: 'Apache', caddy: 'Caddy', plugin: 'WordPress plugin' } as const;
const text = z.string().optional();
const Fix = z.strictObject({ what: z.string(), nginx: text, apache: text, caddy: text, plugin: text });
const FIXES = readWords('fixes', z.record(z.enum(FAULTS), Fix));

/** Advice for a fault at an address (`words/fixes.yaml`). */
export function fixFor(fault: Fault, path: string): string {
  const { what, ...fix } = FIXES[fault];
  const lines = Object.entries(fix).map(([tool, act]) => `${TOOLS[tool as keyof typeof fix]}: ${act}`);
  return [what, ...lines].join('\n').replaceAll('PATH', path);
}

/** A finding without the directives of web servers, which nobody can change where the gateway leads. */
export function forGateway(finding: Finding): Finding {
  if (finding.advice === undefined) return finding;
  return { ...finding, advice: finding.advice.replaceAll(/^(?:nginx|Apache|Caddy): .*\n?/gm, '').trimEnd() };
}
