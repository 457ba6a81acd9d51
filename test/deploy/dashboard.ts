import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Folder of the examples for Prometheus. */
export const PROMETHEUS = join(import.meta.dirname, '../../deploy/prometheus');

const Dashboard = z.object({
  panels: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      description: z.string(),
      fieldConfig: z.object({
        defaults: z.object({
          unit: z.string().optional(),
          custom: z.object({ stacking: z.object({ mode: z.string() }).optional() }).optional(),
        }),
      }),
      gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string().optional() })),
    }),
  ),
});

/** Panels of the Grafana dashboard. */
export const { panels } = Dashboard.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../deploy/grafana/day.json'), 'utf8')),
);

/** Queries of the dashboard, with an interval where Grafana would put one. */
export const queries: readonly string[] = panels.flatMap(({ targets }) =>
  targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')),
);
