import { pageOf, type Passage, type Question } from './corpus.ts';
import { openIndexOf } from './index-of-pages.ts';
import { openSnippets } from './snippets.ts';

/** Sizes of pages, in passages. */
const SIZES = [5, 12, 20];

/**
 * Share of the questions whose first hit is the right page that get an excerpt from the passage that answers, when every
 * page holds so many passages of one article; FTS5's snippet() of the same page, at equal length. The development data
 * does not say which words of the passage are the answer.
 */
export async function measureExcerpts(passages: readonly Passage[], questions: readonly Question[]) {
  console.log('\nexcerpt from the passage that answers, and its mean length');
  const figures = [];
  for (const size of SIZES) {
    const { questions: asked, ours, snippets } = await measureSize(passages, questions, size);
    const cell = ({ share, length }: Shown) => `${share.toFixed(3)} (${length.toFixed(0)})`;
    console.log(
      `${String(size).padStart(2)} passages a page, ${asked} questions: this project ${cell(ours)}, snippet() ${cell(snippets)}`,
    );
    figures.push({ passagesAPage: size, questions: asked, ours, snippets });
  }
  return figures;
}

type Shown = { readonly share: number; readonly length: number };

async function measureSize(passages: readonly Passage[], questions: readonly Question[], size: number) {
  const parts = Object.values(Object.groupBy(passages, ({ title }) => title)).flatMap((article = []) =>
    [...Array(Math.ceil(article.length / size)).keys()].map((part) => article.slice(part * size, (part + 1) * size)),
  );
  const pages = parts.map((part, at) => {
    const body = part.map((passage) => passage.body).join('\n\n');
    return pageOf({ id: String(at), title: part[0]?.title ?? '', headings: [], body }, at + 1);
  });
  const pageOfPassage = new Map(parts.flatMap((part, at) => part.map(({ id }) => [id, pages[at]?.url])));
  const texts = new Map(passages.map(({ id, body }) => [id, body.replaceAll(/\s+/g, ' ')]));
  const ids = new Map(pages.map(({ url, id }) => [url, id]));
  const index = await openIndexOf(pages);
  const snippetOf = openSnippets(pages);
  const shown: { readonly ours: string; readonly snippet: string; readonly rel: readonly string[] }[] = [];
  for (const { q, rel } of questions) {
    const query = q.slice(0, 200);
    const [hit] = index.search({ query, city: undefined, limit: 1, offset: 0 }).hits;
    if (!hit || !rel.some((id) => pageOfPassage.get(id) === hit.url)) continue;
    shown.push({ ours: hit.excerpt, snippet: snippetOf(query, ids.get(hit.url) ?? 0) ?? '', rel });
  }
  index.close();
  const isFrom = (excerpt: string, rel: readonly string[]) => {
    // Its middle: the ends may reach into the passages around it.
    const middle = excerpt.replaceAll('…', '').replaceAll(/\s+/g, ' ').trim().slice(60, 160);
    return rel.some((id) => texts.get(id)?.includes(middle));
  };
  const summary = (of: 'ours' | 'snippet'): Shown => ({
    share: shown.filter((one) => isFrom(one[of], one.rel)).length / Math.max(1, shown.length),
    length: shown.reduce((sum, one) => sum + one[of].length, 0) / Math.max(1, shown.length),
  });
  return { questions: shown.length, ours: summary('ours'), snippets: summary('snippet') };
}
