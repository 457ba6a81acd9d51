/** Members that the package of types does not name yet. */
type Report = typeof process.report & { excludeNetwork: boolean };
type Limits = { readonly userLimits?: { readonly open_files?: { readonly soft: number | 'unlimited' } } };

/** Soft limit of open files of this process, connections included (`RLIMIT_NOFILE`); `Infinity` without one. */
export function openFilesLimit(): number {
  const report = process.report as Report;
  // Otherwise it looks up the names of addresses.
  report.excludeNetwork = true;
  const soft = (report.getReport() as Limits).userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Infinity;
}
