import { ConfigurationError } from '../shared/settings.ts';
import type { ServerConfig } from './config.ts';

/**
 * Converts the error of a listener to a message: a ConfigurationError if this machine cannot use the configured
 * address.
 */
export function explainListening(error: unknown, { host, port }: Pick<ServerConfig, 'host' | 'port'>): unknown {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (/^(?:EADDRNOTAVAIL|EAFNOSUPPORT|EINVAL)$/.test(code) || syscall === 'getaddrinfo') {
    const wants = 'wants an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all addresses';
    return new ConfigurationError([`HOST: got ${JSON.stringify(host)}, ${wants} (${code})`]);
  }
  if (code === 'EACCES' && syscall === 'listen') {
    return new ConfigurationError([`PORT: got "${port}", wants a port that this user may listen on (${code})`]);
  }
  if (code === 'EADDRINUSE') {
    // The settings are valid: a service manager may restart the process.
    const message = `PORT: got "${port}", which another program uses: stop it, or set a different PORT (${code})`;
    return Object.assign(new Error(message), { code });
  }
  return error;
}

/** Returns the message and the exit code for a fatal error of a server program. */
export function explainEnd(error: unknown): { readonly words: string; readonly exitCode: number } {
  const isConfiguration = error instanceof ConfigurationError;
  const isKnown = isConfiguration || (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  const words = (isKnown ? (error as Error).message : (error as Error).stack) ?? '';
  return { words: `${words}\n`, exitCode: isConfiguration ? 4 : 1 };
}
