import { decodeReferences } from '../parse/character-references.ts';

/** The code module of Divi, whose content is HTML that the editor escaped and broke into paragraphs. */
const START = /\[et_pb_(?:fullwidth_)?code\b[^\]]*\]/g;
const END = /\[\/et_pb_(?:fullwidth_)?code\]/g;
const LINE_BREAK_HOLDER = /<!--\s*\[et_pb_(?:br|line_break)_holder\]\s*-->/g;

/** Makes HTML of the content of code modules that were not rendered. */
export function expandCodeModules(html: string): string {
  if (!html.includes('[/et_pb_')) return html;
  const parts: string[] = [];
  let copied = 0;
  START.lastIndex = 0;
  for (let start = START.exec(html); start; start = START.exec(html)) {
    END.lastIndex = START.lastIndex;
    const end = END.exec(html);
    if (!end) break;
    parts.push(html.slice(copied, START.lastIndex), codeOf(html.slice(START.lastIndex, end.index)));
    copied = end.index;
    START.lastIndex = END.lastIndex;
  }
  parts.push(html.slice(copied));
  return parts.join('');
}

function codeOf(content: string): string {
  const withoutFormatting = content.replace(/<br\s*\/?>|<\/?p>/gi, '\n');
  const isEscaped = /&(?:lt|#0*60|#x0*3c);/i.test(withoutFormatting);
  return (isEscaped ? decodeReferences(withoutFormatting) : content).replace(LINE_BREAK_HOLDER, '\n');
}
