import { createGenerations } from '../../db/index/generations.ts';
import type { Log } from '../../shared/log.ts';
import type { ServerConfig } from '../config.ts';
import { followIndex, type Followed } from './follower.ts';

// A site that may follow a published index.
type Member = { readonly name: string; readonly config: Pick<ServerConfig, 'dataDir' | 'follows'> };

type Options = { readonly log: Log; readonly now: () => Date };

/**
 * Follows the published indexes of all sites until disposed of. Closed sites are followed too, so that they open with
 * the newest index.
 */
export function createFollowers({ log, now }: Options) {
  // Configured followers, and running followers.
  const configured = new Map<string, Member>();
  const running = new Map<string, Followed>();
  // Followers that are stopping: a directory never has two writers.
  const ending = new Map<string, Promise<void>>();

  function set(member: Member): void {
    const { name, config } = member;
    remove(name);
    if (!config.follows) return;
    configured.set(name, member);
    void start(member);
  }

  async function start(member: Member): Promise<void> {
    const { name } = member;
    await ending.get(name);
    if (configured.get(name) === member) running.set(name, follow(member));
  }

  function follow({ name, config: { dataDir, follows } }: Member): Followed {
    if (!follows) throw new Error(`${name} follows nothing`);
    const generations = createGenerations(dataDir);
    return followIndex({ ...follows, dataDir, generations, log: log.child({ site: name }), now });
  }

  function remove(name: string): void {
    configured.delete(name);
    const followed = running.get(name);
    if (!followed) return;
    running.delete(name);
    const ended = followed[Symbol.asyncDispose]().finally(() => ending.delete(name));
    ending.set(name, ended);
  }

  return {
    set,
    remove,
    of: (name: string): Followed | undefined => running.get(name),
    async [Symbol.asyncDispose]() {
      for (const name of configured.keys()) remove(name);
      await Promise.all(ending.values());
    },
  };
}
