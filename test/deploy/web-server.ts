import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const DEPLOY = join(import.meta.dirname, '../../deploy');

export type WebServerOptions = {
  readonly port: number;
  /** Address of the content service. */
  readonly service: string;
  /** Files of WordPress, and where PHP-FPM listens for them. */
  readonly root: string;
  readonly fpm: string;
  /** Changes the example, to see what goes wrong without some part of it. */
  readonly edit?: (example: string) => string;
};

/** nginx with deploy/nginx.conf, whose places are filled in; plain HTTP, since certificates are not what is tried. */
export async function startNginx({ port, service, root, fpm, edit = (text) => text }: WebServerOptions) {
  const dir = await workplace('nginx-');
  const example = readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8')
    .replace('listen 80;', `listen 127.0.0.1:${port + 1};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port} default_server;`)
    .replaceAll(/^\s*ssl_certificate.*$/gm, '')
    .replace('127.0.0.1:8080', new URL(service).host)
    .replace('/var/www/html', root)
    .replace('include fastcgi_params', 'include /etc/nginx/fastcgi_params')
    .replace('unix:/run/php/php-fpm.sock', fpm);
  return await runNginx(edit(example), { dir, port });
}

type SitesOptions = Pick<WebServerOptions, 'port' | 'service'>;

/** nginx with deploy/sites/nginx.conf, as above. */
export async function startSitesNginx({ port, service }: SitesOptions) {
  const dir = await workplace('nginx-');
  const example = readFileSync(join(DEPLOY, 'sites/nginx.conf'), 'utf8')
    .replace('listen 80 default_server;', `listen 127.0.0.1:${port + 1} default_server;`)
    .replace('listen 443 ssl default_server;', `listen 127.0.0.1:${port} default_server;`)
    .replaceAll('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^\s*ssl_certificate.*$/gm, '')
    .replace('127.0.0.1:8080', new URL(service).host);
  return await runNginx(example, { dir, port });
}

/** Runs nginx with these virtual hosts. */
async function runNginx(hosts: string, { dir, port }: { readonly dir: string; readonly port: number }) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${dir}/${name};`,
  );
  const main = `${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1; daemon off; pid ${dir}/pid; error_log ${dir}/error.log;
    events {} http { access_log off; ${temporary.join(' ')} ${hosts} }`;
  await writeFile(join(dir, 'nginx.conf'), main);
  const args = ['-e', join(dir, 'error.log'), '-c', join(dir, 'nginx.conf')];
  return await startWebServer('/usr/sbin/nginx', args, { dir, port });
}

/** Modules that Apache loads. */
export const MODULES = [
  'mpm_event',
  'authz_core',
  'dir',
  'env',
  'mime',
  'headers',
  'setenvif',
  'deflate',
  'filter',
  'rewrite',
  'alias',
  'proxy',
  'proxy_http',
  'proxy_fcgi',
];

/** Apache with deploy/apache.conf, as above. */
export async function startApache({ port, service, root, fpm, edit = (text) => text }: WebServerOptions) {
  const dir = await workplace('apache-');
  const example = readFileSync(join(DEPLOY, 'apache.conf'), 'utf8')
    .replace('*:80>', `127.0.0.1:${port + 1}>`)
    .replace('*:443>', `127.0.0.1:${port}>`)
    .replaceAll(/^\s*SSL.*$/gm, '')
    .replaceAll('127.0.0.1:8080', new URL(service).host)
    .replaceAll('https://example.com%', `http://127.0.0.1:${port}%`)
    .replaceAll('/var/www/html', root)
    .replace('proxy:unix:/run/php/php-fpm.sock|fcgi://localhost', `proxy:fcgi://${fpm}`);
  const main = `ServerRoot "${dir}"\nServerName 127.0.0.1\nPidFile ${dir}/pid\nErrorLog ${dir}/error.log\nTypesConfig /etc/mime.types
${MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
Listen 127.0.0.1:${port}\nListen 127.0.0.1:${port + 1}\nUser www-data\nGroup www-data\n${example}`;
  await writeFile(join(dir, 'apache.conf'), edit(main));
  return await startWebServer('/usr/sbin/apache2', ['-DFOREGROUND', '-f', join(dir, 'apache.conf')], { dir, port });
}

/** Caddy with deploy/Caddyfile, as above. */
export async function startCaddy({ port, service, root, fpm, edit = (text) => text }: WebServerOptions) {
  const dir = await workplace('caddy-');
  const example = readFileSync(join(DEPLOY, 'Caddyfile'), 'utf8').replaceAll('/var/www/html', root);
  const values = {
    SITE_URL: `http://127.0.0.1:${port}`,
    WWW_URL: `http://127.0.0.1:${port + 1}`,
    CONTENT_SERVICE: new URL(service).host,
    PORT: String(port),
    PHP_FPM: fpm,
  };
  return await runCaddy(edit(example), values, { dir, port });
}

/** Caddy with deploy/sites/Caddyfile, as above. */
export async function startSitesCaddy({ port, service }: SitesOptions) {
  const dir = await workplace('caddy-');
  const at = (name: string) => `http://${name}.example:${port}`;
  const values = {
    SITES: `${at('agents.bakery')}, ${at('agents.florist')}`,
    PLUGINS: at('plugins.agency'),
    CONTENT_SERVICE: new URL(service).host,
  };
  return await runCaddy(readFileSync(join(DEPLOY, 'sites/Caddyfile'), 'utf8'), values, { dir, port });
}

/** Runs Caddy with these sites. */
async function runCaddy(
  sites: string,
  values: NodeJS.ProcessEnv,
  { dir, port }: { readonly dir: string; readonly port: number },
) {
  const options = `{\n\tadmin off\n\tauto_https off\n\tlog {\n\t\toutput file ${dir}/error.log\n\t}\n}\n`;
  await writeFile(join(dir, 'Caddyfile'), `${options}${sites}`);
  const args = ['run', '--adapter', 'caddyfile', '--config', join(dir, 'Caddyfile')];
  return await startWebServer('/usr/bin/caddy', args, { dir, port, env: { HOME: dir, ...values } });
}

/** A folder of its own for a web server. */
export async function workplace(prefix: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), prefix));
  await mkdir(join(dir, 'logs'));
  await chmod(dir, 0o755);
  return dir;
}

/** Starts a web server, and waits until it answers. */
export async function startWebServer(
  program: string,
  args: readonly string[],
  { dir, port, env }: { readonly dir: string; readonly port: number; readonly env?: NodeJS.ProcessEnv },
) {
  if (!existsSync(program)) throw new Error(`These tests need ${program}: apt-get install nginx apache2 caddy php-fpm`);
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], env: env ?? process.env });
  const ended = once(child, 'close');
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100 && child.exitCode === null; tries++) {
    if (
      await fetch(`${url}/`, { redirect: 'manual' }).then(
        () => true,
        () => false,
      )
    )
      break;
    await wait(50);
  }
  if (child.exitCode !== null) {
    const log = join(dir, 'error.log');
    throw new Error(`${program} ended: ${existsSync(log) ? readFileSync(log, 'utf8') : 'see above'}`);
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
}
