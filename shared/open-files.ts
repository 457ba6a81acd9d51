import { ConfigurationError } from './settings.ts';

/** Members that the package of types does not name yet. */
type Report = typeof process.report & { excludeNetwork: boolean };
type Limits = { readonly userLimits?: { readonly open_files?: { readonly soft: number | 'unlimited' } } };

/** Open files that each program may rely on. A sync opens 36 at once, the server 28 without a connection. */
const LEAST_OPEN_FILES = 64;

/** Soft limit of open files of this process, connections included (`RLIMIT_NOFILE`); `Infinity` without one. */
export function openFilesLimit(): number {
  const report = process.report as Report;
  // Otherwise it looks up the names of addresses.
  report.excludeNetwork = true;
  const soft = (report.getReport() as Limits).userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Infinity;
}

/** Throws `ConfigurationError` where so few files may be open that a program would fail somewhere in its work. */
export function requireOpenFiles(): void {
  const limit = openFilesLimit();
  if (limit >= LEAST_OPEN_FILES) return;
  throw new ConfigurationError([
    `open files: got ${limit}, wants at least ${LEAST_OPEN_FILES}: run "ulimit -n 1024" before it in the same shell, ` +
      'or write LimitNOFILE=1024 in its systemd unit',
  ]);
}
