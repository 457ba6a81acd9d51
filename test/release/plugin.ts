/** `npm run plugin`: writes the WordPress plugin as a zip archive, for Plugins → Add Plugin → Upload Plugin. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { zipPlugin } from './zip.ts';

const BUILD = join(import.meta.dirname, '../../build');
const FILE = join(BUILD, 'content-service.zip');

mkdirSync(BUILD, { recursive: true });
writeFileSync(FILE, zipPlugin());
console.log(relative(process.cwd(), FILE));
