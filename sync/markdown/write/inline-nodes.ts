/**
 * Inline content is kept as flat runs, each with its marks, until its paragraph is complete. Only then is it known what
 * stands beside a delimiter run, which decides whether it is left- or right-flanking (CommonMark 6.2).
 */
import { mayHoldAutolink, splitAutolinks } from './autolink.ts';
import { escapeText, type InlineContext } from './escape.ts';
import { nestMarks } from './emphasis.ts';
import { characterAt, narrowMark, trimSpace, trimToFlanking } from './flanking.ts';
import { LINE_BREAK, MarkdownElement, MarkdownText, type MarkdownNode } from './markdown-tree.ts';
import { EMPHASIS, inlineRun, sameMarks, withMarks, type InlineRun } from './inline.ts';
import { collapseWhiteSpace } from './white-space.ts';

/** Makes the inline nodes of one paragraph, heading or cell. */
export function inlineNodes(runs: readonly InlineRun[], context: InlineContext): MarkdownNode[] {
  let tidy = linkAutolinks(collapseWhiteSpace(runs, context));
  if (tidy.every(isPlain)) return joinTexts(tidy, writeRuns(tidy, context), context);
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
  return nestMarks(tidy, writeRuns(tidy, context));
}

function isPlain({ link, emphasis }: InlineRun): boolean {
  return link === undefined && emphasis === 0;
}

/** Runs without marks, in as few nodes as they need. */
function joinTexts(
  runs: readonly InlineRun[],
  written: readonly MarkdownNode[],
  context: InlineContext,
): MarkdownNode[] {
  const nodes: MarkdownNode[] = [];
  let text = '';
  for (const [index, node] of written.entries()) {
    if (node instanceof MarkdownText) text += node.data;
    else if (runs[index]?.kind === 'break' && context === 'paragraph') text += LINE_BREAK;
    else {
      if (text !== '') nodes.push(new MarkdownText(text));
      text = '';
      nodes.push(node);
    }
  }
  if (text !== '') nodes.push(new MarkdownText(text));
  return nodes;
}

/** Makes links of the addresses that stand in the text as text. */
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

/** The node of each run, as its text will stand in the Markdown. */
function writeRuns(runs: readonly InlineRun[], context: InlineContext): MarkdownNode[] {
  const nodes: MarkdownNode[] = [];
  for (const [index, run] of runs.entries()) nodes.push(writeRun(run, runs[index - 1], runs[index + 1], context));
  return nodes;
}

function writeRun(
  run: InlineRun,
  previous: InlineRun | undefined,
  next: InlineRun | undefined,
  context: InlineContext,
): MarkdownNode {
  switch (run.kind) {
    case 'text': {
      const text = escapeText(run.text, {
        before: neighbourCharacter(previous, run, 'end'),
        after: neighbourCharacter(next, run, 'start'),
        context,
        inLink: run.link !== undefined,
      });
      return new MarkdownText(context === 'heading' && !next ? escapeClosingHashes(text) : text);
    }
    case 'code':
      return new MarkdownElement('CODE', { context }, [new MarkdownText(run.text)]);
    case 'image':
      return imageNode(run.src, run.text, context);
    case 'break':
      return new MarkdownElement('BR', { context });
    default:
      return run.kind satisfies never;
  }
}

/** The character beside a text once the delimiters of its neighbour are written. */
function neighbourCharacter(neighbour: InlineRun | undefined, run: InlineRun, side: 'start' | 'end'): string {
  if (neighbour?.kind === 'break') return '';
  if (!neighbour) return run.emphasis > 0 ? '*' : run.link ? '[' : '';
  if (neighbour.link !== run.link) return '[';
  if (!sameMarks(neighbour, run)) return '*';
  if (neighbour.kind === 'text') return characterAt(neighbour.text, side);
  return neighbour.kind === 'image' ? '[' : '`';
}

function imageNode(src: string, alt: string, context: InlineContext): MarkdownElement {
  const folded = alt.replace(/\s+/g, ' ').trim();
  return new MarkdownElement('IMG', {
    src,
    alt: escapeText(folded, { before: '[', after: ']', context, inLink: true }),
  });
}

function escapeClosingHashes(text: string): string {
  return text.endsWith('#') ? text.replace(/(?<=^|\s)(#+)$/, '\\$1') : text;
}
