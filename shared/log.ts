import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/**
 * JSON lines, on standard output unless told otherwise: an event name as `msg`, everything else as fields. Lines are written as fast as the
 * reader takes them, without making requests wait; what is left is written when the process ends.
 */
export function createLog(
  options: { readonly name: string; readonly level: string },
  output: DestinationStream = pino.destination({ dest: 1, sync: false }),
): Log {
  return pino(
    {
      name: options.name,
      level: options.level,
      base: { name: options.name },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: ['authorization', '*.authorization', 'headers.authorization'], censor: '[redacted]' },
    },
    output,
  );
}
