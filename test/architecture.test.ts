import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, it } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const LAYERS = ['shared', 'db', 'sync', 'server', 'test', 'bench'] as const;
type Layer = (typeof LAYERS)[number];

/** Layers of the product. */
const PRODUCT = ['shared', 'db', 'sync', 'server'] as const;

/** Layers and those that each may import (CONTRIBUTING, "Layout"). */
const MAY_IMPORT: Record<Layer, readonly Layer[]> = {
  shared: ['shared'],
  db: ['shared', 'db'],
  sync: ['shared', 'db', 'sync'],
  server: ['shared', 'db', 'server'],
  test: LAYERS,
  bench: LAYERS,
};

/** Parts of the server that several endpoints may import, and the parts that each may import. */
const COMMON_PARTS: Readonly<Record<string, readonly string[]>> = {
  http: ['http'],
  operations: ['operations', 'texts', 'ledger'],
  access: ['access', 'http', 'texts', 'ledger'],
  ledger: ['ledger'],
  texts: ['texts'],
};

/** Schemas are a language of their own, spoken wherever foreign values are read. */
const EVERYWHERE = new Set(['zod']);

/** Maximum lines of TypeScript in each folder. Raise a budget only with a reason in the commit; lower it after a deletion. */
const BUDGETS: Readonly<Record<string, number>> = {
  shared: 2338,
  'shared/metrics': 200,
  'shared/sites': 380,
  db: 741,
  'db/backup': 265,
  'db/index': 2371,
  'db/mirror': 924,
  'db/search': 5921,
  'db/state': 1435,
  sync: 915,
  'sync/company': 4216,
  'sync/demo': 267,
  'sync/doctor': 2293,
  'sync/markdown': 6355,
  'sync/places': 800,
  'sync/run': 5057,
  'sync/service': 3851,
  'sync/site-file': 285,
  'sync/vocabulary': 395,
  'sync/wordpress': 2883,
  server: 1596,
  'server/access': 770,
  'server/api': 550,
  'server/console': 250,
  'server/documents': 435,
  'server/follow': 625,
  'server/http': 1360,
  'server/insights': 701,
  'server/ledger': 797,
  'server/mcp': 850,
  'server/metrics': 475,
  'server/oauth': 1600,
  'server/openapi': 300,
  'server/operations': 1400,
  'server/refresh': 150,
  'server/sites': 700,
  'server/status': 150,
  'server/texts': 50,
  'server/webhook': 450,
};

type Import = { readonly file: string; readonly from: string };

function sourceFiles(layer: Layer): string[] {
  return readdirSync(join(ROOT, layer), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(layer, name));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found = text.matchAll(/^(?:import|export)\s+(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm);
  return [...found].map((match) => ({ file, from: match[1] ?? match[2] ?? '' }));
}

const layerOf = (file: string) => LAYERS.find((layer) => file.startsWith(`${layer}/`));
/** `sync/run` for a file at any depth of that folder, `sync` for `sync/main.ts`. */
const folderOf = (file: string) =>
  file
    .split('/')
    .slice(0, 2)
    .filter((part) => !part.endsWith('.ts'))
    .join('/');
const target = ({ file, from }: Import) => normalize(join(dirname(file), from));
const imports = LAYERS.flatMap(sourceFiles).flatMap(importsOf);
const relative = imports.filter(({ from }) => from.startsWith('.'));

describe('architecture', () => {
  it('has imports to judge', () => {
    assert.ok(relative.length > 50);
  });

  it('lets each layer import only the layers below it', () => {
    const wrong = relative.filter((one) => {
      const [here, there] = [layerOf(one.file), layerOf(target(one))];
      return here !== undefined && there !== undefined && !MAY_IMPORT[here].includes(there);
    });
    assert.deepEqual(
      wrong.map((one) => `${one.file} imports ${one.from}`),
      [],
    );
  });

  it('keeps the endpoints of the server apart: shared code is in http/, access/, operations/ or texts/', () => {
    const partOf = (file: string) => /^server\/([^/]+)\//.exec(file)?.[1];
    const wrong = relative.filter((one) => {
      const [here, there] = [partOf(one.file), partOf(target(one))];
      if (here === undefined || there === undefined || here === there) return false;
      return !(COMMON_PARTS[here] ?? Object.keys(COMMON_PARTS)).includes(there);
    });
    assert.deepEqual(
      wrong.map((one) => `${one.file} imports ${one.from}`),
      [],
    );
  });

  it('lets no part of the server import the programs and their wiring', () => {
    const wiring = /^server\/(?:main|start|clients|insights|server|site|state-upkeep)\.ts$/;
    const wrong = relative.filter((one) => /^server\/[^/]+\//.test(one.file) && wiring.test(target(one)));
    assert.deepEqual(wrong, []);
  });

  it('imports each third-party package in a single adapter', () => {
    const importers = new Map<string, Set<string>>();
    for (const { file, from } of imports) {
      if (from.startsWith('.') || from.startsWith('node:') || /^(test|bench)\//.test(file)) continue;
      const name = from.split('/', from.startsWith('@') ? 2 : 1).join('/');
      importers.set(name, (importers.get(name) ?? new Set()).add(file));
    }
    const shared = [...importers].filter(([name, files]) => files.size > 1 && !EVERYWHERE.has(name));
    assert.deepEqual(
      shared.map(([name, files]) => `${name}: ${[...files].join(', ')}`),
      [],
    );
  });

  it('has no cycles, not even of types alone', () => {
    const graph = new Map<string, string[]>();
    for (const one of relative) graph.set(one.file, [...(graph.get(one.file) ?? []), target(one)]);
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      assert.ok(!path.includes(file), `cycle: ${[...path, file].join(' → ')}`);
      if (done.has(file)) return;
      for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of graph.keys()) visit(file, []);
  });

  it('has no folders that import each other', () => {
    const isFolder = (folder: string) => PRODUCT.some((layer) => folder.startsWith(`${layer}/`));
    const steps = relative
      .map((one) => [folderOf(one.file), folderOf(target(one))] as const)
      .filter(([here, there]) => here !== there && isFolder(here) && isFolder(there));
    const found = new Set(steps.map(([here, there]) => `${here} ${there}`));
    assert.deepEqual(
      [...found].filter((step) => found.has(step.split(' ').toReversed().join(' '))),
      [],
    );
  });

  it('keeps each folder within its budget of lines', () => {
    const lines = new Map<string, number>();
    for (const file of PRODUCT.flatMap(sourceFiles)) {
      const count = readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1;
      lines.set(folderOf(file), (lines.get(folderOf(file)) ?? 0) + count);
    }
    const wrong = [...lines].filter(([folder, count]) => count > (BUDGETS[folder] ?? 0));
    assert.deepEqual(
      wrong.map(([folder, count]) => `${folder} has ${count} lines, its budget is ${BUDGETS[folder] ?? 'missing'}`),
      [],
    );
    assert.deepEqual(
      Object.keys(BUDGETS).filter((folder) => !lines.has(folder)),
      [],
    );
  });

  it('keeps analysis, storage, retrieval and interpretation of a search in this order', () => {
    const partOf = (file: string) => /^db\/search\/(text|storage|match|query)\//.exec(file)?.[1];
    const below: Readonly<Record<string, readonly string[]>> = {
      text: ['text'],
      storage: ['text', 'storage'],
      match: ['text', 'storage', 'match'],
      query: ['text', 'storage', 'query'],
    };
    const wrong = relative.filter((one) => {
      const [here, there] = [partOf(one.file), partOf(target(one))];
      return here !== undefined && there !== undefined && !below[here]?.includes(there);
    });
    assert.deepEqual(
      wrong.map((one) => `${one.file} imports ${one.from}`),
      [],
    );
  });

  it('has no barrels: nothing is exported from another module', () => {
    const barrels = sourceFiles('shared')
      .concat(...(['db', 'sync', 'server'] as const).map(sourceFiles))
      .filter((file) => /^export\s+(?:type\s+)?[*{][^'";]*\sfrom\s/m.test(readFileSync(join(ROOT, file), 'utf8')));
    assert.deepEqual(barrels, []);
  });

  it('keeps the environment, arguments and exit codes in the programs', () => {
    const programs =
      /^(sync|server)\/(main|start|runner|doctor|sites|status|rollback|backup|restore|convert|clients|explain|insights|demo\/record)\.ts$/;
    const wrong = PRODUCT.flatMap(sourceFiles)
      .filter((file) => !programs.test(file))
      .filter((file) => /process\.(env|argv|exit|exitCode|on|once)\b/.test(readFileSync(join(ROOT, file), 'utf8')));
    assert.deepEqual(wrong, []);
  });
});
