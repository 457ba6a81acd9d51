import { ConfigurationError } from '../shared/settings.ts';
import type { ServerConfig } from './config.ts';

/** The error that a listener failed with, in words; a ConfigurationError where the settings name what this machine cannot give. */
export function explainListening(error: unknown, { host, port }: Pick<ServerConfig, 'host' | 'port'>): unknown {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (/^(?:EADDRNOTAVAIL|EAFNOSUPPORT|EINVAL)$/.test(code) || syscall === 'getaddrinfo') {
    const wants = 'wants an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them';
    return new ConfigurationError([`HOST: got ${JSON.stringify(host)}, ${wants} (${code})`]);
  }
  if (code === 'EACCES' && syscall === 'listen') {
    return new ConfigurationError([`PORT: got "${port}", wants a port that this user may listen on (${code})`]);
  }
  if (code === 'EADDRINUSE') {
    // No fault of the settings alone: a service manager may try again.
    const message = `PORT: got "${port}", where another program listens: end that one, or set another PORT (${code})`;
    return Object.assign(new Error(message), { code });
  }
  return error;
}

/** Why a program that serves cannot go on, in words, and its exit code. */
export function explainEnd(error: unknown): { readonly words: string; readonly exitCode: number } {
  const isConfiguration = error instanceof ConfigurationError;
  const isKnown = isConfiguration || (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  const words = (isKnown ? (error as Error).message : (error as Error).stack) ?? '';
  return { words: `${words}\n`, exitCode: isConfiguration ? 4 : 1 };
}
