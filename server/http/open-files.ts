/** What the package of types does not name yet. */
type Report = typeof process.report & { excludeNetwork: boolean };
type Limits = { readonly userLimits?: { readonly open_files?: { readonly soft: number | 'unlimited' } } };

/** How many files and connections this process may have open at once. */
export function openFilesLimit(): number {
  const report = process.report as Report;
  // Otherwise it looks up the names of addresses.
  report.excludeNetwork = true;
  const soft = (report.getReport() as Limits).userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Infinity;
}
