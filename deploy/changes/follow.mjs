// Keeps a folder of Markdown files equal to the published pages of a site. Run it from a timer:
//   node follow.mjs https://your.site/wp-json/agentes/v1 ./pages
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const [api, folder] = process.argv.slice(2);
const state = join(folder, 'cursor.json');
const fileOf = (url) => join(folder, `${createHash('sha256').update(url).digest('hex').slice(0, 16)}.md`);

async function get(path, parameters) {
  for (;;) {
    const answer = await fetch(`${api}${path}?${new URLSearchParams(parameters)}`);
    if (answer.ok || answer.status === 404 || answer.status === 410)
      return { status: answer.status, ...(await answer.json()) };
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers.get('retry-after') ?? 30)));
  }
}

async function readWhole(url) {
  let [markdown, title, page] = ['', '', { next_cursor: undefined }];
  do {
    page = await get('/read_page', { url, ...(page.next_cursor && { cursor: page.next_cursor }) });
    if (page.status !== 200) return undefined; // Deleted since: the next change says so.
    [markdown, title] = [markdown + page.markdown, page.title];
  } while (page.next_cursor);
  return `# ${title}\n\n${markdown}`;
}

await mkdir(folder, { recursive: true });
let since = await readFile(state, 'utf8').catch(() => undefined);
for (let more = true; more;) {
  const feed = await get('/changes', since ? { since } : {});
  if (feed.status === 410) {
    // Only files of this script: the folder may hold others.
    for (const name of await readdir(folder)) if (/^[0-9a-f]{16}\.md$/.test(name)) await rm(join(folder, name));
    since = undefined;
    continue;
  }
  for (const { change, url, from } of feed.changes) {
    if (from) await rm(fileOf(from), { force: true });
    const text = change === 'removed' ? undefined : await readWhole(url);
    if (text === undefined) await rm(fileOf(url), { force: true });
    else await writeFile(fileOf(url), text);
  }
  ({ more, next_cursor: since } = feed);
  await writeFile(`${state}.new`, since);
  await rename(`${state}.new`, state);
}
