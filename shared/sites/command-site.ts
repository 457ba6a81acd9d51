import { ConfigurationError, type Environment } from '../settings.ts';

type Command = {
  /** Without `--site NAME`. */
  readonly args: readonly string[];
  /** Of the site that it is about. */
  readonly environment: Environment;
};

/**
 * What a command about one site was given: with SITES_DIR, `--site NAME` says which one, and throws a ConfigurationError
 * where there is none of this name.
 */
export async function commandSite(args: readonly string[], environment: Environment): Promise<Command> {
  const { name, rest } = takeName(args);
  const { SITES_DIR: dir } = environment;
  const asksForHelp = args.includes('--help') || args.includes('-h');
  if (asksForHelp || (!dir && name === undefined)) return { args: rest, environment };
  if (!dir) throw new ConfigurationError([`--site: got ${name}, but SITES_DIR is not set: there is one site`]);
  // Where there is one site, the reader of YAML need not be loaded.
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

/** True for arguments that choose one site. */
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
