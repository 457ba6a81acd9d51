/**
 * Writes inline content, which is stored as flat runs with marks until its paragraph is complete. Only then are the
 * neighbours of a delimiter run final. They decide whether it is left- or right-flanking (CommonMark 6.2).
 */
import { mayHoldAutolink, splitAutolinks } from './autolink.ts';
import { codeSpan, escapeText, type InlineContext } from './escape.ts';
import { nestMarks } from './emphasis.ts';
import { characterAt, narrowMark, trimSpace, trimToFlanking } from './flanking.ts';
import { collapseWhiteSpace, EMPHASIS, inlineRun, sameMarks, withMarks, type InlineRun } from './inline.ts';

/** Writes a paragraph, heading or cell. */
export function inlineMarkdown(runs: readonly InlineRun[], context: InlineContext): string {
  const settled = settle(runs, context);
  const written = writeRuns(settled, context);
  return settled.every(isPlain) ? written.join('') : nestMarks(settled, written);
}

// Collapses white space, links addresses, and narrows marks to valid positions.
function settle(runs: readonly InlineRun[], context: InlineContext): readonly InlineRun[] {
  let tidy = linkAutolinks(collapseWhiteSpace(runs, context));
  if (tidy.every(isPlain)) return tidy;
  if (tidy.some(({ link }) => link !== undefined))
    tidy = narrowMark(
      tidy,
      ({ link }) => link,
      (run) => withMarks(run, run.emphasis, undefined),
      trimSpace,
    );
  const all = tidy.reduce((sum, { emphasis }) => sum | emphasis, 0);
  for (const mark of EMPHASIS) {
    if ((all & mark) === 0) continue;
    tidy = narrowMark(
      tidy,
      ({ emphasis }) => emphasis & mark || undefined,
      (run) => withMarks(run, run.emphasis & ~mark, run.link),
      trimToFlanking,
    );
  }
  return tidy;
}

function isPlain({ link, emphasis }: InlineRun): boolean {
  return link === undefined && emphasis === 0;
}

// Converts addresses in plain text to links.
function linkAutolinks(runs: readonly InlineRun[]): readonly InlineRun[] {
  if (!runs.some(mayHoldAddress)) return runs;
  return runs.flatMap((run) =>
    mayHoldAddress(run)
      ? splitAutolinks(run.text).map(({ text, href }) =>
          inlineRun('text', text, {
            emphasis: run.emphasis,
            link: href === undefined ? undefined : { href, once: false },
          }),
        )
      : [run],
  );
}

function mayHoldAddress({ kind, link, text }: InlineRun): boolean {
  return kind === 'text' && link === undefined && mayHoldAutolink(text);
}

// Writes each run without its marks.
function writeRuns(runs: readonly InlineRun[], context: InlineContext): string[] {
  return runs.map((run, index) => writeRun(run, runs[index - 1], runs[index + 1], context));
}

function writeRun(
  run: InlineRun,
  previous: InlineRun | undefined,
  next: InlineRun | undefined,
  context: InlineContext,
): string {
  switch (run.kind) {
    case 'text': {
      const text = escapeText(run.text, {
        before: neighbourCharacter(previous, run, 'end'),
        after: neighbourCharacter(next, run, 'start'),
        context,
        inLink: run.link !== undefined,
      });
      return context === 'heading' && !next ? escapeClosingHashes(text) : text;
    }
    case 'code':
      return codeSpan(run.text, context);
    case 'image':
      return image(run, context);
    case 'break':
      return context === 'cell' ? '<br>' : '  \n';
    default:
      return run.kind satisfies never;
  }
}

// Returns the character beside a text after the delimiters of its neighbour are written.
function neighbourCharacter(neighbour: InlineRun | undefined, run: InlineRun, side: 'start' | 'end'): string {
  if (neighbour?.kind === 'break') return '';
  if (!neighbour) return run.emphasis > 0 ? '*' : run.link ? '[' : '';
  if (neighbour.link !== run.link) return '[';
  if (!sameMarks(neighbour, run)) return '*';
  if (neighbour.kind === 'text') return characterAt(neighbour.text, side);
  return neighbour.kind === 'image' ? '[' : '`';
}

function image({ src, text }: InlineRun, context: InlineContext): string {
  const alt = text.replace(/\s+/g, ' ').trim();
  return `![${escapeText(alt, { before: '[', after: ']', context, inLink: true })}](${src})`;
}

function escapeClosingHashes(text: string): string {
  return text.endsWith('#') ? text.replace(/(?<=^|\s)(#+)$/, '\\$1') : text;
}
