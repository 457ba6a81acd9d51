import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

const standardOutput = () => pino.destination({ dest: 1, sync: false });

/** Buffer size in characters that triggers a write. */
const GATHERED = 65_536;

/** Buffers lines for up to `milliseconds` before a write. A program that is about to end calls `flush`. */
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

/** pino's time function, which formats only when the millisecond has changed. */
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

/** Creates a log of JSON lines: the event is `msg`, the rest are fields. */
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
