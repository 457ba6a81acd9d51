import type { WordPressPage } from '../../wordpress/rows.ts';
import { mainOf } from '../../wordpress/html-tags.ts';
import { withoutNotices } from './members-only.ts';
import { saysForMembers } from './membership-notices.ts';
import { createTold, folded, wholeWordsIn, withoutBetween, wordsOf } from './text-comparison.ts';

/** Prose of fewer words is a date or a name; a text of more is rather one that a script covers. */
const FEWEST_WORDS = 12;
const MOST_WORDS = 200;

type Seen = {
  /** The REST API gives its notice. */
  readonly page: Pick<WordPressPage, 'content' | 'title'>;
  readonly html: string;
};

/** Finds the teaser that visitors get of a text beside a notice for members, in the Markdown of their page; or why there is none. */
export function teaserIn(
  shown: string,
  { page, html }: Seen,
): { readonly markdown: string } | { readonly why: string } {
  const notice = wordsOf(page.content);
  const main = mainOf(html) ?? html;
  const beside = withoutNotices(main);
  if (beside === main && !createTold(wordsOf(main))(notice)) return { why: 'its page does not show the notice' };
  if (COVER.test(beside)) return { why: 'a script may cover what stands beside its notice' };
  const isOfNotice = createTold([...notice, ...wordsOf(page.title)]);
  const blocks = shown.split('\n\n').filter((block) => !isOfNotice(wordsIn(block)));
  const markdown = blocks.join('\n\n');
  if (!blocks.some((block) => PROSE.test(block) && wordsIn(block).length >= FEWEST_WORDS)) return { why: '' };
  const words = wordsIn(markdown);
  if (words.length > MOST_WORDS) return { why: 'beside its notice stands more than a teaser' };
  return saysForMembers(words) || saysForMembers(wholeWordsIn(markdown))
    ? { why: 'its teaser cannot be told from its notice' }
    : { markdown };
}

/** What names the cover of a text, or what blurs it. */
const COVER = /\b(?:class|id)\s*=\s*["'][^"'<>]{0,1000}(?:paywall|overlay|blur)/i;

/** No heading, list, quotation, table or picture. */
const PROSE = /^[^#|>*!-]/;

const wordsIn = (block: string): readonly string[] => folded(withoutBetween(block, '](', ')'));
