import { createHash, type KeyObject } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { giveToOwnerOf, makeOwnedSubdirectory } from '../../shared/directories.ts';
import { requireRegularFile } from '../../shared/regular-file.ts';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { identityOf, isOfSite } from '../site-identity.ts';
import { isSignedBy, OF_VERDICTS, signatureOf } from './signature.ts';
import { readVerdicts, type Verdicts } from './verdicts.ts';

/** Schema version of index files that this program writes and reads. */
export const INDEX_SCHEMA_VERSION = 7;

const isOwnFile = ({ file, generation }: { readonly file: string; readonly generation: number }) =>
  file === `index-${generation}.db`;

const Base = z.object({
  generation: z.int().positive(),
  file: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  // Size of the file; earlier versions did not write it.
  bytes: z.int().positive().optional(),
});

/** Complete index that a delta refers to. */
export type Base = z.infer<typeof Base>;

const Pointer = z
  .object({
    generation: z.int().positive(),
    file: z.string(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    // Size of the file; earlier versions did not write it.
    bytes: z.int().positive().optional(),
    counts: z.record(z.string(), z.int()),
    schema_version: z.int(),
    built_at: z.iso.datetime(),
    // Time of publication or rollback, later than the time of every previous pointer.
    published_at: z.iso.datetime().optional(),
    // Number of pages that an unfinished first sync is going to read.
    partial: z.object({ of: z.int().positive() }).optional(),
    // Start of a rollback: sync does not publish until it is undone.
    pinned: z.iso.datetime().optional(),
    // Source generation of a copy without withheld pages.
    of: z.int().positive().optional(),
    // Signature over all further fields (`db/index/signature.ts`), if sync has a key.
    signature: z.string().optional(),
    site: z.string(),
    // Version of the list of verdicts (`db/index/verdicts.ts`) at the time of publication.
    verdicts: z.int().positive().optional(),
    // Earlier addresses of the site.
    former: z.array(z.string()).optional(),
    // State of each vocabulary, with the reason.
    vocabulary: z.array(z.object({ trade: z.string(), on: z.boolean(), why: z.string() })).optional(),
    // Digest of the content; generations of the same indexer with the same digest have the same responses.
    fingerprint: z.string().optional(),
    // Digest of the code that built the index.
    indexer: z.string().optional(),
    // Base of a delta.
    base: Base.optional(),
  })
  .refine(isOwnFile, 'file: not that of the generation')
  .refine(({ base }) => base === undefined || isOwnFile(base), 'base: not the file of its generation');

/** Content of `index/current.json`, the pointer to the live generation. */
export type Pointer = z.infer<typeof Pointer>;

const Holds = z.array(z.object({ kind: z.string(), since: z.iso.datetime(), why: z.string() }));

/** Holds of the mass-loss guard, with start (ISO 8601) and reason. */
export type GuardNote = readonly Readonly<z.infer<typeof Holds>[number]>[];

const RETAINED_GENERATIONS = 3;

/** File name of the list of verdicts, in the folder of `current.json`. */
export const VERDICTS = 'verdicts.json';

/** Largest size of a pointer in bytes; a larger file is invalid. */
export const LARGEST_POINTER = 1_000_000;

type Options = {
  readonly now?: () => Date;
  // Ed25519 key of the publisher; without it, pointers are not signed.
  readonly signingKey?: KeyObject | undefined;
};

/** Manages the index files of a data directory, and the pointer to the live index. */
export function createGenerations(dataDir: string, { now = () => new Date(), signingKey }: Options = {}) {
  const dir = join(dataDir, 'index');
  const pointerFile = join(dir, 'current.json');
  const guardFile = join(dir, 'guard.json');
  /** The published list and its backup copy. */
  const verdictFiles = [join(dir, VERDICTS), join(dataDir, VERDICTS)];
  const describe = (generation: number) => join(dir, `index-${generation}.json`);

  /** Returns the live generation, `undefined` before the first publication. Throws for an invalid pointer. */
  async function current(): Promise<Pointer | undefined> {
    return await readPointer(pointerFile);
  }

  /** Returns a string that changes when the pointer is replaced; an empty string before the first generation. */
  async function mark(): Promise<string> {
    const { ino, mtimeNs, size } = (await stat(pointerFile, { bigint: true }).catch(absent)) ?? {};
    return ino === undefined ? '' : `${ino}-${mtimeNs}-${size}`;
  }

  /**
   * Returns the inode of the file of a generation, and a string that changes with every write. Returns `undefined` for
   * a deleted file.
   */
  async function fileMark({
    file,
  }: Pick<Pointer, 'file'>): Promise<{ readonly inode: bigint; readonly write: string } | undefined> {
    const { ino, mtimeNs, size } = (await stat(join(dir, file), { bigint: true }).catch(absent)) ?? {};
    return ino === undefined ? undefined : { inode: ino, write: `${mtimeNs}-${size}` };
  }

  /** Returns all published generations on disk, newest first. Generations with an invalid description are ignored. */
  async function published(): Promise<Pointer[]> {
    const names = (await listing()).filter((name) => /^index-\d+\.json$/.test(name));
    const files = [pointerFile, ...names.map((name) => join(dir, name))];
    const pointers = await Promise.all(files.map((file) => readPointer(file).catch(() => undefined)));
    const byGeneration = new Map(
      pointers.filter((pointer) => pointer !== undefined).map((pointer) => [pointer.generation, pointer]),
    );
    return [...byGeneration.values()].toSorted((a, b) => b.generation - a.generation);
  }

  /** Returns a name for the next generation, above all existing files. */
  async function next(): Promise<Place> {
    makeOwnedSubdirectory(dir);
    const taken = (await readdir(dir)).map(generationOf);
    const generation = Math.max(0, ...taken) + 1;
    const file = `index-${generation}.db`;
    return { generation, file, path: join(dir, file) };
  }

  /** Reserves a name for a generation that is published later. The name is unique until disposed. */
  async function reserve(): Promise<Place & AsyncDisposable> {
    const place = await next();
    const note = `${place.path}.tmp`;
    await writeFile(note, '');
    return { ...place, [Symbol.asyncDispose]: () => rm(note, { force: true }) };
  }

  /**
   * Publishes a verified file as the live generation, and deletes the oldest generations without a dependent delta.
   * Consecutive generations with the same responses count once. The pointer is written first: after a crash, either the
   * old or the new generation is live. Returns the written pointer.
   */
  async function publish(built: Pointer): Promise<Pointer> {
    const pointer = await madeLive(built);
    await chmod(join(dir, pointer.file), 0o600);
    giveToOwnerOf(dataDir, join(dir, pointer.file));
    await replace(pointerFile, pointer);
    await replace(describe(pointer.generation), pointer);
    const all = await published();
    const latest = latestOf(all);
    const bases = new Set(latest.map(({ base }) => base?.generation));
    const retained = namesOf(all.filter((candidate) => latest.includes(candidate) || bases.has(candidate.generation)));
    for (const name of namesOf(all)) if (!retained.has(name)) await rm(join(dir, name), { force: true });
    return pointer;
  }

  /** Adds the time of publication, never before the time of the last pointer, and the signature. */
  async function madeLive(pointer: Pointer): Promise<Pointer> {
    const { signature: _, ...unsigned } = pointer;
    const before = await current().catch(() => undefined);
    const least = before ? publishedAt(before) + 1 : 0;
    const { version } = (await verdicts().catch(() => undefined)) ?? {};
    const known = version === undefined ? {} : { verdicts: version };
    const dated = { ...unsigned, ...known, published_at: new Date(Math.max(now().getTime(), least)).toISOString() };
    return signingKey ? { ...dated, signature: signatureOf(dated, signingKey) } : dated;
  }

  /** Returns true if the live pointer is signed by any of these keys. */
  async function isSigned(keys: readonly KeyObject[]): Promise<boolean> {
    const text = await readFile(pointerFile, 'utf8').catch(absent);
    return text !== undefined && isSignedBy(JSON.parse(text) as object, keys);
  }

  /** Signs the live pointer if its signature is missing or of a different key. Returns the pointer. */
  async function sign(): Promise<Pointer | undefined> {
    const live = await current().catch(() => undefined);
    if (!live || !signingKey || signatureOf(live, signingKey) === live.signature) return live;
    const pointer = await madeLive(live);
    await replace(describe(pointer.generation), pointer);
    await replace(pointerFile, pointer);
    return pointer;
  }

  /**
   * Publishes a downloaded generation after its files are verified: its pointer is written unchanged. The previous
   * generation is retained as a fallback; all further files are deleted.
   */
  async function adopt(pointer: Pointer, text: string): Promise<void> {
    const live = await current().catch(() => undefined);
    const others = (await published()).filter(({ generation }) => generation !== pointer.generation);
    const former = others.find(({ generation }) => generation === live?.generation) ?? others[0];
    if (former) await replace(describe(former.generation), former);
    await replaceText(pointerFile, text);
    await replaceText(describe(pointer.generation), text);
    const retained = namesOf(former ? [pointer, former] : [pointer]);
    const past = (await listing()).filter((name) => /^index-\d+\./.test(name) && !retained.has(name));
    for (const name of past) await rm(join(dir, name), { force: true });
  }

  /** Deletes leftovers of a crash: unpublished index files and temporary files. */
  async function clean(): Promise<string[]> {
    const retained = namesOf(await published()).add('current.json');
    const leftovers = (await listing()).filter((name) => /^(?:index-\d+|current)\./.test(name) && !retained.has(name));
    for (const name of leftovers) await rm(join(dir, name), { force: true });
    return leftovers;
  }

  /**
   * Publishes the newest earlier generation with different content, and pins it: sync does not publish until `undo`. Parts
   * of a first sync are skipped.
   * `prepare` may replace it by a copy without withheld pages.
   */
  async function rollback(
    prepare: (to: Pointer) => Promise<Pointer> = (to) => Promise.resolve(to),
  ): Promise<{ from: Pointer; to: Pointer }> {
    const from = await current();
    const files = new Set(await listing());
    const before = from && { ...from, generation: from.of ?? from.generation };
    const identity = identityOf(dataDir);
    const isUsable = ({ file, site, partial }: Pointer) => !partial && files.has(file) && isOfSite(identity, site);
    const to = before && earlierThan(before, await unpinned()).find(isUsable);
    if (!from || !to) throw new Error('There is no earlier generation to go back to');
    // A crash may have occurred between pointer and description; without a description, this generation would be
    // deleted.
    if (from.pinned === undefined) await replace(describe(from.generation), from);
    const pinned = from.pinned ?? now().toISOString();
    const made = await prepare(to);
    await replace(pointerFile, await madeLive({ ...made, pinned }));
    return { from, to: made };
  }

  /** Replaces a pinned live generation by the result of `prepare`; it stays pinned. */
  async function renewPinned(prepare: (live: Pointer) => Promise<Pointer>): Promise<void> {
    const live = await current().catch(() => undefined);
    if (live?.pinned === undefined) return;
    const made = await prepare(live);
    if (made.generation !== live.generation) await replace(pointerFile, await madeLive(made));
  }

  /** Publishes the newest generation and ends the pin. */
  async function undo(): Promise<{ from: Pointer; to: Pointer }> {
    const from = await current();
    if (from?.pinned === undefined) throw new Error('There is no rollback to undo');
    const files = new Set(await listing());
    const to = (await unpinned()).find(({ file }) => files.has(file));
    if (!to) throw new Error('There is no later generation to go forward to; run npm run sync -- --full');
    await replace(pointerFile, await madeLive(to));
    return { from, to };
  }

  /** Returns the generations built from the mirror, newest first. */
  async function unpinned(): Promise<Pointer[]> {
    const all = (await published()).filter((pointer) => pointer.of === undefined);
    // `madeLive` and `describe` receive the pin from their caller.
    for (const pointer of all) delete pointer.pinned;
    return all;
  }

  /** Replaces a file atomically: readers, also after a crash, see either the old or the new text. */
  async function replaceText(file: string, text: string): Promise<void> {
    const aside = `${file}.${process.pid}.tmp`;
    try {
      await using handle = await open(aside, 'w', 0o600);
      await handle.writeFile(text);
      await handle.sync();
      giveToOwnerOf(dataDir, aside);
      await rename(aside, file);
    } catch (error) {
      await rm(aside, { force: true }).catch(() => undefined);
      throw error;
    }
    await using folder = await open(dirname(file), 'r');
    await folder.sync();
  }

  const replace = (file: string, content: Pointer | GuardNote): Promise<void> =>
    replaceText(file, `${JSON.stringify(content, null, 2)}\n`);

  /** Writes the holds of the guard. Nothing is written before the first hold. */
  async function noteGuard(holds: GuardNote): Promise<void> {
    const note = holds.map(({ kind, since, why }) => ({ kind, since, why }));
    if (note.length > 0) {
      makeOwnedSubdirectory(dir);
      await replace(guardFile, note);
    } else await rm(guardFile, { force: true });
  }

  /** Reads the holds of the guard; an empty array if there are none, or if the file is invalid. */
  async function guard(): Promise<GuardNote> {
    try {
      requireRegularFile(guardFile);
      const text = await readFile(guardFile, 'utf8').catch(() => '[]');
      return Holds.parse(JSON.parse(text));
    } catch {
      return [];
    }
  }

  /** Returns a string that changes when the list of verdicts or its copy is replaced. */
  async function verdictsMark(): Promise<string> {
    const marks = await Promise.all(verdictFiles.map((file) => stat(file, { bigint: true }).catch(absent)));
    return marks.map((stats) => (stats ? `${stats.ino}-${stats.mtimeNs}-${stats.size}` : '')).join();
  }

  /**
   * Returns the newest valid list of verdicts, `undefined` if there was never a list. Throws if no list is valid, or if
   * it is older than the live generation requires.
   */
  async function verdicts(): Promise<Verdicts | undefined> {
    const read = await Promise.allSettled(verdictFiles.map(readVerdicts));
    const lists = read.flatMap((result) => (result.status === 'fulfilled' && result.value ? [result.value] : []));
    const [newest] = lists.toSorted((a, b) => b.version - a.version);
    const { verdicts: least = 0 } = (await current().catch(() => undefined)) ?? {};
    if (newest && newest.version >= least) return newest;
    for (const result of read) if (result.status === 'rejected') throw result.reason;
    if (newest || least > 0) {
      throw new Error(`${verdictFiles[0]} is missing or older than version ${least}; the next sync rewrites it`);
    }
    return undefined;
  }

  /** Writes the list of verdicts with a new version, unless its content is the same. Returns the version. */
  async function writeVerdicts(list: Omit<Verdicts, 'version' | 'written_at' | 'signature'>): Promise<number> {
    const [first, copy] = await Promise.all(verdictFiles.map((file) => readVerdicts(file).catch(() => undefined)));
    const { verdicts: least = 0 } = (await current().catch(() => undefined)) ?? {};
    if (first && copy?.version === first.version && first.version >= least) {
      const { site, mirror, pages, version } = first;
      const hasSignature = first.signature !== undefined || signingKey === undefined;
      if (hasSignature && isDeepStrictEqual({ site, mirror, pages }, { ...list })) return version;
    }
    const version = Math.max(now().getTime(), least + 1, ...[first, copy].map((stored) => (stored?.version ?? 0) + 1));
    const dated = { ...list, version, written_at: now().toISOString() };
    const signed = signingKey ? { ...dated, signature: signatureOf(dated, signingKey, OF_VERDICTS) } : dated;
    await adoptVerdicts(`${JSON.stringify(signed)}\n`);
    return version;
  }

  async function adoptVerdicts(text: string): Promise<void> {
    makeOwnedSubdirectory(dir);
    for (const file of verdictFiles) await replaceText(file, text);
  }

  async function listing(): Promise<string[]> {
    return (await readdir(dir).catch(absent)) ?? [];
  }

  return {
    dataDir,
    dir,
    current,
    mark,
    fileMark,
    published,
    next,
    reserve,
    publish,
    sign,
    isSigned,
    adopt,
    clean,
    rollback,
    renewPinned,
    undo,
    noteGuard,
    guard,
    /** Returns true after the first list was written. */
    hasVerdicts: (): boolean => verdictFiles.some((file) => existsSync(file)),
    verdicts,
    verdictsMark,
    writeVerdicts,
    adoptVerdicts,
    pathOf: ({ file }: Pick<Pointer, 'file'>) => join(dir, file),
  };
}
export type Generations = ReturnType<typeof createGenerations>;

export type Place = { readonly generation: number; readonly file: string; readonly path: string };

const isAlike = (a: Pointer, b: Pointer): boolean =>
  a.fingerprint !== undefined && a.fingerprint === b.fingerprint && a.indexer === b.indexer;

// Selects the generations to retain, newest first: the last few with different content. Of two with the same content,
// the generation that readers may be opening.
function latestOf(all: readonly Pointer[]): readonly Pointer[] {
  const differing = all.filter((pointer, at) => at === 0 || !isAlike(pointer, all[at - 1] ?? pointer));
  const retained = new Set([...all.slice(0, 2), ...differing.slice(0, RETAINED_GENERATIONS)]);
  return all.filter((pointer) => retained.has(pointer));
}

/** Returns the generations before the live generation with different responses, newest first. */
export const earlierThan = (live: Pointer, all: readonly Pointer[]): readonly Pointer[] =>
  all.filter((pointer) => pointer.generation < live.generation && !isAlike(pointer, live));

/** A file with its published checksum and size. */
export type IndexFile = Pick<Pointer, 'file' | 'sha256' | 'bytes'>;

export function filesOf({ file, sha256, bytes, base }: IndexFile & Pick<Pointer, 'base'>): readonly IndexFile[] {
  return [{ file, sha256, bytes }, ...(base ? [base] : [])];
}

/** Returns the generation number of an index file name, or 0 for a different file. */
export const generationOf = (file: string): number => Number(/^index-(\d+)\./.exec(file)?.[1] ?? 0);

function namesOf(pointers: readonly Pointer[]): Set<string> {
  const names = new Set<string>();
  for (const pointer of pointers) {
    names.add(`index-${pointer.generation}.json`);
    for (const { file } of filesOf(pointer)) names.add(file);
  }
  return names;
}

/** Returns the time of publication in Unix milliseconds; earlier versions stored only the time of the build. */
export const publishedAt = ({ published_at, built_at }: Pointer): number => Date.parse(published_at ?? built_at);

/** Computes the SHA-256 of a file in hexadecimal, the `sha256` of a pointer. */
export async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

async function readPointer(file: string): Promise<Pointer | undefined> {
  const { size } = (await stat(file).catch(absent)) ?? {};
  if (size === undefined) return undefined;
  requireRegularFile(file);
  try {
    if (size > LARGEST_POINTER) throw new Error(`${size} bytes`);
    const text = await readFile(file, 'utf8').catch(absent);
    return text === undefined ? undefined : parsePointer(text);
  } catch (error) {
    if ('errno' in (error as NodeJS.ErrnoException)) throw error;
    throw new Error(`${file} is damaged (${(error as Error).message}); the next sync rebuilds it`, { cause: error });
  }
}

/** Parses `current.json`. Throws an error that lists invalid fields. */
export function parsePointer(text: string): Pointer {
  const { success, data, error } = Pointer.safeParse(JSON.parse(text));
  if (success) return data;
  throw new Error(error.issues.map(explainIssue).join('; '), { cause: error });
}

const explainIssue = ({ path, message }: z.core.$ZodIssue) => [...path.map(String), message].join(': ');

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
