import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/** Standard output, written asynchronously; the rest is flushed when the process ends. */
const standardOutput = () => pino.destination({ dest: 1, sync: false });

/** Characters from which gathered lines are written before their time. */
const GATHERED = 65_536;

/**
 * The same for many lines: those that come within so many milliseconds are written together. A program that is about to
 * end calls `flush`.
 */
export function gatheredOutput(milliseconds: number) {
  const output = standardOutput();
  let gathered = '';
  let timer: NodeJS.Timeout | undefined;

  function pass(): void {
    clearTimeout(timer);
    timer = undefined;
    output.write(gathered);
    gathered = '';
  }

  return {
    write(line: string): void {
      gathered += line;
      if (gathered.length >= GATHERED) pass();
      else timer ??= setTimeout(pass, milliseconds);
    },
    flush(): void {
      if (gathered === '') return;
      pass();
      output.flushSync();
    },
  };
}

/** pino's own, which makes the text anew only when the millisecond has changed. */
function isoTime(): () => string {
  let last = 0;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== last) {
      last = now;
      text = pino.stdTimeFunctions.isoTime();
    }
    return text;
  };
}

/** JSON lines: an event name as `msg`, everything else as fields. */
export function createLog(
  options: { readonly name: string; readonly level: string },
  output: DestinationStream = standardOutput(),
): Log {
  return pino(
    {
      name: options.name,
      level: options.level,
      base: { name: options.name },
      timestamp: isoTime(),
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: ['authorization', '*.authorization', 'headers.authorization'], censor: '[redacted]' },
    },
    output,
  );
}
