import { readFileSync } from 'node:fs';
import { runProgram } from '../shared/command-line.ts';
import { convert } from './markdown/convert.ts';
import { explain, type Explanation } from './markdown/explain.ts';
import { readPage } from './markdown/parse/page.ts';
import { printable } from '../shared/printable.ts';

const USAGE = `npm run convert -- [options] [FILE]

Prints the Markdown of an HTML file, or of standard input.

  --page        the file is a whole page: convert its main content
  --base URL    address of the page, for its relative links
  --explain     list on standard error what was left out, and why
  --help        this text

Examples:
  npm run --silent convert -- page.html
  curl -s https://your.site/ | npm run --silent convert -- --page

Exit codes: 0 done, 1 failed, 4 the command cannot be used.
`;

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
await runProgram(
  process,
  { name: 'convert', usage: USAGE, options, allowPositionals: true },
  ({ values, positionals }) => {
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
  },
);
