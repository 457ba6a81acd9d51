import { printerOf, runProgram } from '../shared/command-line.ts';
import { siteCommand } from '../db/site-identity.ts';
import { createGenerations } from '../db/index/generations.ts';
import { withoutWithheld } from '../db/index/withdrawn.ts';
import { counted } from '../shared/printable.ts';
import { refuseFileAsDataDir } from '../shared/directories.ts';
import { ConfigurationError, dataPaths, readSettings } from '../shared/settings.ts';

const { print } = printerOf(process);
const HELP = new URL('help/rollback.txt', import.meta.url);

// An unknown option is refused: a misspelt option must not change the live index.
const options = { undo: { type: 'boolean', default: false } } as const;
const program = {
  name: 'rollback',
  usage: HELP,
  options,
  commandOf: siteCommand,
};
await runProgram(process, program, async ({ values: { undo } }, environment) => {
  const settings = readSettings(environment);
  if (settings.INDEX_URL !== undefined) {
    throw new ConfigurationError([
      `INDEX_URL: got ${settings.INDEX_URL}; roll back on the publishing machine, and this server follows`,
    ]);
  }
  const { dir } = dataPaths(settings);
  refuseFileAsDataDir(dir);
  const generations = createGenerations(dir, { signingKey: settings.INDEX_PRIVATE_KEY });
  const { from, to } = undo
    ? await generations.undo()
    : await generations.rollback((one) => withoutWithheld(generations, one));
  const pages = to.counts['pages'] ?? 0;
  const next = undo
    ? 'The next sync publishes the changes of the site since then.'
    : 'It is pinned: sync publishes nothing until npm run rollback -- --undo.';
  print(
    `Generation ${to.generation} of ${to.built_at} is live ${undo ? '' : 'again '}with ${counted(pages, 'page')}, instead of generation ${from.generation}.\n${next}\n`,
  );
});
