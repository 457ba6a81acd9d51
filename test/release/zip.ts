import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { crc32 } from 'node:zlib';

const ROOT = join(import.meta.dirname, '../..');
const PLUGIN = join(ROOT, 'deploy/wordpress/content-service');
const FOLDER = 'content-service';

/** Midnight of 1 January 1980 in MS-DOS format, the first time of a zip archive. */
const NO_TIME = 0;
const FIRST_DAY = 0x21;

/** Version 2.0 of the format; the high byte of "made by" is Unix, so that the file mode counts. */
const VERSION = 20;
const MADE_BY = (3 << 8) | VERSION;
const FILE_MODE = (0o100644 << 16) >>> 0;

/** Flag bit 11: names are UTF-8. */
const UTF8_NAMES = 0x800;

/** Fields of 16 or 32 bits, little-endian. */
function fields(...values: readonly (readonly [bits: 16 | 32, value: number])[]): Buffer {
  return Buffer.concat(
    values.map(([bits, value]) => {
      const bytes = Buffer.alloc(bits / 8);
      if (bits === 16) bytes.writeUInt16LE(value);
      else bytes.writeUInt32LE(value);
      return bytes;
    }),
  );
}

/**
 * Writes a zip archive (PKWARE APPNOTE 6.3). Files are stored, not deflated, because each zlib deflates differently: the
 * same files give the same bytes with every Node.
 */
export function zip(files: ReadonlyMap<string, Buffer>): Buffer {
  const names = [...files.keys()].toSorted();
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const path of names) {
    const content = files.get(path) ?? Buffer.alloc(0);
    const name = Buffer.from(path);
    const common = fields(
      [16, VERSION],
      [16, UTF8_NAMES],
      [16, 0],
      [16, NO_TIME],
      [16, FIRST_DAY],
      [32, crc32(content)],
      [32, content.length],
      [32, content.length],
      [16, name.length],
      [16, 0],
    );
    const local = Buffer.concat([fields([32, 0x04034b50]), common, name, content]);
    directory.push(
      fields([32, 0x02014b50], [16, MADE_BY]),
      common,
      fields([16, 0], [16, 0], [16, 0], [32, FILE_MODE], [32, offset]),
      name,
    );
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const count = names.length;
  const end = fields(
    [32, 0x06054b50],
    [16, 0],
    [16, 0],
    [16, count],
    [16, count],
    [32, list.length],
    [32, offset],
    [16, 0],
  );
  return Buffer.concat([...parts, list, end]);
}

/** The WordPress plugin as an archive that Plugins → Add Plugin → Upload Plugin accepts, with its license. */
export function zipPlugin(): Buffer {
  const files = readdirSync(PLUGIN, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const entries = files.map((file) => [relative(PLUGIN, file).split(sep).join('/'), readFileSync(file)] as const);
  const all = [...entries, ['license.txt', readFileSync(join(ROOT, 'LICENSE'))] as const];
  return zip(new Map(all.map(([name, content]) => [`${FOLDER}/${name}`, content])));
}
