/** Prints the contract of a server at work, for a linter that is too large to install. */
import { runServer } from '../../helpers/running-server.ts';

async function main(): Promise<void> {
  await using server = await runServer();
  process.stdout.write(await (await fetch(`${server.url}/openapi.json`)).text());
}

await main();
