import { copyable } from './copy.js';
import { folded, make } from './dom.js';
import { texts } from './page-data.js';
import { phrase, size } from './phrases.js';

/** Shows the response of the API beside its rendering: status, time, headers and JSON body. */
export function showAnswer(answer) {
  const { method, url, status, statusText, milliseconds, headers, text, body } = answer;
  const words = texts.answer;
  const summary = phrase(words.summary, {
    status: `${status} ${statusText}`.trim(),
    milliseconds,
    size: size(new TextEncoder().encode(text).length),
  });
  return folded(summary, () => [
    part(words.request, `${method} ${url}`),
    part(words.body, text === '' ? words.empty : body === undefined ? text : JSON.stringify(body, undefined, 2)),
    part(words.headers, headers.map((pair) => pair.join(': ')).join('\n')),
  ]);
}

function part(title, text) {
  return make('div', {}, make('p', { className: 'part' }, title), copyable(text, title));
}

/** Shows the call as a collapsed curl command and MCP message. */
export function showCalls(api, operation, given, { path = operation, title = texts.calls.same } = {}) {
  return folded(title, () => [copyable(api.asCurl(path, given), 'curl'), copyable(api.asMcp(operation, given), 'MCP')]);
}
