// Entry point of the worker thread that converts pages (conversion-thread.ts).
import { parentPort } from 'node:worker_threads';
import { convert } from './convert.ts';
import { readPage } from './parse/page.ts';
import { ConversionError } from './parse/room.ts';
import type { ConversionReply, ConversionRequest } from './conversion-thread.ts';

parentPort?.on('message', ({ html, options }: ConversionRequest) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port to a thread has no origin
  parentPort?.postMessage(reply(html, options));
});

function reply(html: string, options: ConversionRequest['options']): ConversionReply {
  try {
    return { converted: convert(readPage(html), options) };
  } catch (error) {
    const isLasting = error instanceof ConversionError && error.isLasting;
    return { failure: error instanceof Error ? error.message : String(error), isLasting };
  }
}
