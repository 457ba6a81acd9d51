import { join } from 'node:path';
import { openIndex } from '../../db/index/reader.ts';
import { openState } from '../../db/state/open.ts';
import { knownWords } from '../../server/ledger/question-text.ts';
import { openLedger } from '../../server/ledger/ledger.ts';
import type { Caller } from '../../server/ledger/entries.ts';
import { createContent } from '../../server/operations/content.ts';
import { createLog } from '../../shared/log.ts';
import { movedClock } from './moved-clock.ts';
import type { temporaryDataDir } from './sample-index.ts';

/** A search, and the path of the page that is read afterwards, if one is; then what the same caller asks next. */
export type Visit = {
  readonly query: string;
  readonly city?: string;
  readonly reads?: string;
  readonly next?: Omit<Visit, 'next'>;
};

/** Has three unrelated callers make these visits on each of some days, over the index of a data directory. */
export async function fillLedger(
  data: Awaited<ReturnType<typeof temporaryDataDir>>,
  visits: readonly Visit[],
  days = 1,
): Promise<void> {
  const live = await data.generations.current();
  if (!live) throw new Error('There is no index');
  const index = await openIndex(data.generations.pathOf(live), 1e9);
  const content = createContent(index, { readPageMaxChars: 50_000 });
  const clock = movedClock();
  await using state = openState({ file: join(data.dir, 'state.db'), now: clock.now });
  for (let day = 0; day < days; day++) {
    await using ledger = openLedger({
      ...clock.sources,
      state: { ledger: state.ledger, hasRoom: () => Promise.resolve(true) },
      keepDays: 366,
      everyMs: 3_600_000,
      knownWords: () => knownWords(content),
      log: createLog({ name: 'test', level: 'silent' }),
    });
    for (const address of ['192.0.2.1', '198.51.100.1', '203.0.113.1']) {
      const caller: Caller = { client: { address, key: address }, clientId: undefined, userAgent: 'curl/8.5.0' };
      for (const { next, ...visit } of visits) {
        for (const { query, city = 'todas', reads } of [visit, ...(next ? [next] : [])]) {
          ledger.callsOf('mcp', 'search_pages')(caller.userAgent, false, 'low');
          const { noted } = content.call.search_pages({ query, city, limit: 8 });
          if (noted) ledger.note(noted, caller);
          if (reads !== undefined) ledger.note({ kind: 'page', path: reads }, caller);
        }
      }
    }
    clock.advance(86_400);
  }
  index.close();
}
