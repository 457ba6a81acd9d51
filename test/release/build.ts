/**
 * `npm pack` runs this first: makes JavaScript of the sources in `build/`, because Node strips no types below node_modules, with
 * the files that they read beside them, and the WordPress plugin as a zip archive.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { readCodeDigests } from '../../sync/run/publish/code-digests.ts';
import { zipPlugin } from './zip.ts';

const ROOT = join(import.meta.dirname, '../..');
const BUILD = join(ROOT, 'build');
const LAYERS = ['shared', 'db', 'sync', 'server'] as const;

/** Compiler options of a build: those of the project, and JavaScript in the same folders. */
const COMPILATION = {
  extends: '../tsconfig.json',
  compilerOptions: { noEmit: false, outDir: '.', rootDir: '..', rewriteRelativeImportExtensions: true },
  include: LAYERS.map((layer) => `../${layer}`),
};

/** Addresses of modules that are no imports: worker threads and programs that are started. */
const MODULE_ADDRESS = /(new URL\((['"`])[^'"`]*)\.ts(\2, import\.meta\.url\))/g;

const isRead = (file: string): boolean =>
  extname(file) === '.md' ? file.includes('/texts/') : extname(file) !== '.ts';

function compile(): void {
  const options = join(BUILD, 'tsconfig.json');
  writeFileSync(options, JSON.stringify(COMPILATION));
  const compiler = join(ROOT, 'node_modules/.bin/tsc');
  const { status } = spawnSync(compiler, ['-p', options], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`The compiler ended with ${status}`);
  rmSync(options);
}

function correctAddresses(): void {
  for (const name of readdirSync(BUILD, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js')) continue;
    const file = join(BUILD, name);
    const text = readFileSync(file, 'utf8');
    const corrected = text.replaceAll(MODULE_ADDRESS, '$1.js$3');
    if (corrected !== text) writeFileSync(file, corrected);
  }
}

rmSync(BUILD, { recursive: true, force: true });
mkdirSync(BUILD);
compile();
correctAddresses();
for (const folder of [...LAYERS, 'vocabulary', 'places']) {
  cpSync(join(ROOT, folder), join(BUILD, folder), {
    recursive: true,
    filter: (file) => isRead(file),
  });
}
cpSync(join(ROOT, 'package.json'), join(BUILD, 'package.json'));
writeFileSync(join(BUILD, 'code-digests.json'), `${JSON.stringify(readCodeDigests(), null, 2)}\n`);
writeFileSync(join(BUILD, 'content-service.zip'), zipPlugin());
