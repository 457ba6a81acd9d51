/** `once`: it surrounds whole blocks, and is written on the first of them only. */
export type Link = { readonly href: string; readonly once: boolean };

/** Kinds of emphasis, of which a set is a sum. */
export const STRONG = 1;
export const EM = 2;
export const DEL = 4;
export const EMPHASIS: readonly number[] = [STRONG, EM, DEL];

/** The formatting of an inline run: a set of emphasis, and a link. */
export type Marks = { readonly emphasis: number; readonly link: Link | undefined };
/** A stretch of inline content with the same marks. All are made by `inlineRun`: engines are fast with objects of one shape. */
export type InlineRun = Marks & {
  readonly kind: 'text' | 'code' | 'image' | 'break';
  /** The alternative text, of an image. */
  readonly text: string;
  /** The address of an image. */
  readonly src: string;
};

export const UNMARKED: Marks = { emphasis: 0, link: undefined };

export function inlineRun(kind: InlineRun['kind'], text: string, { emphasis, link }: Marks, src = ''): InlineRun {
  return { kind, text, src, emphasis, link };
}

/** A run with another text. */
export function withText({ kind, src, emphasis, link }: InlineRun, text: string): InlineRun {
  return { kind, text, src, emphasis, link };
}

/** A run with other marks. */
export function withMarks({ kind, text, src }: InlineRun, emphasis: number, link: Link | undefined): InlineRun {
  return { kind, text, src, emphasis, link };
}

/** Tests for runs of which nothing is seen. */
export function isBlank(runs: readonly InlineRun[]): boolean {
  return runs.every((run) => run.kind === 'break' || (run.kind === 'text' && run.text.trim() === ''));
}

/** Tests two runs for the same formatting. */
export function sameMarks(a: Marks, b: Marks): boolean {
  return a.link === b.link && a.emphasis === b.emphasis;
}
