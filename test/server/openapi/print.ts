/** Prints the contract of a server at work, for a linter that is too large to install. */
import { runServer } from '../../helpers/running-server.ts';
import { WEBHOOK_SECRET } from '../../helpers/webhook-receiver.ts';

async function main(): Promise<void> {
  await using server = await runServer({
    env: { CHANGES_WEBHOOK: 'http://127.0.0.1:9', CHANGES_WEBHOOK_SECRET: WEBHOOK_SECRET },
  });
  process.stdout.write(await (await fetch(`${server.url}/openapi.json`)).text());
}

await main();
