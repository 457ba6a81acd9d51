import { readSiteFile } from '../shared/regular-file.ts';
import { readSettings } from '../shared/settings.ts';
import { serverConfig } from './config.ts';
import { serve } from './server.ts';
import { runServing } from './serving.ts';

const USAGE = `npm run serve

Serves the index of DATA_DIR. It reads nothing from the site; to update the
index, run npm run sync -- --watch beside it, or set INDEX_URL.

{options}
Examples:
  npm run serve
  INDEX_URL=https://cdn.example/index npm run serve

Exit codes: 0 ended by a signal, 1 failed (also: the port is taken),
4 the configuration cannot be used.
`;

await runServing(process, USAGE, async (environment, { openOutput, untilSignal }) => {
  const settings = readSettings(environment);
  if (settings.SITE_CONFIG !== undefined && settings.INDEX_URL === undefined) readSiteFile(settings.SITE_CONFIG);
  const config = serverConfig(settings, environment);
  await serve(config, { output: openOutput(), stop: untilSignal() });
});
