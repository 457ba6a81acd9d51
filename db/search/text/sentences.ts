// Sentence endings before a space, and endings of scripts without spaces.
const ENDINGS = ['.', '?', '!', ':', '…'];
const ENDINGS_ALONE = ['。', '！', '？'];
// Punctuation that may follow a sentence ending.
const CLOSING = '"»”)';

/** Returns the starts of the sentences and lines of a string, from 0. */
export function sentenceStarts(text: string): Uint32Array {
  const starts = text === '' ? [] : [0];
  const marks = ['\n', ...ENDINGS, ...ENDINGS_ALONE];
  // A native search for each mark is faster than a loop over characters.
  const places = marks.map((mark) => placeOf(text, mark, 0));
  for (;;) {
    let first = 0;
    for (let mark = 1; mark < marks.length; mark++) {
      if ((places[mark] as number) < (places[first] as number)) first = mark;
    }
    const at = places[first] as number;
    if (at >= text.length) return Uint32Array.from(starts);
    places[first] = placeOf(text, marks[first] as string, at + 1);
    const start = first === 0 || first > ENDINGS.length ? at + 1 : behindEnding(text, at + 1);
    if (start !== undefined && start < text.length) starts.push(start);
  }
}

function placeOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at;
}

// Returns the offset after closing punctuation and a space, if they follow.
function behindEnding(text: string, from: number): number | undefined {
  let at = from;
  while (at < text.length && CLOSING.includes(text.charAt(at))) at += 1;
  return text.charAt(at) === ' ' ? at + 1 : undefined;
}
