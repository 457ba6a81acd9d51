import { load } from 'cheerio';
import { marked, type Token } from 'marked';
import { parse as parseYaml } from 'yaml';

/** Members of JSON documents that hold answers, values of parameters, tags and digests rather than words for people. */
const NOT_PROSE = new Set(['example', 'examples', 'enum', 'default', 'digest', 'ui_locales_supported']);

/** The texts of a Markdown document that people read, one for each block, without code; front matter is YAML. */
export function proseOfMarkdown(markdown: string): readonly string[] {
  const [whole = '', frontMatter] = /^---\n(.*?)\n---\n/s.exec(markdown) ?? [];
  const front = frontMatter === undefined ? [] : proseOfJson(parseYaml(frontMatter));
  return [...front, ...marked.lexer(markdown.slice(whole.length)).flatMap(proseOfBlock)];
}

function proseOfBlock(token: Token): readonly string[] {
  switch (token.type) {
    case 'code':
    case 'space':
    case 'html':
      return [];
    case 'list':
      return token['items'].flatMap(proseOfBlock);
    case 'list_item':
    case 'blockquote':
      return (token['tokens'] as Token[]).flatMap(proseOfBlock);
    case 'table':
      return [...token['header'], ...token['rows'].flat()].map((cell: { tokens: Token[] }) => proseOfLine(cell.tokens));
    default:
      return [proseOfLine('tokens' in token && token.tokens ? token.tokens : [token])];
  }
}

function proseOfLine(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'codespan' || token.type === 'html') return ' ';
      return 'tokens' in token && token.tokens ? proseOfLine(token.tokens) : 'text' in token ? token.text : '';
    })
    .join('');
}

/** The texts of a page that people read or hear, and those that its scripts get with it as JSON. */
export function proseOfHtml(html: string): readonly string[] {
  const $ = load(html);
  $('code, kbd').remove();
  const texts = $('*')
    .contents()
    .toArray()
    .flatMap((node) => ('data' in node ? [node.data] : []))
    .filter((text) => text.trim() !== '');
  const attributes = ['aria-label', 'placeholder', 'title', 'alt'].flatMap((name) =>
    $(`[${name}]`)
      .toArray()
      .map((element) => $(element).attr(name) ?? ''),
  );
  const metas = $('meta[content]')
    .toArray()
    .map((element) => $(element).attr('content') ?? '');
  const data = metas.filter((content) => content.startsWith('{'));
  const described = metas.filter((content) => !data.includes(content));
  return [...texts, ...attributes, ...described, ...data.flatMap((json) => proseOfJson(JSON.parse(json)))];
}

/** The texts of a JSON value that people read, without what stands in backquotes. */
export function proseOfJson(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value.replaceAll(/`[^`]*`/g, ' ')];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => (NOT_PROSE.has(key) ? [] : proseOfJson(one)));
}

/** Frequent words of each language that the other one does not have. */
const STOP_WORDS = {
  es: 'el la los las un una unos del de que y en es con por para se su sus como lo al cada si está están esta este esa más ya muy donde cuando quien qué quién cómo dónde cuándo otra otro todas todo hay pide llama úsala nada hacen hasta',
  en: 'the of and to in is are with for not it that or as each when by on at this these what which from has have be its was will can nothing who how where if an without there they whether until since before after',
} as const;
const WORDS = Object.entries(STOP_WORDS).map(([language, words]) => [language, new Set(words.split(' '))] as const);

/** Frequent words of a language in a text; addresses and identifiers (`next_cursor`, `agents.md`) are not words. */
export function stopWordsIn(text: string, language: keyof typeof STOP_WORDS): readonly string[] {
  const known = WORDS.find(([name]) => name === language)?.[1];
  return wordsOf(text).filter((word) => known?.has(word));
}

/** The words of a text in lower case. Language tags with a region, and places for values (`{size}`), are none. */
export function wordsOf(text: string): readonly string[] {
  const plain = text
    .replaceAll(/https?:\/\/\S+/g, ' ')
    .replaceAll(/\S*(?:[_=/]|\w\.\w)\S*|\b[a-z]{2}-[A-Z]{2}\b|\{\w+\}/g, ' ');
  return plain.toLowerCase().match(/\p{L}+/gu) ?? [];
}
