/**
 * Returns the end of the part of a Markdown text that begins at `start`, at most `max` UTF-16 code units later. It cuts
 * between blocks if possible, then between lines, then between words. It never cuts a table, a code block or a link,
 * even if these are longer than `max`.
 */
export function endOfPart(text: string, start: number, max: number): number {
  const limit = start + max;
  if (text.length <= limit) return text.length;

  let betweenBlocks = start;
  let betweenLines = start;
  for (const line of linesFrom(text, start)) {
    if (line.start > limit && (betweenLines > start || !line.atomic)) break;
    if (line.start > start && !line.continuesAtom) {
      betweenLines = line.start;
      if (line.afterBlank) betweenBlocks = line.start;
    }
    if (line.start > limit) break;
    if (betweenLines === start && !line.atomic && line.end > limit) return betweenWords(text, start, limit, line.end);
  }
  if (betweenBlocks - start >= max / 4) return betweenBlocks;
  return betweenLines > start ? betweenLines : text.length;
}

type Line = {
  readonly start: number;
  readonly end: number;
  // In a table, a code block or an HTML block.
  readonly atomic: boolean;
  // A cut before this line would split such a block.
  readonly continuesAtom: boolean;
  readonly afterBlank: boolean;
};

const FENCE = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})/;

function* linesFrom(text: string, from: number): Generator<Line> {
  let fence = '';
  let html = false;
  let table = false;
  let afterBlank = false;
  for (let start = from; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline + 1;
    const line = text.slice(start, Math.min(end, start + 400));
    const inside = fence !== '' || html;
    const row = !inside && /^[\s>]*\|/.test(line);
    const mark = FENCE.exec(line)?.[1];
    const opensHtml = !inside && /^<(table|details|pre)\b/i.test(line);
    yield {
      start,
      end,
      atomic: inside || row || mark !== undefined || opensHtml,
      continuesAtom: inside || (row && table),
      afterBlank,
    };
    if (fence !== '') {
      if (mark?.startsWith(fence) && line.trim().replace(/^[\s>]*/, '') === mark) fence = '';
    } else if (mark !== undefined && !html) fence = mark;
    if (opensHtml) html = true;
    if (html && /<\/(table|details|pre)>/i.test(text.slice(start, end))) html = false;
    table = row;
    afterBlank = line.trim() === '';
    start = end;
  }
}

const LINK = /!?\[(?:[^[\]\\]|\\.|\[[^[\]]*\])*\]\((?:[^()\\]|\\.|\([^()]*\))*\)/g;

// Returns the last gap between words at or before `limit`, outside links, or the first gap after it.
function betweenWords(text: string, start: number, limit: number, end: number): number {
  const paragraph = text.slice(start, end);
  const links = [...paragraph.matchAll(LINK)].map((link) => [link.index, link.index + link[0].length] as const);
  let best = 0;
  for (const gap of paragraph.matchAll(/\s+/g)) {
    const at = gap.index + gap[0].length;
    if (links.some(([from, to]) => at > from && at < to)) continue;
    if (at > limit - start) return start + (best || at);
    best = at;
  }
  return best > 0 ? start + best : end;
}
