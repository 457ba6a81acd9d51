import type { InlineContext } from './escape.ts';
import { inlineRun, sameMarks, UNMARKED, withText, type InlineRun } from './inline.ts';

// White space besides single spaces.
const UNCOLLAPSED = /[\n\t\r\f]| {2}/;

/** Collapses white space (CSS Text 3), joins runs with the same marks, and separates adjacent links by a space. */
export function collapseWhiteSpace(runs: readonly InlineRun[], context: InlineContext): readonly InlineRun[] {
  if (runs.length === 1 && isTidy(runs[0])) return runs;
  const out: InlineRun[] = [];
  // Whether the last text ends in a space. Testing the joined string would copy it each time.
  let endsInSpace = false;
  const atLineStart = () => {
    const last = out.at(-1);
    return !last || last.kind === 'break' || (last.kind === 'text' && endsInSpace);
  };
  const dropTrailingSpace = () => {
    const last = out.at(-1);
    if (last?.kind !== 'text' || !last.text.endsWith(' ')) return;
    out.pop();
    if (last.text.length > 1) out.push(withText(last, last.text.slice(0, -1)));
  };
  const push = (run: InlineRun) => {
    const last = out.at(-1);
    const isAtStart = atLineStart();
    endsInSpace = run.kind === 'text' && run.text.endsWith(' ');
    if (last?.link && run.link && last.link !== run.link && !isAtStart) {
      if (!(run.kind === 'text' && run.text.startsWith(' '))) out.push(inlineRun('text', ' ', UNMARKED));
    }
    if (last && last.kind === run.kind && sameMarks(last, run) && (last.kind === 'text' || last.kind === 'code')) {
      out[out.length - 1] = withText(last, last.text + run.text);
    } else out.push(run);
  };
  for (const run of runs) {
    if (run.kind === 'text') {
      const collapsed = UNCOLLAPSED.test(run.text) ? run.text.replace(/[ \n\t\r\f]+/g, ' ') : run.text;
      const text = atLineStart() ? collapsed.replace(/^ /, '') : collapsed;
      if (text !== '') push(text === run.text ? run : withText(run, text));
    } else if (run.kind === 'break' && context === 'heading') {
      if (!atLineStart()) push(inlineRun('text', ' ', UNMARKED));
    } else if (run.kind === 'break') {
      dropTrailingSpace();
      const last = out.at(-1);
      if (last && last.kind !== 'break') out.push(run);
    } else push(run);
  }
  dropTrailingSpace();
  while (out.at(-1)?.kind === 'break') {
    out.pop();
    dropTrailingSpace();
  }
  return out;
}

// Whether a text is unchanged if it is a whole paragraph.
function isTidy(run: InlineRun | undefined): boolean {
  return run?.kind === 'text' && run.text.trim().length === run.text.length && !UNCOLLAPSED.test(run.text);
}
