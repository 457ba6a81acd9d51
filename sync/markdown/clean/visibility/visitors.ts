/** Classes that WordPress gives the body for whoever is logged in (`body_class`). */
const LOGGED_IN = String.raw`\.(?:logged-in|admin-bar)(?![\w-])`;
const IS_NAMED = new RegExp(LOGGED_IN);
const BELOW = String.raw`[^\s>+~,]*[\s>+~]+[^\s>+~,]`;
const OF_OTHERS = new RegExp(String.raw`${LOGGED_IN}${BELOW}`);
const NOT = String.raw`:not\(\s*(?:body)?${LOGGED_IN}\s*\)(?=${BELOW})`;
/** The same as all that is said of an element, and beside its other names. */
const NOT_ALONE = new RegExp(String.raw`(?<![^\s>+~(,])${NOT}`, 'g');
const NOT_TOO = new RegExp(NOT, 'g');
/** Any other negation, which says nothing of a body that others have. */
const NEGATIONS = /:not\((?:[^()]|\([^()]*\)){0,500}\)/g;

/**
 * Selectors as they are for visitors who are not logged in: without those of what is in a body of others. `undefined` where none
 * is left.
 */
export function selectorsForVisitors(selectors: readonly string[]): string | undefined {
  const left = selectors.flatMap((selector) => {
    if (!IS_NAMED.test(selector)) return [selector];
    // Nearly as specific as it was.
    const own = selector
      .replace(/^\s*body(?=:not\()/, 'html body')
      .replaceAll(NOT_ALONE, '*')
      .replaceAll(NOT_TOO, '');
    return OF_OTHERS.test(own.replaceAll(NEGATIONS, '')) ? [] : [own];
  });
  return left.length === 0 ? undefined : left.join(',');
}
