import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Installs, seeds, starts and edits WordPress sites (test/wordpress/README.md). */
const KIT = join(import.meta.dirname, '../wordpress/wordpress-up');

type SiteOptions = {
  readonly port: number;
  /** WordPress files: `npm` (6.5), or a Debian suite. */
  readonly core?: string;
  /** Addresses such as `/?page_id=12`. */
  readonly plainPermalinks?: boolean;
  /** PHP's own server, or nginx with PHP-FPM, which then listens on the next port. */
  readonly server?: 'builtin' | 'fpm';
  /** Processes of PHP-FPM; 4 by default. */
  readonly workers?: number;
};

/** Starts a real WordPress on loopback with the made-up company's pages; disposing of it removes everything. */
export async function startWordPressSite({
  port,
  core = 'npm',
  plainPermalinks = false,
  server = 'builtin',
  workers = 4,
}: SiteOptions) {
  const dir = await mkdtemp(join(tmpdir(), 'wordpress-'));
  const kit = async (verb: string, ...args: readonly string[]) => {
    const { stdout } = await run(KIT, [verb, '--dir', dir, ...args]);
    return stdout.trim();
  };
  // Test files run at once, and each may be the first to install what a site needs. The site's own processes must not
  // inherit the lock: `--close`.
  const up = (...args: readonly string[]) =>
    run('flock', ['--close', join(tmpdir(), 'wordpress-for-tests.lock'), KIT, 'up', '--dir', dir, ...args], {
      env: { ...process.env, FPM_WORKERS: String(workers) },
    });
  const site = {
    url: `http://127.0.0.1:${port}`,
    /** Directory of its files. */
    dir: join(dir, 'site'),
    /** One editorial change, by the verbs of test/wordpress/php/edit.php: `edit('slug', '/madrid', 'capital')`. */
    edit: (...change: readonly string[]) => kit('edit', ...change),
    /** Runs PHP inside WordPress, as a plugin would; with settings of php.ini, such as `disable_functions=exec`. */
    php: async (code: string, ...ini: readonly string[]) => {
      const load = `require ${JSON.stringify(join(dir, 'site/wp-load.php'))}; wp_set_current_user(1);`;
      const given = ['memory_limit=1G', 'display_errors=stderr', ...ini].flatMap((setting) => ['-d', setting]);
      const { stdout } = await run('php', [...given, '-r', load + code]);
      return stdout.trim();
    },
    async [Symbol.asyncDispose]() {
      await kit('wipe');
      await rm(dir, { recursive: true, force: true });
    },
  };
  try {
    await up('--port', String(port), '--core', core, '--server', server);
    if (plainPermalinks) await site.php(`update_option('permalink_structure', ''); flush_rewrite_rules(false);`);
  } catch (error) {
    await site[Symbol.asyncDispose]();
    throw error;
  }
  return site;
}
export type WordPressSite = Awaited<ReturnType<typeof startWordPressSite>>;
