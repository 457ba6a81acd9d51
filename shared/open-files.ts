import { ConfigurationError } from './settings.ts';

/** Members missing in the types of Node. */
type Report = typeof process.report & { excludeNetwork: boolean };
type Limits = { readonly userLimits?: { readonly open_files?: { readonly soft: number | 'unlimited' } } };

/** Open files that each program requires. A sync opens 36 at once, the server 28 without a connection. */
const LEAST_OPEN_FILES = 64;

/** Returns the soft limit of open files of this process (`RLIMIT_NOFILE`), `Infinity` without a limit. */
export function openFilesLimit(): number {
  const report = process.report as Report;
  // The default performs reverse DNS requests.
  report.excludeNetwork = true;
  const soft = (report.getReport() as Limits).userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Infinity;
}

/** Throws a ConfigurationError if the limit of open files is too low for the program. */
export function requireOpenFiles(): void {
  const limit = openFilesLimit();
  if (limit >= LEAST_OPEN_FILES) return;
  throw new ConfigurationError([
    `open files: got ${limit}, wants at least ${LEAST_OPEN_FILES}: run "ulimit -n 1024" before it in the same shell, ` +
      'or write LimitNOFILE=1024 in its systemd unit',
  ]);
}
