import { isDeepStrictEqual } from 'node:util';
import type { Log } from '../../shared/log.ts';
import { readSettings, type Environment } from '../../shared/settings.ts';
import type { SiteChange } from '../../shared/sites/follow-sites.ts';
import { siteEnvironment, type Site } from '../../shared/sites/site.ts';
import { serverConfig, type ServerConfig } from '../config.ts';
import { createHostTable } from './host-table.ts';

/** A site of the server, open or closed. */
export type Member = { readonly name: string; readonly config: ServerConfig };

type Options = {
  // Settings for all sites.
  readonly environment: Environment;
  readonly log: Log;
  // Called for a new site or a changed configuration.
  readonly onTaken: (member: Member) => void;
  // Called for a removed site.
  readonly onGone: (name: string) => void;
};

/**
 * Configurations and public addresses of the sites, from changes of SITES_DIR. An invalid change is logged and ignored.
 * A site whose address is assigned to another site waits until that site releases it.
 */
export function createRegistry({ environment, log, onTaken, onGone }: Options) {
  const members = new Map<string, Member>();
  const faulty = new Set<string>();
  // Sites that wait for their address.
  const waiting = new Set<string>();
  const table = createHostTable<Member>();
  let isStarted = false;

  function change(event: SiteChange): void {
    switch (event.type) {
      case 'taken':
        faulty.delete(event.site.name);
        return take(event.site);
      case 'faulty':
        faulty.add(event.name);
        return log.error({ site: event.name, faults: event.faults }, 'server.site.faulty');
      case 'gone':
        faulty.delete(event.name);
        return removeSite(event.name);
      case 'unreadable':
        return log.error({ reason: event.why }, 'server.sites.unreadable');
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

  function removeSite(name: string): void {
    if (!members.delete(name)) return;
    table.remove(name);
    waiting.delete(name);
    placeWaiting();
    onGone(name);
    log.info({ site: name }, 'server.site.gone');
  }

  function place(member: Member): void {
    const { name, config } = member;
    const holder = table.set(name, config.siteUrl, member);
    if (holder === undefined) waiting.delete(name);
    else if (!waiting.has(name)) {
      waiting.add(name);
      log.error({ site: name, other: holder, public: config.siteUrl }, 'server.site.hidden');
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
    /** Logs later additions at level `info`. */
    started: (): void => {
      isStarted = true;
    },
    find: table.find,
    members: () => members.values(),
    /** Returns the current configuration; throws if the site was removed. */
    memberOf(name: string): Member {
      const member = members.get(name);
      if (!member) throw new Error(`Site ${name} was removed`);
      return member;
    },
    counts: () => ({ sites: members.size, faulty: faulty.size, hidden: waiting.size }),
  };
}
