import type { Fault } from '../../helpers/fault-proxy.ts';
import type { Random } from './random.ts';

const BOM = '\uFEFF';

/**
 * Everything that the way to a site does to one answer. What is an answer of WordPress to the letter, and false (rows
 * that are missing, a list of yesterday), happens to listings alone: it is the confirmation by id that unmasks it, and
 * two lies that agree cannot be told from the truth.
 */
export function createFaults(random: Random, url: string) {
  let probability = 0;
  let count = 0;
  let yesterday: readonly unknown[] = [];

  const honest: readonly (() => Fault)[] = [
    () => ({ kind: 'status', status: random.pick([408, 425, 429, 500, 502, 503, 504]) }),
    () => ({
      kind: 'status',
      status: random.pick([429, 503]),
      headers: { 'retry-after': random.pick(['0', '7', '900']) },
    }),
    () => ({ kind: 'status', status: random.pick([401, 403, 404, 410]) }),
    () => ({ kind: 'html', title: 'Just a moment...', status: random.pick([200, 403, 503]) }),
    () => ({ kind: 'reset' }),
    () => ({ kind: 'reset_body' }),
    () => ({ kind: 'truncate' }),
    () => ({ kind: 'around', before: '<br />\n<b>Notice</b>: Undefined index [] in <b>x.php</b> on line <b>3</b>\n' }),
    () => ({ kind: 'around', before: BOM, after: '\n<!-- cached -->' }),
    () => ({
      kind: 'damage',
      edit: (body) => Buffer.concat([Buffer.from([0xff, 0xc3, 0x28, 0x0a]), body, Buffer.from([0xfe])]),
    }),
    () => ({ kind: 'headers', headers: { 'x-wp-total': random.pick(['0', '7', '999999', 'many']) } }),
    () => ({ kind: 'json', value: [] }),
    () => ({ kind: 'json', value: random.pick([{}, null, 'ok', { code: 'x', message: 'y' }]) }),
    () => ({ kind: 'json', status: 401, value: { code: 'rest_not_logged_in', message: 'No.' } }),
    () => ({
      kind: 'redirect',
      to: random.pick([
        `${url}/loop`,
        'http://169.254.169.254/latest',
        'http://10.0.0.1/',
        'http://127.0.0.1:9/',
        '//evil.example/',
      ]),
    }),
    () => ({ kind: 'rows', edit: (rows) => [...rows, ...rows.slice(0, 3)] }),
  ];
  /** These take time or memory, so they are rarer. */
  const heavy: readonly (() => Fault)[] = [
    () => ({ kind: 'stall' }),
    () => ({ kind: 'stall_body' }),
    () => ({ kind: 'drip', everyMs: 5 }),
    () => ({ kind: 'endless', bytes: 3_000_000 }),
    () => ({ kind: 'gzip_bomb', bytes: 20_000_000 }),
  ];
  const lies: readonly (() => Fault)[] = [
    () => ({ kind: 'rows', edit: (rows) => rows.filter(() => !random.chance(0.1)) }),
    () => ({ kind: 'rows', edit: (rows) => rows.slice(0, random.below(rows.length)) }),
    () => ({ kind: 'rows', edit: (rows) => [...rows].toReversed() }),
    () => ({ kind: 'rows', edit: () => yesterday }),
    () => ({ kind: 'json', value: [], headers: { 'x-wp-total': '0', 'x-wp-totalpages': '0' } }),
  ];

  /** Remembers what a listing says, to say it again another day. */
  const remember: Fault = {
    kind: 'rows',
    edit: (rows) => {
      yesterday = rows;
      return rows;
    },
  };

  function choose(address: string): Fault | undefined {
    const isListing = address.includes('/wp/v2/pages') && !address.includes('include=');
    if (!random.chance(probability)) return isListing && random.chance(0.2) ? remember : undefined;
    count += 1;
    if (random.chance(0.04)) return random.pick(heavy)();
    return isListing && random.chance(0.4) ? random.pick(lies)() : random.pick(honest)();
  }

  return {
    /** How often something goes wrong from now on. */
    begin: (next: number) => {
      probability = next;
    },
    choose,
    count: () => count,
  };
}
