/** The kinds of change of Keep a Changelog 1.1.0. */
const KINDS = new Set(['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']);

const HEADING = /^## \[(Unreleased|\d+\.\d+\.\d+(?:-[\w.]+)?)\](?: - (\d{4}-\d\d-\d\d))?$/;

/** A section of the changelog; `date` is absent for what is unreleased. */
type Release = { readonly version: string; readonly date: string | undefined; readonly body: string };

/** The sections of a changelog, newest first; throws for a heading of another form. */
export function readReleases(changelog: string): readonly Release[] {
  const [, ...sections] = changelog.split(/^(?=## )/m);
  return sections.map((section) => {
    const [heading = '', ...lines] = section.split('\n');
    const [, version, date] = HEADING.exec(heading) ?? [];
    if (version === undefined || (version === 'Unreleased') !== (date === undefined)) {
      throw new Error(`CHANGELOG.md: ${heading}, wants ## [1.2.3] - 2027-01-31`);
    }
    return { version, date, body: lines.join('\n').trim() };
  });
}

/** Departures from Keep a Changelog, and from the version of package.json. */
export function changelogFaults(changelog: string, version: string): string[] {
  const [unreleased, latest, ...earlier] = readReleases(changelog);
  const faults: string[] = [];
  if (unreleased?.version !== 'Unreleased') faults.push('begins without [Unreleased]');
  if (latest?.version !== version) faults.push(`describes ${latest?.version}, and package.json is ${version}`);
  const released = latest ? [latest, ...earlier] : [];
  const dates = released.map(({ date }) => date ?? '');
  if (dates.toSorted().toReversed().join() !== dates.join()) faults.push('is not sorted, newest first');
  for (const { version: name, body } of unreleased ? [unreleased, ...released] : released) {
    const kinds = [...body.matchAll(/^### (.+)$/gm)].map(([, kind = '']) => kind);
    const wrong = kinds.filter((kind, at) => !KINDS.has(kind) || kinds.indexOf(kind) !== at);
    if (wrong.length > 0) faults.push(`[${name}] has ${wrong.join(', ')}`);
    if (kinds.length === 0 && name !== 'Unreleased') faults.push(`[${name}] says nothing`);
  }
  return faults;
}

/** Gives what is unreleased a version and a date, under a new, empty [Unreleased]; throws when there is nothing in it. */
export function releaseChangelog(changelog: string, version: string, date: string): string {
  const releases = readReleases(changelog);
  if (releases.some((release) => release.version === version)) throw new Error(`CHANGELOG.md has ${version} already`);
  if (releases.find((release) => release.version === 'Unreleased')?.body === '') {
    throw new Error('CHANGELOG.md has nothing under [Unreleased]: there is nothing to release');
  }
  return changelog.replace(/^## \[Unreleased\]$/m, () => `## [Unreleased]\n\n## [${version}] - ${date}`);
}
