import { z } from 'zod';
import type { Finding } from './finding.ts';
import { readWords } from './words.ts';

// Faults of a reverse proxy or gateway in front of the service.
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

// Names of web servers for their directives, and the plugin for its actions.
const TOOLS = { nginx: 'nginx', apache: 'Apache', caddy: 'Caddy', plugin: 'WordPress plugin' } as const;
const text = z.string().optional();
const Fix = z.strictObject({ what: z.string(), nginx: text, apache: text, caddy: text, plugin: text });
const FIXES = readWords('fixes', z.record(z.enum(FAULTS), Fix));

/** Returns the advice for a fault at an address (`words/fixes.yaml`). */
export function fixFor(fault: Fault, path: string): string {
  const { what, ...fix } = FIXES[fault];
  const lines = Object.entries(fix).map(([tool, act]) => `${TOOLS[tool as keyof typeof fix]}: ${act}`);
  return [what, ...lines].join('\n').replaceAll('PATH', path);
}

/** Removes the directives of web servers from a finding, because they do not apply behind the gateway. */
export function forGateway(finding: Finding): Finding {
  if (finding.advice === undefined) return finding;
  return { ...finding, advice: finding.advice.replaceAll(/^(?:nginx|Apache|Caddy): .*\n?/gm, '').trimEnd() };
}
