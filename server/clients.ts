import { printerOf, runProgram, UsageError } from '../shared/command-line.ts';
import { siteCommand } from '../db/site-identity.ts';
import type { ClientSummary, State } from '../db/state/state.ts';
import { openState, stateLocation, stateMayExist } from '../db/state/open.ts';
import { createLog } from '../shared/log.ts';
import { counted, printable } from '../shared/printable.ts';
import { textTable } from '../shared/text-table.ts';
import { readSettings } from '../shared/settings.ts';

const { printData } = printerOf(process);

const HELP = new URL('help/clients.txt', import.meta.url);

// Longest cell in characters: all contacts that a client may register.
const LONGEST = 400;

async function run(state: State, command: string, id: string, json: boolean): Promise<string> {
  if (command === 'list') return listText(await state.clients.summaries(), json);
  const client = (await state.clients.summary(id)) ?? notFound(id);
  switch (command) {
    case 'show':
      return json ? asJson(record(client)) : clientText(client);
    case 'revoke':
      await state.clients.remove(id);
      audit({ client: id }, 'oauth.client.removed');
      return `${id} was removed, with ${counted(client.liveTokens, 'live token')}.\n`;
    case 'revoke-tokens':
      await state.tokens.removeOfClient(id);
      audit({ client: id, tokens: client.liveTokens }, 'oauth.tokens.revoked');
      return `${id} lost ${counted(client.liveTokens, 'live token')}; it may request new tokens.\n`;
    default:
      throw new UsageError('invalid arguments', HELP);
  }
}

// The log entry of the server, on standard error, because standard output is the result.
function audit(fields: Readonly<Record<string, unknown>>, event: string): void {
  createLog({ name: 'clients', level: 'info' }, { write: (line) => process.stderr.write(line) }).info(fields, event);
}

function notFound(id: string): never {
  throw new Error(`There is no client ${JSON.stringify(id)}`);
}

// Field names of RFC 7591.
function record(client: ClientSummary) {
  return {
    client_id: client.id,
    client_name: client.name,
    contacts: client.contacts,
    scope: client.scope,
    token_endpoint_auth_method: client.authMethod,
    registered_at: moment(client.registeredAt),
    active_at: moment(client.activeAt),
    live_tokens: client.liveTokens,
  };
}

function clientText(client: ClientSummary): string {
  const rows = Object.entries(record(client));
  return rows.map(([name, value]) => `${name.padEnd(28)}${cell(value)}\n`).join('');
}

function listText(clients: readonly ClientSummary[], json: boolean): string {
  if (json) return asJson({ clients: clients.map(record) });
  const total = `${counted(clients.length, 'client')}\n`;
  if (clients.length === 0) return total;
  const rows = clients.map(({ id, registeredAt, activeAt, liveTokens, name }) => {
    return [id, day(registeredAt), day(activeAt), liveTokens, cell(name)];
  });
  const lines = textTable(['client', 'registered', 'active', 'tokens', 'name'], rows);
  return `${lines.join('\n')}\n${total}`;
}

// Names and contacts are untrusted text.
function cell(value: string | number | readonly string[] | null): string {
  return printable(typeof value === 'object' ? (value ?? []).join(', ') : String(value), LONGEST);
}

function moment(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

function day(seconds: number): string {
  return moment(seconds).slice(0, 10);
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

const options = { json: { type: 'boolean', default: false } } as const;
const program = { name: 'clients', usage: HELP, options, allowPositionals: true, commandOf: siteCommand };
await runProgram(process, program, async ({ values: { json }, positionals }, environment) => {
  const [command = 'list', id = '', ...more] = positionals;
  const location = stateLocation(readSettings(environment));
  if (more.length > 0 || (command === 'list') !== (id === '')) throw new UsageError('invalid arguments', HELP);
  if (!stateMayExist(location)) return printData(command === 'list' ? listText([], json) : notFound(id));
  await using state = openState({ ...location, now: () => new Date() });
  printData(await run(state, command, id, json));
});
