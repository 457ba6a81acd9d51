import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { readSettings } from '../../shared/settings.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');

type Service = {
  readonly image?: string;
  readonly build?: string;
  readonly network_mode?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly read_only?: boolean;
};
type Project = {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
};

/** Reads compose.yaml as `docker compose` does with these variables: of `${NAME:-text}` and `${NAME:+text}`. */
function project(variables: Readonly<Record<string, string>>): Project {
  const text = read('compose.yaml').replaceAll(
    /\$\{(\w+):([-+])([^}]*)\}/g,
    (_, name: string, how: string, other: string) => {
      const value = variables[name] ?? '';
      return (how === '-') === (value === '') ? other : value && how === '-' ? value : '';
    },
  );
  return parse(text, { merge: true }) as Project;
}

describe('compose.yaml', () => {
  const { services, volumes } = project({});
  const service = services['content-service'];

  it('names volumes, services and files that are there', () => {
    const used = new Set<string>();
    for (const [name, { volumes: mounts = [], depends_on: before = {}, network_mode: mode }] of Object.entries(
      services,
    )) {
      for (const other of Object.keys(before)) assert.ok(services[other], `${name} → ${other}`);
      if (mode !== undefined) assert.ok(services[mode.replace('service:', '')], mode);
      for (const source of mounts.map((mount) => mount.split(':')[0] ?? '')) {
        if (source.startsWith('./')) assert.ok(existsSync(join(ROOT, source)), source);
        else used.add(source);
      }
    }
    assert.deepEqual([...used].toSorted(), Object.keys(volumes).toSorted());
  });

  it('gives the service settings that it knows, its volume where the image has it, and nothing else to write', () => {
    const settings = readSettings(service?.environment ?? {});
    assert.deepEqual([settings.SITE_URL, settings.PUBLIC_URL], ['http://localhost', 'http://localhost']);
    assert.deepEqual(settings.TRUST_PROXY, ['127.0.0.1']);
    assert.deepEqual(service?.volumes, ['content:/data']);
    assert.match(read('Dockerfile'), /^VOLUME \/data$/m);
    assert.equal(service?.read_only, true);
  });

  it('gives Caddy what deploy/Caddyfile asks of its environment, and the address of the service', () => {
    const caddy = services['caddy']?.environment ?? {};
    const asked = new Set(
      [...read('deploy/Caddyfile').matchAll(/\{\$([A-Z_]+):(?!value\})/g)].map(([, name = '']) => name),
    );
    assert.deepEqual(Object.keys(caddy).toSorted(), [...asked].toSorted());
    const { HOST, PORT } = readSettings(service?.environment ?? {});
    assert.equal(caddy['CONTENT_SERVICE'], `${HOST}:${PORT}`);
    assert.equal(service?.network_mode, 'service:network');
    assert.equal(services['wordpress']?.network_mode, 'service:network');
  });

  it('moves as a whole to the host name that it is given', () => {
    const moved = project({ SITE_HOST: 'example.com' }).services;
    for (const name of ['caddy', 'install', 'content-service']) {
      assert.equal(moved[name]?.environment?.['SITE_URL'], 'https://example.com', name);
    }
    assert.equal(moved['content-service']?.environment?.['PUBLIC_URL'], 'https://example.com');
    assert.equal(moved['caddy']?.environment?.['WWW_URL'], 'https://www.example.com');
  });
});

describe('deploy/sites/compose.yaml', () => {
  const { services, volumes } = parse(
    read('deploy/sites/compose.yaml').replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'),
  ) as Project;

  it('gives the service settings that it knows, with its sites in the volume of the image', () => {
    const service = services['content-service'];
    const { SITES_DIR, HOST, PORT, TRUST_PROXY } = readSettings(service?.environment ?? {});
    assert.equal(SITES_DIR, '/data/sites');
    assert.deepEqual(TRUST_PROXY, ['127.0.0.1']);
    assert.deepEqual(service?.volumes, ['content:/data']);
    assert.equal(services['caddy']?.environment?.['CONTENT_SERVICE'], `${HOST}:${PORT}`);
    assert.deepEqual(Object.keys(volumes), ['certificates', 'content']);
  });

  it('gives Caddy what its file asks of the environment', () => {
    const asked = [...read('deploy/sites/Caddyfile').matchAll(/\{\$([A-Z_]+):(?!value\})/g)].map(
      ([, name = '']) => name,
    );
    assert.deepEqual(Object.keys(services['caddy']?.environment ?? {}).toSorted(), [...new Set(asked)].toSorted());
    assert.ok(existsSync(join(ROOT, 'deploy/sites/Caddyfile')));
  });
});
