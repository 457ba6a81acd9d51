import { pino, type Logger } from 'pino';

export type Log = Logger;

/** JSON lines on standard output: an event name as `msg`, everything else as fields. */
export function createLog(options: { readonly name: string; readonly level: string }): Log {
  return pino({
    name: options.name,
    level: options.level,
    base: { name: options.name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: ['authorization', '*.authorization', 'headers.authorization'], censor: '[redacted]' },
  });
}
