import { z } from 'zod';

/** The part of `npm audit --json` that is read. */
const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      via: z.array(
        z.union([z.string(), z.object({ url: z.string(), name: z.string(), title: z.string(), severity: z.string() })]),
      ),
    }),
  ),
});

export type Advisories = {
  /** Told of our packages, and neither mended nor accepted. */
  readonly open: readonly string[];
  /** Accepted, with the reason. */
  readonly accepted: readonly string[];
  /** Accepted once, and no longer told of: to be taken off the list. */
  readonly outdated: readonly string[];
};

/** Compares the advisories of `npm audit --json` with those that were accepted, each with its reason. */
export function judgeAudit(report: unknown, reasons: Readonly<Record<string, string>>): Advisories {
  const lines = new Map<string, string>();
  for (const { via } of Object.values(Report.parse(report).vulnerabilities)) {
    for (const one of via) {
      // A package that is only affected through another names that one.
      if (typeof one === 'string') continue;
      const id = one.url.slice(one.url.lastIndexOf('/') + 1);
      lines.set(id, `${id} (${one.severity}) ${one.name}: ${one.title}`);
    }
  }
  return {
    open: [...lines].flatMap(([id, line]) => (id in reasons ? [] : [line])),
    accepted: [...lines].flatMap(([id, line]) => (id in reasons ? [`${line}: ${reasons[id]}`] : [])),
    outdated: Object.keys(reasons).filter((id) => !lines.has(id)),
  };
}
