import assert from 'node:assert/strict';
import type { WordPressSite } from '../../../helpers/wordpress-site.ts';
import type { ShownPage } from './observed-sync.ts';
import type { Random } from './random.ts';

/** One change of an editor: what, to which page, and how. */
type Edit = readonly [verb: string, id: number, value: string];

/** A page as WordPress itself says it is public; `text` only where an edit set it, as blocks are another test's matter. */
type PublicPage = { readonly id: number; readonly link: string; readonly title: string; readonly text: string | null };

/** So many pages come and go; those that the site began with always stay public. */
const CHANGEABLE = 25;
/** Every so many pages of the site are edited, and of these every third also without a new time of change. */
const EDITED_EVERY = 4;

/** Versions share one word: while the REST API fails, a page of which sync has another version is published as visitors get it. */
const WORDS = 24;
const textOf = (name: string) =>
  ['Texto', ...Array.from({ length: WORDS }, (_, at) => `cañería${name}w${at + 1}`)].join(' ');

const PHP = String.raw`
  function shown(WP_Post $page): array {
    preg_match('~^<p>(Texto [^<]*)</p>$~u', $page->post_content, $own);
    return ['id' => $page->ID, 'link' => get_permalink($page), 'text' => $own[1] ?? null,
      'title' => html_entity_decode(wp_strip_all_tags(get_the_title($page)), ENT_QUOTES | ENT_HTML5, 'UTF-8')];
  }
  function text(string $name): string {
    return 'Texto' . implode(array_map(fn($at) => " cañería{$name}w$at", range(1, ${WORDS})));
  }
  function publicly(array $where): array {
    return array_map('shown', get_posts(['post_type' => 'page', 'post_status' => 'publish', 'has_password' => false,
      'numberposts' => -1, 'orderby' => 'ID', 'order' => 'ASC'] + $where));
  }
  function family(int $id): array {
    $family = publicly(['include' => [$id]]);
    foreach (get_posts(['post_type' => 'page', 'post_parent' => $id, 'numberposts' => -1, 'fields' => 'ids']) as $child)
      array_push($family, ...family($child));
    return $family;
  }
  function change(string $verb, int $id, string $value): int {
    global $wpdb;
    $set = fn(array $fields) => wp_update_post(['ID' => $id] + $fields);
    switch ($verb) {
      case 'text': $set(['post_content' => "<p>$value</p>"]); break;
      case 'text without a time': $wpdb->update($wpdb->posts, ['post_content' => "<p>$value</p>"], ['ID' => $id]); clean_post_cache($id); break;
      case 'title': $set(['post_title' => $value]); break;
      case 'slug': $set(['post_name' => $value]); break;
      case 'parent': $set(['post_parent' => (int) $value]); break;
      case 'password': $set(['post_password' => $value]); break;
      case 'trash': wp_trash_post($id); break;
      case 'delete': wp_delete_post($id, true); break;
      case 'status':
        if (get_post_status($id) === 'trash') wp_untrash_post($id);
        $date = wp_date('Y-m-d H:i:s', time() + ($value === 'future' ? 9000000 : -60));
        $set(['post_status' => $value, 'edit_date' => true, 'post_date' => $date, 'post_date_gmt' => get_gmt_from_date($date)]);
        break;
      case 'create':
        return wp_insert_post(['post_type' => 'page', 'post_status' => 'publish', 'post_name' => $value, 'post_parent' => $id,
          'post_title' => "Página $value", 'post_content' => '<p>' . text(str_replace('-', '', $value)) . '</p>']);
    }
    return $id;
  }
`;

/** Edits a real WordPress at random, and remembers everything that was ever public on it. */
export async function createWordPressEditor(wordpress: WordPressSite, random: Random) {
  const everPublic = new Map<number, Record<'paths' | 'titles' | 'texts', Set<string>>>();
  const changeable: number[] = [];
  /** The pages as a reader last saw them. */
  const lastShown = new Map<number, ShownPage>();
  const last = (values: ReadonlySet<string> | undefined) => [...(values ?? [])].at(-1);
  /** Returns true if an edit changed the address or the text of a page after the reader last saw it. */
  const isEdited = (id: number): boolean => {
    const [known, before] = [everPublic.get(id), lastShown.get(id)];
    return before?.path !== last(known?.paths) || before?.markdown !== last(known?.texts);
  };
  let version = 0;

  const publicPages = async () =>
    JSON.parse(await wordpress.php(`${PHP} echo json_encode(publicly([]));`)) as PublicPage[];
  const began = await publicPages();
  remember(began);
  const always = began.map(({ id }) => id);
  const edited = always.filter((_, at) => at % EDITED_EVERY === 0);
  const undated = new Set(edited.filter((_, at) => at % 3 === 0));
  /** Texts of the pages that no edit has touched, as they were first read. */
  const firstTexts = new Map<number, string>();
  await apply(Array.from({ length: CHANGEABLE }, () => create()));

  function remember(pages: readonly PublicPage[]): void {
    for (const page of pages) {
      const known = everPublic.get(page.id) ?? { paths: new Set(), titles: new Set(), texts: new Set() };
      // The last path and the last text are the present ones.
      known.paths.delete(pathOf(page));
      known.paths.add(pathOf(page));
      if (page.text !== null) known.texts.delete(page.text);
      known.titles.add(titleOf(page));
      if (page.text !== null) known.texts.add(page.text);
      everPublic.set(page.id, known);
    }
  }

  function create(): Edit {
    version += 1;
    return ['create', random.pick(began).id, `nueva-${version}`];
  }

  /** The next changes; nothing is done yet. */
  function plan(count: number): Edit[] {
    return Array.from({ length: count }, () => {
      const chance = random.below(10);
      if (chance === 0 || changeable.length === 0) return create();
      if (chance < 4) return editOf(random.pick(edited));
      return random.chance(0.4) ? editOf(random.pick(changeable)) : fateOf(random.pick(changeable));
    });
  }

  function editOf(id: number): Edit {
    version += 1;
    const text = textOf(`${id}v${version}`);
    switch (random.below(5)) {
      case 0:
        return ['title', id, `Página ${id}, versión ${version}`];
      case 1:
        return ['slug', id, `pagina-${id}-${version}`];
      case 2:
        return [undated.has(id) ? 'text without a time' : 'text', id, text];
      default:
        return ['text', id, text];
    }
  }

  function fateOf(id: number): Edit {
    switch (random.below(8)) {
      case 0:
        return ['password', id, random.pick(['secreto', ''])];
      case 1:
        return ['trash', id, ''];
      case 2:
        changeable.splice(changeable.indexOf(id), 1);
        return ['delete', id, ''];
      case 3:
        return ['parent', id, String(random.pick(began).id)];
      case 4:
      case 5:
        return ['status', id, random.pick(['draft', 'private', 'pending', 'future'])];
      default:
        return ['status', id, 'publish'];
    }
  }

  /** Makes the changes, one after the other, in one process; what WordPress says of each is remembered. */
  async function apply(edits: readonly Edit[]): Promise<void> {
    if (edits.length === 0) return;
    const output = await wordpress.php(
      `${PHP} foreach (json_decode(base64_decode('${Buffer.from(JSON.stringify(edits)).toString('base64')}')) as [$verb, $id, $value])
        echo json_encode([$verb, $id = change($verb, $id, $value), family($id)]), "\n";`,
    );
    for (const line of output.split('\n')) {
      const [verb, id, pages] = JSON.parse(line) as [string, number, PublicPage[]];
      if (verb === 'create') changeable.push(id);
      remember(pages);
    }
  }

  /** Remembers what untouched pages say; asked of the first generation. */
  function learnTexts(pages: readonly ShownPage[]): void {
    for (const { id, markdown } of pages) {
      firstTexts.set(id, markdown);
      everPublic.get(id)?.texts.add(markdown);
    }
  }

  /**
   * Asserts that a reader may see this: only what was public once, and every page that always was. While the REST API fails, a page
   * that was moved or rewritten may be missing: visitors get nothing at its former address, or none of its former text.
   */
  function judge(shown: readonly ShownPage[]): void {
    for (const { id, path, title, markdown } of shown) {
      const known = everPublic.get(id);
      assert.ok(known, `page ${id} was never public`);
      assert.ok(known.paths.has(path), `page ${id} was never at ${path}`);
      assert.ok(known.titles.has(title), `page ${id} was never called ${title}`);
      if (!known.texts.has(markdown)) assert.fail(`page ${id} never said this: ${differenceOf(markdown, known.texts)}`);
    }
    for (const page of shown) lastShown.set(page.id, page);
    const ids = new Set(shown.map(({ id }) => id));
    assert.deepEqual(
      always.filter((id) => !ids.has(id) && !isEdited(id)),
      [],
      'always public, and missing',
    );
  }

  /** Asserts that a mirror holds exactly what WordPress shows to visitors now. Answers how many pages that are. */
  async function assertEqual(
    mirrored: readonly ShownPage[],
    { exceptUndated }: { readonly exceptUndated: boolean },
  ): Promise<number> {
    const isKnown = (id: number) => !(exceptUndated && undated.has(id));
    const row = (id: number, path: string, title: string, text: string) =>
      `${id} ${path} ${title} ${isKnown(id) ? text : ''}`;
    const site = await publicPages();
    assert.deepEqual(
      mirrored.map(({ id, path, title, markdown }) => row(id, path, title, markdown)).toSorted(),
      site
        .map((page) => row(page.id, pathOf(page), titleOf(page), page.text ?? firstTexts.get(page.id) ?? '?'))
        .toSorted(),
    );
    return site.length;
  }

  return { plan, apply, learnTexts, judge, assertEqual };
}

/** The lines by which a text differs from the last known one. */
function differenceOf(text: string, known: ReadonlySet<string>): string {
  const [lines, last] = [text.split('\n'), ([...known].at(-1) ?? '').split('\n')];
  const more = lines.filter((line) => !last.includes(line)).map((line) => `+ ${line}`);
  return [...more, ...last.filter((line) => !lines.includes(line)).map((line) => `- ${line}`)]
    .join('\n')
    .slice(0, 2000);
}

const pathOf = ({ link }: PublicPage): string => new URL(link).pathname.replace(/(?<=.)\/$/, '');

/** Title of a page, or the end of its address if it has none. */
function titleOf(page: PublicPage): string {
  const words = pathOf(page).split('/').at(-1)?.replaceAll('-', ' ') ?? '';
  return page.title || words.charAt(0).toUpperCase() + words.slice(1);
}
