/** `once`: it surrounds whole blocks, and is written on the first of them only. */
export type Link = { readonly href: string; readonly once: boolean };
export type Emphasis = 'strong' | 'em' | 'del';
/** The formatting of an inline run. */
export type Marks = { readonly [Mark in Emphasis]: boolean } & { readonly link: Link | undefined };
/** A stretch of inline content with the same marks. */
export type InlineRun = Marks &
  (
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'code'; readonly text: string }
    | { readonly kind: 'image'; readonly src: string; readonly alt: string }
    | { readonly kind: 'break' }
  );

export const UNMARKED: Marks = { strong: false, em: false, del: false, link: undefined };

export const EMPHASIS: readonly Emphasis[] = ['strong', 'em', 'del'];

/** Tests for runs of which nothing is seen. */
export function isBlank(runs: readonly InlineRun[]): boolean {
  return runs.every((run) => run.kind === 'break' || (run.kind === 'text' && run.text.trim() === ''));
}

/** Tests two runs for the same formatting. */
export function sameMarks(a: Marks, b: Marks): boolean {
  return a.link === b.link && a.strong === b.strong && a.em === b.em && a.del === b.del;
}
