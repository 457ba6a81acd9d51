/** True if two addresses differ at most in scheme, host, letter case and a trailing slash. */
export function isSamePlace(one: string, other: string): boolean {
  const [a, b] = [one, other].map((address) => {
    const { pathname, searchParams } = new URL(address);
    searchParams.sort();
    return `${decoded(pathname).replace(/\/+$/, '').toLowerCase()}?${searchParams.toString()}`;
  });
  return a === b;
}

// Query parameters that select a page or its language in WordPress.
const CHOOSING = new Set(['p', 'page_id', 'attachment_id', 'pagename', 'name', 'lang']);

/** True if the address differs from the page at most in query parameters that do not select a page. */
export function isSamePage(page: string, address: string): boolean {
  const own = new URL(page).searchParams;
  const url = new URL(address);
  const choosing = [...url.searchParams].filter(([name]) => own.has(name) || CHOOSING.has(name));
  url.search = new URLSearchParams(choosing).toString();
  return isSamePlace(page, url.href);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return path;
  }
}
