import { createGenerations } from '../../db/index/generations.ts';
import { openLiveContent } from '../../server/operations/live-content.ts';
import { createLog } from '../../shared/log.ts';

/** The generation that a server which starts now serves, and what it refuses. */
export async function servedAtStart(dir: string) {
  const log = createLog({ name: 'test', level: 'silent' });
  const options = { readPageMaxChars: 50_000, log, everyMs: 60_000 };
  await using live = await openLiveContent({ generations: createGenerations(dir), ...options });
  return { generation: live.current()?.index.generation, refused: live.refused()?.reason };
}
