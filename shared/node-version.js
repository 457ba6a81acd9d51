// Plain JavaScript, because a Node version that is too old for the programs must be able to parse it.
import { existsSync, readFileSync } from 'node:fs';

const { name, engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
// The sources contain the syntax `await using`, which Node 22 cannot parse. The package is compiled for Node 22.
const isCheckout = existsSync(new URL('../server/main.ts', import.meta.url));
const least = isCheckout ? '24' : engines.node.replace('>=', '');
const [major, minor] = least.split('.').map(Number);
const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);

if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  const act = isCheckout
    ? 'Run npm ci, then npm start or npm run COMMAND: they use a newer Node'
    : 'Install a newer Node';
  process.stderr.write(`${name} needs Node ≥ ${least}, this is ${process.versions.node}. ${act}.\n`);
  process.exitCode = 4;
}
