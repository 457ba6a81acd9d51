import { isDeepStrictEqual } from 'node:util';
import type { Log } from '../../shared/log.ts';
import { readSettings, type Environment } from '../../shared/settings.ts';
import type { SiteChange } from '../../shared/sites/follow-sites.ts';
import { siteEnvironment, type Site } from '../../shared/sites/site.ts';
import { serverConfig, type ServerConfig } from '../config.ts';
import { createHostTable } from './host-table.ts';

/** A site of the service, open or not. */
export type Member = { readonly name: string; readonly config: ServerConfig };

type Options = {
  /** What is set for all sites. */
  readonly environment: Environment;
  readonly log: Log;
  /** Told of a site that is new or has another configuration. */
  readonly onTaken: (member: Member) => void;
  /** Told of one that is there no longer. */
  readonly onGone: (name: string) => void;
};

/**
 * The sites of the service with their configurations and public addresses, as the changes of their folder tell. A faulty change
 * is logged and changes nothing; a site whose address another one has waits until that one gives it up.
 */
export function createRegistry({ environment, log, onTaken, onGone }: Options) {
  const members = new Map<string, Member>();
  const faulty = new Set<string>();
  /** Names of those whose address another one has. */
  const waiting = new Set<string>();
  const table = createHostTable<Member>();
  let isStarted = false;

  function change(told: SiteChange): void {
    switch (told.type) {
      case 'taken':
        faulty.delete(told.site.name);
        return take(told.site);
      case 'faulty':
        faulty.add(told.name);
        return log.error({ site: told.name, faults: told.faults }, 'server.site.faulty');
      case 'gone':
        faulty.delete(told.name);
        return lose(told.name);
      case 'unreadable':
        return log.error({ reason: told.why }, 'server.sites.unreadable');
    }
  }

  function take(site: Site): void {
    const { name } = site;
    const config = serverConfig(readSettings(siteEnvironment(site, environment)));
    if (isDeepStrictEqual(members.get(name)?.config, config)) return;
    const member = { name, config };
    members.set(name, member);
    place(member);
    placeWaiting();
    onTaken(member);
    log[isStarted ? 'info' : 'debug']({ site: name, public: config.siteUrl }, 'server.site.taken');
  }

  function lose(name: string): void {
    if (!members.delete(name)) return;
    table.remove(name);
    waiting.delete(name);
    placeWaiting();
    onGone(name);
    log.info({ site: name }, 'server.site.gone');
  }

  function place(member: Member): void {
    const { name, config } = member;
    const other = table.set(name, config.siteUrl, member);
    if (other === undefined) waiting.delete(name);
    else if (!waiting.has(name)) {
      waiting.add(name);
      log.error({ site: name, other, public: config.siteUrl }, 'server.site.hidden');
    }
  }

  function placeWaiting(): void {
    for (const name of waiting) {
      const member = members.get(name);
      if (member) place(member);
    }
  }

  return {
    change,
    /** All that come from now on are told. */
    started: (): void => {
      isStarted = true;
    },
    find: table.find,
    members: () => members.values(),
    /** The site as it is now; throws where it is gone. */
    memberOf(name: string): Member {
      const member = members.get(name);
      if (!member) throw new Error(`There is no site ${name} any more`);
      return member;
    },
    counts: () => ({ sites: members.size, faulty: faulty.size, hidden: waiting.size }),
  };
}
