/** Adapter of parse5. */
import { Parser, Token, Tokenizer, TokenizerMode, type DefaultTreeAdapterMap, type TreeAdapter } from 'parse5';

// More attributes than any real element. For every attribute, parse5 searches the previous attributes of the tag token.
const MAX_ATTRIBUTES = 500;

// Characters that do not change the tokenizer state. The preprocessor replaces carriage returns (HTML 13.2.3.5).
const SPACE = /[\t\n\f ]*/y;
const DATA = /[^<&\0\r]*/y;
const RAW_TEXT = /[^<\0\r]*/y;
const DOUBLE_QUOTED = /[^"&\0\r]*/y;
const SINGLE_QUOTED = /[^'&\0\r]*/y;
const [CARRIAGE_RETURN, QUOTE, AMPERSAND, APOSTROPHE] = [0x0d, 0x22, 0x26, 0x27];

/** Parses a page without scripting. `adapter` is a tree adapter of parse5; its nodes may be incomplete. */
export function parsePage(html: string, adapter: object): void {
  const treeAdapter = adapter as TreeAdapter<DefaultTreeAdapterMap>;
  const parser = new Parser({ treeAdapter, scriptingEnabled: false });
  parser.tokenizer = new RunTokenizer(parser.options, parser);
  parser.tokenizer.write(html, true);
}

// Tokenizer of parse5 that reads text and attribute values in runs instead of by code point. It drops the attributes of
// a tag beyond the limit, and does not count lines.
class RunTokenizer extends Tokenizer {
  protected override _leaveAttrName(): void {
    const tag = this.currentToken;
    if (tag && 'attrs' in tag && tag.attrs.length < MAX_ATTRIBUTES) super._leaveAttrName();
  }

  protected override _stateData(cp: number): void {
    super._stateData(cp);
    if (this.state !== TokenizerMode.DATA) return;
    const isSpace = this.currentCharacterToken?.type === Token.TokenType.WHITESPACE_CHARACTER;
    if (isSpace || this.currentCharacterToken?.type === Token.TokenType.CHARACTER) this.#append(isSpace ? SPACE : DATA);
  }

  protected override _stateRawtext(cp: number): void {
    super._stateRawtext(cp);
    if (this.state === TokenizerMode.RAWTEXT) this.#append(RAW_TEXT);
  }

  protected override _stateScriptData(cp: number): void {
    super._stateScriptData(cp);
    if (this.state === TokenizerMode.SCRIPT_DATA) this.#append(RAW_TEXT);
  }

  protected override _stateAttributeValueDoubleQuoted(cp: number): void {
    super._stateAttributeValueDoubleQuoted(cp);
    if (cp !== QUOTE && cp !== AMPERSAND) this.currentAttr.value += this.#run(DOUBLE_QUOTED);
  }

  protected override _stateAttributeValueSingleQuoted(cp: number): void {
    super._stateAttributeValueSingleQuoted(cp);
    if (cp !== APOSTROPHE && cp !== AMPERSAND) this.currentAttr.value += this.#run(SINGLE_QUOTED);
  }

  #append(pattern: RegExp): void {
    if (this.currentCharacterToken) this.currentCharacterToken.chars += this.#run(pattern);
  }

  // Consumes the next characters that match the pattern.
  #run(pattern: RegExp): string {
    const { preprocessor } = this;
    const start = preprocessor.pos + 1;
    // The preprocessor skips the line feed of a CRLF.
    if (preprocessor.html.charCodeAt(start - 1) === CARRIAGE_RETURN) return '';
    pattern.lastIndex = start;
    pattern.test(preprocessor.html);
    const end = pattern.lastIndex;
    if (end <= start) return '';
    preprocessor.pos = end - 1;
    return preprocessor.html.slice(start, end);
  }
}
