import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readFileSync, realpathSync, statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const IMAGE = 'localhost/wordpress-content-service';
/** The slowest step reads Debian's packages. */
const STEP_MS = 480_000;
/** File system type of overlayfs, which holds no other overlay (statfs(2)). */
const OVERLAY_FS = 0x794c7630;

/** The configuration of an image, by Docker's names. */
type ImageConfig = {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly Volumes: Readonly<Record<string, unknown>>;
  readonly Healthcheck: { readonly Test: readonly string[] };
};

/** Has a root file system that nobody else sees: read-only, with the volume, /proc and /tmp; then gives its place to a program. */
const CONTAIN = `
rootfs=$1 volume=$2 user=$3; shift 3
mount --bind "$rootfs" "$rootfs"
mount --bind "$volume" "$rootfs/data"
mount -o remount,bind,ro "$rootfs"
mount -t proc proc "$rootfs/proc"
mount -t tmpfs tmpfs "$rootfs/tmp"
exec chroot --userspec="$user" "$rootfs" env -i "$@"
`;

/** Runs a program to its end, in a mount namespace of its own: whatever it mounts ends with it. */
function runAlone(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const { status, stdout, stderr, error } = spawnSync(
    'unshare',
    ['--mount', '--propagation', 'private', program, ...args],
    {
      env: { ...process.env, ...env },
      encoding: 'utf8',
      timeout: STEP_MS,
      maxBuffer: 1 << 26,
    },
  );
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr.slice(-2000)}`);
  return stdout.trim();
}

/**
 * Builds the Dockerfile with buildah, which needs no engine. The two images that it begins with are made here: Debian by mmdebstrap, and
 * Node as this process runs on. `dispose` removes everything.
 */
export async function buildImage() {
  const dir = await mkdtemp(join(tmpdir(), 'image-'));
  const dispose = () => void spawnSync('rm', ['-rf', '--one-file-system', dir]);
  try {
    const driver = statfsSync(dir).type === OVERLAY_FS ? 'vfs' : 'overlay';
    const storage = ['--root', join(dir, 'root'), '--runroot', join(dir, 'run'), '--storage-driver', driver];
    const buildah = (...args: readonly string[]) =>
      runAlone('buildah', [...storage, ...args], { BUILDAH_ISOLATION: 'chroot', TMPDIR: dir });
    makeBases(dir, buildah);
    const rootfs = join(dir, 'rootfs');
    buildah('bud', '--pull=false', '--format', 'docker', '--tag', IMAGE, '--output', rootfs, ROOT);
    chmodSync(rootfs, 0o755);
    const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', IMAGE)) as {
      readonly Docker: { readonly config: ImageConfig };
    };
    return { dir, rootfs, config: Docker.config, dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}
export type Image = Awaited<ReturnType<typeof buildImage>>;

function makeBases(dir: string, buildah: (...args: readonly string[]) => string): void {
  const [, node = '', suite = ''] = /^FROM (node:\d+-(\w+)-slim) AS build$/m.exec(dockerfile()) ?? [];
  const archive = join(dir, 'base.tar');
  runAlone('mmdebstrap', ['--quiet', '--variant=minbase', '--mode=root', suite, archive]);
  const container = buildah('from', 'scratch');
  buildah('add', '--quiet', container, archive, '/');
  buildah('config', '--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', container);
  buildah('commit', '--quiet', container, `docker.io/library/debian:${suite}-slim`);

  const npm = dirname(dirname(programFile('npm')));
  buildah('copy', '--quiet', container, process.execPath, '/usr/local/bin/node');
  buildah('copy', '--quiet', container, npm, '/usr/local/lib/node_modules/npm');
  buildah('run', container, '--', 'ln', '-s', '/usr/local/lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm');
  const registry = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).stdout.trim();
  buildah('config', '--env', `npm_config_registry=${registry}`, container);
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  if (authorities !== undefined) {
    buildah('copy', '--quiet', container, authorities, '/usr/local/share/authorities.pem');
    buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/usr/local/share/authorities.pem', container);
  }
  buildah('commit', '--quiet', '--rm', container, `docker.io/library/${node}`);
}

export const dockerfile = (): string => readFileSync(join(ROOT, 'Dockerfile'), 'utf8');

function programFile(name: string): string {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    try {
      return realpathSync(join(folder, name));
    } catch {}
  }
  throw new Error(`There is no ${name}`);
}

/** Starts the image as a container engine does: as its user, its program as process 1, its root read-only, a new volume at /data. */
export async function startContainer(
  { dir, rootfs, config }: Image,
  name: string,
  env: readonly string[],
  args?: readonly string[],
) {
  const volume = join(dir, name);
  mkdirSync(volume, { mode: 0o700 });
  const [uid = 0, gid = 0] = config.User.split(':').map(Number);
  chownSync(volume, uid, gid);
  const environment = [...config.Env, ...env];
  const command = [...config.Entrypoint, ...(args ?? config.Cmd)];
  const child = spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--propagation', 'private']
      .concat('bash', '-ec', CONTAIN, 'contain', rootfs, volume, config.User)
      .concat(environment, 'sh', '-c', `cd ${config.WorkingDir} && exec "$@"`, 'sh', command),
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));

  /** Process 1 of the container, as this machine numbers it. */
  const init = (): number => Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim());

  return {
    volume,
    ended,
    init,
    output: () => output,
    /** Runs a command inside, as the user of the image, and answers its exit code. */
    exec: (...inside: readonly string[]) =>
      spawnSync(
        'nsenter',
        ['--target', String(init()), '--mount', '--pid', '--root', '--wd', '-S', String(uid), '-G', String(gid)].concat(
          'env',
          '-i',
          environment,
          inside,
        ),
        { encoding: 'utf8', timeout: 30_000 },
      ),
    async [Symbol.asyncDispose]() {
      // With process 1 its whole namespace ends.
      if (child.exitCode === null && child.signalCode === null) process.kill(init(), 'SIGKILL');
      await ended;
    },
  };
}
