import { ConfigurationError, type Environment } from '../settings.ts';

type Command = {
  /** Arguments without `--site NAME`. */
  readonly args: readonly string[];
  /** Environment of the selected site. */
  readonly environment: Environment;
};

/**
 * Resolves the site of a command. With SITES_DIR, `--site NAME` selects it; throws a ConfigurationError for an unknown
 * name.
 */
export async function commandSite(args: readonly string[], environment: Environment): Promise<Command> {
  const { name, rest } = takeName(args);
  const { SITES_DIR: dir } = environment;
  const requestsHelp = args.includes('--help') || args.includes('-h');
  if (requestsHelp || (!dir && name === undefined)) return { args: rest, environment };
  if (!dir) throw new ConfigurationError([`--site: got ${name}, but SITES_DIR is not set: there is one site`]);
  // A single site does not need the YAML parser.
  const { readSite, siteEnvironment, siteNames } = await import('./site.ts');
  const names = siteNames(dir);
  if (name === undefined || !names.includes(name)) {
    const some = names.slice(0, SHOWN).join(', ') + (names.length > SHOWN ? ', …' : '');
    throw new ConfigurationError([
      `--site: got ${name ?? 'nothing'}, wants one of ${dir}: ${some || 'it has none yet'}`,
    ]);
  }
  return { args: rest, environment: siteEnvironment(readSite(dir, name, environment), environment) };
}

const SHOWN = 20;

/** Resolves the environment of all sites for the option `--all`, otherwise by `commandOf`. */
export const orAllSites =
  (commandOf: typeof commandSite): typeof commandSite =>
  async (args, environment) =>
    args.includes('--all') ? { args, environment } : await commandOf(args, environment);

/** Returns true if the arguments select a site. */
export const namesSite = (args: readonly string[]): boolean => args.some(isChoice);

const isChoice = (arg: string): boolean => arg === '--site' || arg.startsWith('--site=');

function takeName(args: readonly string[]): { readonly name: string | undefined; readonly rest: readonly string[] } {
  const at = args.findIndex(isChoice);
  const given = args[at];
  if (given === undefined) return { name: undefined, rest: args };
  const isJoined = given !== '--site';
  const name = isJoined ? given.slice('--site='.length) : args[at + 1];
  if (!name) throw new ConfigurationError(['--site: got nothing, wants the name of a site']);
  return { name, rest: args.toSpliced(at, isJoined ? 1 : 2) };
}
