import type { OnRunEvent } from '../run/events.ts';
import type { WordPress } from '../wordpress/client.ts';
import type { Discovered } from '../wordpress/discovery.ts';
import type { Probe } from '../wordpress/latest.ts';
import type { SyncConfig } from '../config.ts';

type Options = {
  readonly config: Pick<SyncConfig, 'siteUrl' | 'requestsPerSecond' | 'credentials'>;
  readonly signal: AbortSignal;
  readonly report: OnRunEvent;
};

/** Probes the site between runs, at the addresses that the last run discovered. */
export function createProbeClient({ config, signal, report }: Options) {
  const { siteUrl = '', requestsPerSecond, credentials } = config;
  let discovered: Discovered | undefined;
  let client: WordPress | undefined;

  const follow = (found: Discovered): void => {
    discovered = found;
  };

  // Probes a type; `undefined` until a run has reached the site.
  const probe = async (type: string, ahead: number): Promise<Probe | undefined> => {
    if (!discovered) return undefined;
    if (client?.discovered !== discovered) {
      await disconnect();
      client = await connect(discovered);
    }
    return await client.latest.probe(type, ahead);
  };

  async function connect(found: Discovered): Promise<WordPress> {
    // The first probe follows the first run; until then the client would only cost memory and time.
    const { connectWordPress } = await import('../wordpress/client.ts');
    return await connectWordPress({
      siteUrl,
      requestsPerSecond,
      credentials,
      discovered: found,
      signal,
      onEvent: (event) => report({ type: 'wordpress', event }),
    });
  }

  async function disconnect(): Promise<void> {
    const former = client;
    client = undefined;
    await former?.close();
  }

  return { follow, probe, [Symbol.asyncDispose]: disconnect };
}
