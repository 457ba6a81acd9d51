import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../log.ts';
import { ConfigurationError, type Settings } from '../settings.ts';
import type { Metrics } from './metrics.ts';

/** Address of the metrics endpoint of a program. */
export type MetricsAddress = { readonly host: string; readonly port: number };

/** Default path of Prometheus. */
const PATH = '/metrics';

/** Offsets from METRICS_PORT: `npm start` runs both programs. */
const PLACES = { server: 0, sync: 1 } as const;

/** Returns the metrics address of a program, `undefined` if METRICS_PORT is not set. Port 0 selects a free port. */
export function metricsAddress(
  { METRICS_HOST: host, METRICS_PORT: port }: Pick<Settings, 'METRICS_HOST' | 'METRICS_PORT'>,
  program: keyof typeof PLACES,
): MetricsAddress | undefined {
  if (port === undefined) return undefined;
  return { host, port: port === 0 ? 0 : port + PLACES[program] };
}

/** Serves `GET /metrics` on a separate port until disposed. Throws a ConfigurationError if it cannot listen. */
export async function serveMetrics({ host, port }: MetricsAddress, metrics: Metrics, log: Log) {
  const server = createServer({ requestTimeout: 5000, headersTimeout: 5000 }, (req, res) => {
    answer(req, res).catch((error: unknown) => {
      log.error({ err: error }, 'metrics.failed');
      res.destroy();
    });
  });

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.url?.split('?')[0] !== PATH) {
      res.writeHead(404).end();
    } else if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.writeHead(405, { Allow: 'GET, HEAD' }).end();
    } else {
      const text = await metrics.text();
      res.writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' });
      res.end(req.method === 'HEAD' ? undefined : text);
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code = '' }: NodeJS.ErrnoException) =>
      reject(
        new ConfigurationError([
          `METRICS_PORT: wants a free port and an address of this machine, cannot listen on ${host}:${port} (${code})`,
        ]),
      ),
    );
    server.listen(port, host, resolve);
  });
  const { address, family, port: actual } = server.address() as AddressInfo;
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}${PATH}`;
  log.info({ url }, 'metrics.listening');
  return {
    url,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
