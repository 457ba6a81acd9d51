import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MODULES, startWebServer, workplace } from './web-server.ts';

type HostingOptions = {
  readonly port: number;
  /** Files of WordPress, and the port of PHP-FPM. */
  readonly root: string;
  readonly fpm: number;
  /** Folder of the domain, when WordPress is at `/blog` below it. */
  readonly domain?: string;
};

/** Name under which the servers of tests are asked: requests arrive under addresses of their own (running-server.ts). */
const host = (port: number) => `127.0.0.1:${port}`;

/** nginx as hosts have it for WordPress: what is no file is left to index.php, and nothing knows of the service. */
async function startNginx({ port, root, fpm }: HostingOptions) {
  const dir = await workplace('hosting-');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${dir}/${name};`,
  );
  await writeFile(
    join(dir, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1; daemon off; pid ${dir}/pid; error_log ${dir}/error.log;
    events {}
    http {
      access_log off; default_type text/plain; ${temporary.join(' ')}
      map $http_host $asked_host { default $http_host; ~^127\\.10 ${host(port)}; }
      server {
        listen ${port}; allow 127.0.0.0/8; deny all;
        root ${root}; index index.php;
        location / { try_files $uri $uri/ /index.php?$args; }
        location ~ \\.php$ {
          include /etc/nginx/fastcgi_params;
          fastcgi_param HTTP_HOST $asked_host;
          fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
          fastcgi_pass 127.0.0.1:${fpm};
        }
      }
    }`,
  );
  const args = ['-e', join(dir, 'error.log'), '-c', join(dir, 'nginx.conf')];
  return await startWebServer('/usr/sbin/nginx', args, { dir, port });
}

/** Apache as above; its whole configuration stands in .htaccess. */
async function startApache({ port, root, fpm, domain = root }: HostingOptions) {
  const dir = await workplace('hosting-');
  await writeFile(
    join(dir, 'apache.conf'),
    `ServerRoot "${dir}"
ServerName 127.0.0.1
PidFile ${dir}/pid
ErrorLog ${dir}/error.log
TypesConfig /etc/mime.types
${MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
Listen 127.0.0.1:${port}
User www-data
Group www-data
DocumentRoot ${domain}
${domain === root ? '' : `Alias /blog ${root}`}
<Directory "/">
  Options FollowSymLinks
  AllowOverride All
  Require all granted
  DirectoryIndex index.php
</Directory>
<FilesMatch "\\.php$">
  SetHandler "proxy:fcgi://127.0.0.1:${fpm}"
</FilesMatch>
<FilesMatch "^\\.ht">
  Require all denied
</FilesMatch>
`,
  );
  const args = ['-DFOREGROUND', '-f', join(dir, 'apache.conf')];
  return await startWebServer('/usr/sbin/apache2', args, { dir, port });
}

/** Hosting whose web server cannot be told anything about the service. */
export const HOSTING = { nginx: startNginx, apache: startApache };
