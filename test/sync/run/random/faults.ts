import type { Fault } from '../../../helpers/fault-proxy.ts';
import type { Random } from './random.ts';

/** Faults by name: what is counted, and what makes the next one of its kind. */
type Kinds = Readonly<Record<string, () => Fault>>;

const BOM = '\uFEFF';
const NOTICE = '<br />\n<b>Notice</b>: Undefined index [] in <b>x.php</b> on line <b>3</b>\n';
const PASSING = [408, 425, 429, 500, 502, 503, 504];
/** An address that leads to itself. */
const LOOP = '/loop';

/** All faults of the connection to a site that a client can detect: no response, a broken response, or a response of a proxy. */
function honestFaults(random: Random): Kinds {
  const asking = (retryAfter: () => string) => (): Fault => ({
    kind: 'status',
    status: random.pick([429, 503]),
    headers: { 'retry-after': retryAfter() },
  });
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();
  const redirect = (to: string) => (): Fault => ({ kind: 'redirect', to, status: random.pick([301, 302, 307, 308]) });
  return {
    ...Object.fromEntries(PASSING.map((status) => [`status ${status}`, (): Fault => ({ kind: 'status', status })])),
    'Retry-After in seconds': asking(() => random.pick(['0', '7', '900'])),
    'Retry-After as a date': asking(() => inSeconds(random.pick([-60, 7, 900]))),
    'status 401, 403, 404 or 410': () => ({ kind: 'status', status: random.pick([401, 403, 404, 410]) }),
    'HTML challenge with 200': () => ({ kind: 'html', title: 'Just a moment...' }),
    'HTML challenge with 403 or 503': () => ({ kind: 'html', title: 'Blocked', status: random.pick([403, 503]) }),
    'reset before the answer': () => ({ kind: 'reset' }),
    'reset in the body': () => ({ kind: 'reset_body' }),
    'half a body': () => ({ kind: 'truncate' }),
    'notice before the JSON': () => ({ kind: 'around', before: NOTICE }),
    'byte order mark, and a comment after the JSON': () => ({
      kind: 'around',
      before: BOM,
      after: '\n<!-- cached -->',
    }),
    'invalid UTF-8 around the JSON': () => ({ kind: 'damage', edit: withJunk }),
    'invalid UTF-8 in the JSON': () => ({ kind: 'damage', edit: withBrokenLetter }),
    'wrong X-WP-Total': () => ({
      kind: 'headers',
      headers: {
        'x-wp-total': random.pick(['0', '7', '999999', 'many']),
        'x-wp-totalpages': random.pick(['0', '1', '99']),
      },
    }),
    'empty list with 200': () => ({ kind: 'json', value: [] }),
    'other JSON with 200': () => ({ kind: 'json', value: random.pick([{}, null, 'ok', { code: 'x', message: 'y' }]) }),
    'login wanted': () => ({ kind: 'json', status: 401, value: { code: 'rest_not_logged_in', message: 'No.' } }),
    'redirect loop': redirect(LOOP),
    'redirect to loopback': redirect('http://127.0.0.1:9/'),
    'redirect into a private network': redirect('http://10.0.0.1/'),
    'redirect to a metadata address': redirect('http://169.254.169.254/latest'),
    'redirect to another site': redirect('//evil.example/'),
    'duplicated rows': () => ({ kind: 'rows', edit: (rows) => [...rows, ...rows.slice(0, 3)] }),
  };
}

/** These take time or memory, so they are rarer. */
const HEAVY: Kinds = {
  stall: () => ({ kind: 'stall' }),
  'stall in the body': () => ({ kind: 'stall_body' }),
  'slow drip': () => ({ kind: 'drip', everyMs: 5 }),
  'body of a gigabyte': () => ({ kind: 'endless', bytes: 1e9 }),
  'gzip bomb': () => ({ kind: 'gzip_bomb', bytes: 20_000_000 }),
};

/** Lists that are WordPress's to the letter, and false. */
function lies(random: Random, yesterday: () => readonly unknown[]): Kinds {
  return {
    'missing rows': () => ({ kind: 'rows', edit: (rows) => rows.filter(() => !random.chance(0.1)) }),
    'list cut short': () => ({ kind: 'rows', edit: (rows) => rows.slice(0, random.below(rows.length)) }),
    'list in reverse': () => ({ kind: 'rows', edit: (rows) => [...rows].toReversed() }),
    'list of another day': () => ({ kind: 'rows', edit: yesterday }),
    'empty list that is counted': () => ({
      kind: 'json',
      value: [],
      headers: { 'x-wp-total': '0', 'x-wp-totalpages': '0' },
    }),
  };
}

const HIDING = /^(?:status 401, |HTML challenge with 403|login wanted|redirect |half a body)/;

/**
 * Chooses what goes wrong with each request. A status or a redirect in the place of a page's own HTML is the site's word
 * that visitors do not get it, and no fault: it happens to the API alone. So is half a page in a complete response.
 * False lists in valid responses of WordPress happen to listings alone: the confirmation by id finds them, and two equal
 * false responses cannot be distinguished from the truth.
 */
export function createFaults(random: Random, { heavyShare }: { readonly heavyShare: number }) {
  let probability = 0;
  let yesterday: readonly unknown[] = [];
  const counts = new Map<string, number>();
  const honest = deck(honestFaults(random));
  const heavy = deck(HEAVY);
  const onPages = deck(Object.fromEntries(Object.entries(honestFaults(random)).filter(([name]) => !HIDING.test(name))));
  const lying = deck(lies(random, () => yesterday));

  /** Remembers what a listing says, to say it again another day. */
  const remember: Fault = {
    kind: 'rows',
    edit: (rows) => {
      yesterday = rows;
      return rows;
    },
  };

  /** Deals every kind once before any kind again. */
  function deck(kinds: Kinds): () => Fault {
    let waiting: string[] = [];
    for (const name of Object.keys(kinds)) counts.set(name, 0);
    return () => {
      if (waiting.length === 0) waiting = Object.keys(kinds);
      const [name = ''] = waiting.splice(random.below(waiting.length), 1);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return (kinds[name] as () => Fault)();
    };
  }

  function choose(address: string): Fault | undefined {
    if (address.startsWith(LOOP)) return { kind: 'redirect', to: LOOP };
    const isListing = address.includes('/wp/v2/pages') && !address.includes('include=');
    if (!random.chance(probability)) return isListing && random.chance(0.2) ? remember : undefined;
    if (random.chance(heavyShare)) return heavy();
    if (!/\/wp-json|rest_route=/.test(address)) return onPages();
    return isListing && random.chance(0.4) ? lying() : honest();
  }

  return {
    /** Sets the probability of a fault from now on. */
    begin: (next: number): void => {
      probability = next;
    },
    choose,
    /** Counts of each kind of fault in one line, together with those that happened elsewhere. */
    summary(others: Readonly<Record<string, number>>): string {
      const all = [...Object.entries(others), ...counts];
      const sum = all.reduce((total, [, count]) => total + count, 0);
      return `${sum} faults of ${all.length} kinds: ${all.map(([name, count]) => `${name} ${count}`).join(' · ')}`;
    },
    /** Kinds that never happened. */
    missing: (): string[] => [...counts].flatMap(([name, count]) => (count === 0 ? [name] : [])),
  };
}

function withJunk(body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xc3, 0x28, 0x0a]), body, Buffer.from([0xfe])]);
}

/** The body with one letter from its middle replaced. */
function withBrokenLetter(body: Buffer): Buffer {
  const broken = Buffer.from(body);
  const at = broken.findIndex((byte, index) => index >= broken.length / 2 && byte >= 0x61 && byte <= 0x7a);
  if (at !== -1) broken[at] = 0xff;
  return broken;
}
