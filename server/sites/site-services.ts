type Disposed = { readonly [Symbol.asyncDispose]: () => Promise<void> };

/**
 * Runs a service for each site, also for closed sites, until disposed of. A service ends before the next of the same site
 * starts: a directory never has two writers.
 */
export function createSiteServices<Member extends { readonly name: string }, Service extends Disposed>(
  start: (member: Member) => Service | undefined,
) {
  const members = new Map<string, Member>();
  const running = new Map<string, Service>();
  const ending = new Map<string, Promise<void>>();

  function set(member: Member): void {
    remove(member.name);
    members.set(member.name, member);
    void begin(member);
  }

  async function begin(member: Member): Promise<void> {
    const { name } = member;
    await ending.get(name);
    const service = members.get(name) === member ? start(member) : undefined;
    if (service) running.set(name, service);
  }

  function remove(name: string): void {
    members.delete(name);
    const service = running.get(name);
    if (!service) return;
    running.delete(name);
    ending.set(
      name,
      service[Symbol.asyncDispose]().finally(() => ending.delete(name)),
    );
  }

  return {
    set,
    remove,
    of: (name: string): Service | undefined => running.get(name),
    async [Symbol.asyncDispose]() {
      for (const name of members.keys()) remove(name);
      await Promise.all(ending.values());
    },
  };
}
