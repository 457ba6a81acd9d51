import assert from 'node:assert/strict';
import { DEFAULT_OPERATIONS, mcpOperations } from '../../shared/operations.ts';
import type { LocalServer } from '../helpers/local-server.ts';
import type { Run } from './command.ts';
import type { Installation } from './installation.ts';
import type { Group } from './packages.ts';

/** The place in which a client is tried: a server and a home that no other client uses. */
export type Stage = {
  readonly server: LocalServer;
  readonly installed: Installation;
  /** An empty folder, which is the home of what runs. */
  readonly home: string;
  /** Runs a command with that home. */
  readonly run: Run;
};

/** A client of another maker, and what it is made to do. */
export type Trial = {
  readonly name: string;
  readonly version: string;
  readonly group: Group;
  /** Has the client do it; says in a few words what it did, and throws when anything of it was wrong. */
  readonly attempt: (stage: Stage) => Promise<string>;
};

/** Names of the tools, as every client has to list them. */
export const TOOLS: readonly string[] = Object.keys(mcpOperations(DEFAULT_OPERATIONS));

/** Functions of an MCP client: list the tools, and call a tool; a call returns the text of its result. */
export type ToolClient = {
  readonly list: () => Promise<readonly string[]>;
  readonly call: (name: string, given: Readonly<Record<string, string | number>>) => Promise<string>;
};

/** Lists the tools, searches, and reads what was found; holds each answer against the index. */
export async function useTools({ list, call }: ToolClient): Promise<string> {
  assert.deepEqual(await list(), TOOLS);
  const found: any = JSON.parse(await call('search_pages', { query: 'fugas', city: 'madrid', limit: 1 }));
  assert.deepEqual([found.total, found.results[0]?.title], [1, 'Fontanería en Madrid']);
  const page: any = JSON.parse(await call('read_page', { url: found.results[0].url }));
  assert.equal(page.markdown, 'Fontaneros en Madrid para **fugas** y grifos.');
  return `listed ${TOOLS.length} tools, called search_pages and read_page`;
}
