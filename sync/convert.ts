import { readFileSync } from 'node:fs';
import { runProgram } from '../shared/command-line.ts';
import { convert } from './markdown/convert.ts';
import { explain, type Explanation } from './markdown/explain.ts';
import { readPage } from './markdown/parse/page.ts';
import { printable } from '../shared/printable.ts';

const HELP = new URL('help/convert.txt', import.meta.url);

function explanationText({ mainContent, removals, notes }: Explanation): string {
  const lines = [
    ...(mainContent ? [`Main content: ${mainContent.path}  (${mainContent.reason})`] : []),
    ...removals.map(({ path, reason, text }) => `Left out: ${path}  (${reason})${text === '' ? '' : `  “${text}”`}`),
    ...notes.map((note) => `Warning: ${note}`),
  ];
  return `\n${lines.map((line) => printable(line)).join('\n')}\n`;
}

const options = {
  page: { type: 'boolean', default: false },
  base: { type: 'string', default: 'https://example.com/' },
  explain: { type: 'boolean', default: false },
} as const;
const program = { name: 'convert', usage: HELP, options, allowPositionals: true };
await runProgram(process, program, ({ values, positionals }) => {
  const { base: baseUrl } = values;
  if (positionals.length > 1) throw new Error('expects a single file');
  if (!URL.canParse(baseUrl)) throw new Error(`--base: not an address: ${baseUrl}`);
  const page = readPage(readFileSync(positionals[0] ?? process.stdin.fd, 'utf8'));
  const source = values.page ? 'page' : 'rest';
  if (!values.explain) {
    process.stdout.write(`${convert(page, { baseUrl, source }).markdown}\n`);
    return;
  }
  const explanation = explain(page, { baseUrl, source });
  process.stdout.write(`${explanation.markdown}\n`);
  process.stderr.write(explanationText(explanation));
});
