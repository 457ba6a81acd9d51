import { parseArgs, type ParseArgsConfig } from 'node:util';
import { nearestWord } from './nearest-word.ts';
import { ConfigurationError, type Environment } from './settings.ts';

/** Letters that an option may be away from the one that was meant. */
const NEAR = 3;

/**
 * A text with the commands of this installation: in the package, which runs without npm, `npm run status -- --json` is
 * `wordpress-content-service status --json`.
 */
export function ownCommands(text: string, { CONTENT_SERVICE_COMMAND: command }: Environment): string {
  if (command === undefined) return text;
  return text.replaceAll(/\bnpm (?:run )?(start\b|(?<=run )[a-z]+)(?: --(?=[ \n]))?/g, `${command} $1`);
}

/** Reads a command line as `parseArgs` does; throws a ConfigurationError for what the program does not take, with the nearest option. */
export function readCommandLine<Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const [what = ''] = (error as Error).message.split('. ');
    const [, given] = /^Unknown option '-*([^']*)'/.exec(what) ?? [];
    const nearest = given === undefined ? undefined : nearestWord(given, Object.keys(config.options ?? {}), NEAR);
    const meant = nearest === undefined ? '' : `, the nearest one is --${nearest}`;
    throw new ConfigurationError([`${what}${meant}; --help lists the options`], 'command line');
  }
}

/** Throws a ConfigurationError where a program that takes no arguments is given one. */
export function refuseArguments([first]: readonly string[]): void {
  if (first === undefined) return;
  const where = 'it is set by variables of the environment, or .env (README, "Configuration")';
  throw new ConfigurationError([`${first}: this program has no options; ${where}`], 'command line');
}
