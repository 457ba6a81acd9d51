import { readSiteFile } from '../shared/regular-file.ts';
import { readSettings } from '../shared/settings.ts';
import { serverConfig } from './config.ts';
import { serve } from './server.ts';
import { runServing } from './serving.ts';

const HELP = new URL('help/serve.txt', import.meta.url);

await runServing(process, HELP, async (environment, { openOutput, untilSignal }) => {
  const settings = readSettings(environment);
  if (settings.SITE_CONFIG !== undefined && settings.INDEX_URL === undefined) readSiteFile(settings.SITE_CONFIG);
  const config = serverConfig(settings, environment);
  await serve(config, { output: openOutput(), stop: untilSignal() });
});
