/** Advice of `npm run status` and the doctor for damaged files. */
export const REPAIRS = {
  mirror: 'run npm run sync: it moves the file aside and reads the site again; the index is served meanwhile',
  index: 'run npm run sync -- --full: it builds a new index and publishes it',
  followedIndex: 'start npm run serve: it fetches the index again',
  state: 'restart the server: it moves the file aside, and clients register again',
} as const;
