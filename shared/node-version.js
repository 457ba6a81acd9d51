// Plain JavaScript, because it runs on a Node that is too old for the programs: before each of them, by npm ("prestart").
import { readFileSync } from 'node:fs';

const { name, engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const least = engines.node.replace('>=', '');
const [major, minor] = least.split('.').map(Number);
const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);

if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  process.stderr.write(
    `${name} needs Node ≥ ${least}, this is ${process.versions.node}. In a checkout, npm ci installs a newer Node beside it.\n`,
  );
  process.exitCode = 4;
}
