/**
 * Inline content is kept as flat runs, each with its marks, until its paragraph is complete. Only then is it known what
 * stands beside a delimiter run, which decides whether it is left- or right-flanking (CommonMark 6.2).
 */
import { mayHoldAutolink, splitAutolinks } from './autolink.ts';
import { escapeText, type InlineContext } from './escape.ts';
import { nestMarks, type WrittenRun } from './emphasis.ts';
import { characterAt, narrowMark, trimSpace, trimToFlanking } from './flanking.ts';
import { LINE_BREAK, MarkdownElement, MarkdownText, type MarkdownNode } from './markdown-tree.ts';
import { EMPHASIS, sameMarks, type InlineRun } from './inline.ts';
import { collapseWhiteSpace } from './white-space.ts';

/** Makes the inline nodes of one paragraph, heading or cell. */
export function inlineNodes(runs: readonly InlineRun[], context: InlineContext): MarkdownNode[] {
  let tidy: readonly InlineRun[] = linkAutolinks(collapseWhiteSpace(runs, context));
  if (tidy.every(isPlain)) return joinTexts(writeRuns(tidy, context), context);
  tidy = narrowMark(
    tidy,
    (run) => run.link,
    (run) => ({ ...run, link: undefined }),
    trimSpace,
  );
  for (const mark of EMPHASIS) {
    tidy = narrowMark(
      tidy,
      (run) => run[mark] || undefined,
      (run) => ({ ...run, [mark]: false }),
      trimToFlanking,
    );
  }
  return nestMarks(writeRuns(tidy, context));
}

function isPlain(run: InlineRun): boolean {
  return run.link === undefined && !run.strong && !run.em && !run.del;
}

/** Runs without marks, in as few nodes as they need. */
function joinTexts(written: readonly WrittenRun[], context: InlineContext): MarkdownNode[] {
  const nodes: MarkdownNode[] = [];
  let text = '';
  for (const { run, node } of written) {
    if (node instanceof MarkdownText) text += node.data;
    else if (run.kind === 'break' && context === 'paragraph') text += LINE_BREAK;
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
function linkAutolinks(runs: readonly InlineRun[]): InlineRun[] {
  const out: InlineRun[] = [];
  for (const run of runs) {
    if (run.kind !== 'text' || run.link || !mayHoldAutolink(run.text)) {
      out.push(run);
      continue;
    }
    for (const { text, href } of splitAutolinks(run.text)) {
      out.push({ ...run, text, link: href === undefined ? undefined : { href, once: false } });
    }
  }
  return out;
}

function writeRuns(runs: readonly InlineRun[], context: InlineContext): WrittenRun[] {
  return runs.map((run, index): WrittenRun => {
    const previous = runs[index - 1];
    const next = runs[index + 1];
    switch (run.kind) {
      case 'text': {
        const text = escapeText(run.text, {
          before: neighbourCharacter(previous, run, 'end'),
          after: neighbourCharacter(next, run, 'start'),
          context,
          inLink: run.link !== undefined,
        });
        return { run, node: new MarkdownText(context === 'heading' && !next ? escapeClosingHashes(text) : text) };
      }
      case 'code':
        return { run, node: new MarkdownElement('CODE', { context }, [new MarkdownText(run.text)]) };
      case 'image':
        return { run, node: imageNode(run.src, run.alt, context) };
      case 'break':
        return { run, node: new MarkdownElement('BR', { context }) };
      default:
        return run satisfies never;
    }
  });
}

/** The character beside a text once the delimiters of its neighbour are written. */
function neighbourCharacter(neighbour: InlineRun | undefined, run: InlineRun, side: 'start' | 'end'): string {
  if (neighbour?.kind === 'break') return '';
  if (!neighbour) return EMPHASIS.some((mark) => run[mark]) ? '*' : run.link ? '[' : '';
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
