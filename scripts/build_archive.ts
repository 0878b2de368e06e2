/**
 * Tar archives that depend on nothing but names and contents: no times, owners or order of reading.
 * @module
 */
import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";

/** One regular file. */
export interface ArchiveFile {
  /** From the root of the archive; at most 255 bytes. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly isExecutable: boolean;
}

const BLOCK = 512;

/**
 * A compressed tar archive of the files, by name. It has no end mark, so that another compressed
 * archive may follow: together they are one.
 */
export function openArchive(files: readonly ArchiveFile[]): Uint8Array {
  const sorted = files.toSorted((a, b) => a.path < b.path ? -1 : 1);
  const parts = sorted.flatMap(({ path, bytes, isExecutable }) => [
    header(path, { size: bytes.length, mode: isExecutable ? 0o755 : 0o644 }),
    bytes,
    new Uint8Array(-bytes.length & (BLOCK - 1)),
  ]);
  const archive = gzipSync(Buffer.concat(parts), { level: 9 });
  archive[9] = 255; // the system it was made on: unknown
  return archive;
}

/** A header of the format `ustar`. */
function header(path: string, by: { readonly size: number; readonly mode: number }): Uint8Array {
  const block = Buffer.alloc(BLOCK);
  const { prefix, name } = splitPath(path);
  const octal = (value: number, length: number) =>
    `${value.toString(8).padStart(length - 1, "0")}\0`;
  block.write(name, 0);
  block.write(octal(by.mode, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(by.size, 12), 124);
  block.write(octal(0, 12), 136);
  block.write("        0", 148); // the sum counts itself as blanks; 0 is a regular file
  block.write("ustar\x0000", 257);
  block.write(prefix, 345);
  block.write(octal(block.reduce((sum, byte) => sum + byte, 0), 7), 148);
  return block;
}

/** A long path is cut at a slash, the first part at most 155 bytes long, the second 100. */
function splitPath(path: string): { readonly prefix: string; readonly name: string } {
  if (Buffer.byteLength(path) <= 100) return { prefix: "", name: path };
  for (let cut = path.indexOf("/"); cut > 0; cut = path.indexOf("/", cut + 1)) {
    const [prefix, name] = [path.slice(0, cut), path.slice(cut + 1)];
    if (Buffer.byteLength(prefix) > 155) break;
    if (Buffer.byteLength(name) <= 100) return { prefix, name };
  }
  throw new RangeError(`The path is too long for an archive: ${path}`);
}
