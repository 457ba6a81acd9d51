import { printerOf, runProgram } from '../shared/command-line.ts';
import { rmSync } from 'node:fs';
import { counted } from '../shared/printable.ts';
import { makeDirectory } from '../shared/directories.ts';
import { publicAddress } from '../shared/public-paths.ts';
import { ConfigurationError, readSettings } from '../shared/settings.ts';
import { countLevels, findingsText } from './doctor/finding.ts';
import { examineSite } from './doctor/site.ts';
import { syncConfig } from './config.ts';
import { addSite, judgeNewSite, removeSite, setPaused, type Judged } from './service/sites/edit.ts';
import { listSites, readersOf } from './service/sites/list.ts';
import { listText, siteSummary, statusOf, statusText, type SiteStatus } from './service/sites/status.ts';

const { print, printData } = printerOf(process);
const HELP = new URL('help/sites.txt', import.meta.url);

const OPTIONS = {
  'public-url': { type: 'string' },
  name: { type: 'string' },
  'no-check': { type: 'boolean', default: false },
  // Accepted for existing scripts: the check is the default.
  check: { type: 'boolean', default: false },
  purge: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

// Response of a command: the text, and the object for `--json`.
type Answer = { readonly text: string; readonly value: unknown; readonly exitCode?: number };
type Values = {
  readonly [Name in keyof typeof OPTIONS]?: (typeof OPTIONS)[Name]['type'] extends 'string' ? string : boolean;
};
type Command = (dir: string, operands: readonly string[], values: Values) => Answer | Promise<Answer>;

const COMMANDS: Readonly<Record<string, Command>> = {
  add: async (dir, [siteUrl = ''], { name, 'public-url': publicUrl, 'no-check': unchecked }) => {
    makeDirectory(dir);
    const site = { name, siteUrl, publicUrl };
    const judged = judgeNewSite(dir, site, process.env);
    const fault = unchecked ? undefined : await faultOfSite(judged);
    if (fault) return fault;
    const folder = addSite(dir, { ...site, name: judged.name });
    const servedAt = publicAddress(judged.settings);
    const readers = readersOf(siteUrl, listSites(dir, process.env), judged.name);
    const note = `Note: this WordPress is also read by ${readers.join(', ')}, with separate rate limits\n`;
    return {
      text: `Added ${judged.name}: ${folder}/site.yaml, served at ${servedAt} after the first sync\n${readers.length > 0 ? note : ''}`,
      value: { ...siteNamed(dir, judged.name), dir: folder, read_too_by: readers },
    };
  },
  list: (dir) => {
    const sites = listSites(dir, process.env);
    return { text: listText(sites), value: { sites: sites.map(siteSummary) } };
  },
  status: async (dir) => {
    const now = new Date();
    const sites: SiteStatus[] = [];
    for (const listed of listSites(dir, process.env)) sites.push(await statusOf(listed, now));
    return { text: statusText(sites, now), value: { sites } };
  },
  pause: (dir, [name = '']) => {
    const isNew = setPaused(dir, name, true);
    const text = isNew ? `Paused ${name}; its last index stays live\n` : `${name} is paused already\n`;
    return { text, value: siteNamed(dir, name) };
  },
  resume: (dir, [name = '']) => {
    const isNew = setPaused(dir, name, false);
    return { text: isNew ? `${name} is read again\n` : `${name} is not paused\n`, value: siteNamed(dir, name) };
  },
  remove: async (dir, [name = ''], { purge }) => {
    const folder = await removeSite(dir, name, new Date());
    if (purge) rmSync(folder, { recursive: true });
    const text = purge ? `Removed ${name} and deleted its folder\n` : `Removed ${name}; its folder is ${folder}\n`;
    return { text, value: { name, kept_in: purge ? null : folder } };
  },
};

// Commands with a required operand.
const OPERANDS: Readonly<Record<string, string>> = { add: 'URL', pause: 'NAME', resume: 'NAME', remove: 'NAME' };
// Options that apply to a single command.
const OF_COMMAND = { add: ['public-url', 'name', 'check', 'no-check'], remove: ['purge'] } as const;

const siteNamed = (dir: string, name: string) =>
  listSites(dir, process.env)
    .filter((one) => one.name === name)
    .map(siteSummary)[0];

// Findings of the doctor, if it finds a problem.
async function faultOfSite({ settings }: Judged): Promise<Answer | undefined> {
  const { signal } = new AbortController();
  const config = syncConfig(settings);
  const siteUrl = config.siteUrl ?? '';
  const findings = await examineSite({ ...config, siteUrl, language: undefined, now: () => new Date(), signal });
  const sections = [{ title: `Site: ${siteUrl}`, findings }];
  const { problem: problems } = countLevels(sections);
  if (problems === 0) return undefined;
  const text = `${findingsText(sections)}The site was not added because of ${counted(problems, 'problem')}; add it anyway with --no-check\n`;
  return { text, value: { added: null, problems, sections }, exitCode: 1 };
}

function commandNamed(name: string, operands: readonly string[], values: Values): Command {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command)
    throw new ConfigurationError([`There is no command ${name}; available: ${Object.keys(COMMANDS).join(', ')}`]);
  const wanted = OPERANDS[name];
  if (operands.length !== (wanted === undefined ? 0 : 1)) {
    throw new ConfigurationError([
      `npm run sites -- ${name} ${wanted === undefined ? 'does not take an operand' : `requires one ${wanted}`}`,
    ]);
  }
  for (const [owner, options] of Object.entries(OF_COMMAND)) {
    const misplaced = options.find((option) => owner !== name && Boolean(values[option]));
    if (misplaced !== undefined) throw new ConfigurationError([`--${misplaced}: requires the command ${owner}`]);
  }
  return command;
}

const program = { name: 'sites', usage: HELP, options: OPTIONS, allowPositionals: true };
await runProgram(process, program, async ({ values, positionals }) => {
  const [name = 'list', ...operands] = positionals;
  const command = commandNamed(name, operands, values);
  const { SITES_DIR: dir } = readSettings(process.env);
  if (dir === undefined) {
    throw new ConfigurationError([
      'SITES_DIR: got nothing, wants the folder of the sites; a single site does not need this command',
    ]);
  }
  const { text, value, exitCode = 0 } = await command(dir, operands, values);
  if (values.json) printData(`${JSON.stringify(value, null, 2)}\n`);
  else print(text);
  return exitCode;
});
