import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { explain } from './errors.ts';
import { nearestWord } from './nearest-word.ts';
import { requireOpenFiles } from './open-files.ts';
import { ConfigurationError, type Environment } from './settings.ts';

/** Largest edit distance of a suggested option. */
const NEAR = 3;

/**
 * Replaces npm commands in a text by the commands of the installed package: `npm run status -- --json` becomes
 * `wordpress-content-service status --json`.
 */
export function ownCommands(text: string, { CONTENT_SERVICE_COMMAND: command }: Environment): string {
  if (command === undefined) return text;
  return text.replaceAll(/\bnpm (?:run (?:--silent )?([a-z]+)|(start)\b)(?: --(?=[ \n]))?/g, `${command} $1$2`);
}

type Program = Pick<NodeJS.Process, 'env' | 'stdout' | 'stderr'>;

/**
 * Returns functions that write a text with `ownCommands` to standard output and standard error; `printData` writes data of the
 * site unchanged.
 */
export const printerOf = ({ env, stdout, stderr }: Program) => ({
  print: (text: string): void => void stdout.write(ownCommands(text, env)),
  printData: (text: string): void => void stdout.write(text),
  printError: (text: string): void => void stderr.write(ownCommands(text, env)),
});

/**
 * Parses a command line with `parseArgs`. Throws a ConfigurationError for an unknown option and suggests the nearest
 * option.
 */
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

/** Throws a ConfigurationError if a program without options receives an argument. */
export function refuseArguments([first]: readonly string[]): void {
  if (first === undefined) return;
  const where = 'it is set by variables of the environment, or .env (deploy/configuration.md)';
  throw new ConfigurationError([`${first}: this program has no options; ${where}`], 'command line');
}

/** Thrown for a command without a required operand; the message is the whole text, with the text of `--help` in `usage`. */
export class UsageError extends ConfigurationError {
  override readonly name = 'ConfigurationError';

  constructor(message: string, usage?: URL) {
    super([]);
    this.message = usage === undefined ? message : `${message}\n\n${readFileSync(usage, 'utf8')}`;
  }
}

type Options = NonNullable<ParseArgsConfig['options']>;
const HELP = { help: { type: 'boolean', short: 'h', default: false } } as const;

type Command = { readonly args: readonly string[]; readonly environment: Environment };
type Parsed<Own extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Own & typeof HELP; allowPositionals: boolean }>
>;

type ProgramConfig<Own extends Options> = {
  /** Prefix of the messages of errors; without it, an unexpected error is printed with its stack. */
  readonly name?: string;
  /** File with the text of `--help`. */
  readonly usage: URL;
  readonly options: Own;
  readonly allowPositionals?: boolean;
  /** Resolves `--site NAME` and the settings of that site. */
  readonly commandOf?: (args: readonly string[], environment: Environment) => Promise<Command>;
};

/**
 * Runs a program: parses its command line, prints `--help`, and sets the exit code: the result of `run`, by default 0; 4 for a
 * ConfigurationError, 1 for any further error. Only the owner may read written files.
 */
export async function runProgram<const Own extends Options>(
  program: NodeJS.Process,
  { name, usage, options, allowPositionals = false, commandOf }: ProgramConfig<Own>,
  run: (parsed: Parsed<Own>, environment: Environment) => number | void | Promise<number | void>,
): Promise<void> {
  const { print, printError } = printerOf(program);
  program.umask(0o077);
  try {
    const given = { args: program.argv.slice(2), environment: program.env };
    const { args, environment } = (await commandOf?.(given.args, given.environment)) ?? given;
    const config = { args: [...args], options: { ...options, ...HELP }, allowPositionals };
    const parsed = readCommandLine(config);
    if ((parsed.values as { readonly help?: boolean }).help === true) return print(readFileSync(usage, 'utf8'));
    requireOpenFiles();
    program.exitCode = (await run(parsed, environment)) ?? 0;
  } catch (error) {
    const isKnown = error instanceof ConfigurationError;
    const unnamed = isKnown ? error.message : (error as Error).stack;
    printError(`${name === undefined ? unnamed : `${name}: ${explain(error)}`}\n`);
    program.exitCode = isKnown ? 4 : 1;
  }
}
