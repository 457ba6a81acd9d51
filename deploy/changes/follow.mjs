// Keeps a folder of Markdown files equal to the published pages of a site. Run it from a timer, never twice at once:
//   flock --nonblock follow.lock node follow.mjs https://your.site/wp-json/agentes/v1 ./pages
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const [api, folder] = process.argv.slice(2);
const fileOf = (url) => `${folder}/${createHash('sha256').update(url).digest('hex').slice(0, 16)}.md`;

async function get(path, parameters) {
  const answer = await fetch(`${api}${path}?${new URLSearchParams(parameters)}`);
  if ([200, 400, 404, 410].includes(answer.status)) return { status: answer.status, ...(await answer.json()) };
  await sleep(1000 * (answer.headers.get('retry-after') ?? 30));
  return await get(path, parameters);
}

async function copy(url, cursor = '', text = '') {
  const address = url.length > 300 ? decodeURI(url) : url; // The limit of read_page.
  const page = await get('/read_page', cursor ? { url: address, cursor } : { url: address });
  if (page.status === 400 && cursor) return await copy(url); // It changed between two parts.
  if (page.status === 404) return; // Deleted since: a later change lists it.
  if (page.status !== 200) {
    process.stderr.write(`${url}: ${page.message}\n`); // Removals that follow are still applied.
    process.exitCode = 1;
    return;
  }
  const whole = text ? text + page.markdown : `# ${page.title}\n\n${page.markdown}`;
  await (page.next_cursor ? copy(url, page.next_cursor, whole) : writeFile(fileOf(url), whole));
}

await mkdir(folder, { recursive: true });
const stored = await readFile(`${folder}/state.json`, 'utf8').catch(() => '{}');
let { since = '', changes = [] } = JSON.parse(stored);
for (let more = true; more || changes.length > 0;) {
  for (const { change, url, from = url } of changes) {
    for (const old of [from, url]) await rm(fileOf(old), { force: true });
    if (change !== 'removed') await copy(url);
  }
  const feed = await get('/changes', since ? { since } : {});
  if (feed.status === 404) throw new Error(feed.message);
  const names = since ? [] : await readdir(folder); // Without a cursor, delete the files of earlier runs.
  for (const name of names) if (/^[0-9a-f]{16}\.md$/.test(name)) await rm(`${folder}/${name}`);
  // A cursor that cannot be resumed: start over. Changes are stored before they are applied, and again after a crash.
  ({ next_cursor: since = '', changes = [], more = true } = feed);
  await writeFile(`${folder}/state.new`, JSON.stringify({ since, changes }));
  await rename(`${folder}/state.new`, `${folder}/state.json`);
}
