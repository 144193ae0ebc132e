/** One member of a tar archive. Paths are without a leading slash. */
export type TarEntry =
  | { readonly path: string; readonly kind: 'file'; readonly data: Uint8Array; readonly mode?: number }
  | { readonly path: string; readonly kind: 'folder'; readonly mode?: number; readonly uid?: number }
  | { readonly path: string; readonly kind: 'link'; readonly target: string };

/**
 * A tar archive (ustar) in memory. Equal entries give equal bytes: no times, no names of this machine, so that the
 * hash of an archive says whether it is a new one.
 */
export function tarArchive(entries: Iterable<TarEntry>): Buffer {
  const blocks: Uint8Array[] = [];
  for (const entry of entries) {
    blocks.push(header(entry));
    if (entry.kind !== 'file') continue;
    blocks.push(entry.data, Buffer.alloc((BLOCK - (entry.data.length % BLOCK)) % BLOCK));
  }
  blocks.push(Buffer.alloc(2 * BLOCK));
  return Buffer.concat(blocks);
}

const BLOCK = 512;
const TYPES = { file: '0', link: '2', folder: '5' } as const;

function header(entry: TarEntry): Buffer {
  const block = Buffer.alloc(BLOCK);
  const { name, prefix } = splitPath(entry.kind === 'folder' ? `${entry.path}/` : entry.path);
  const mode = entry.kind === 'link' ? 0o777 : (entry.mode ?? (entry.kind === 'folder' ? 0o755 : 0o644));
  const uid = entry.kind === 'folder' ? (entry.uid ?? 0) : 0;
  block.write(name, 0);
  writeOctal(block, mode, 100, 8);
  writeOctal(block, uid, 108, 8);
  writeOctal(block, uid, 116, 8);
  writeOctal(block, entry.kind === 'file' ? entry.data.length : 0, 124, 12);
  writeOctal(block, 0, 136, 12);
  block.write(TYPES[entry.kind], 156);
  if (entry.kind === 'link') block.write(checkLength(entry.target, 100), 157);
  block.write('ustar\0' + '00', 257, 'latin1');
  block.write(prefix, 345);
  // The sum is over the header with its own field as spaces.
  block.fill(' ', 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

/** ustar keeps a long path in two fields, cut at a slash. */
function splitPath(path: string): { name: string; prefix: string } {
  if (Buffer.byteLength(path) <= 100) return { name: path, prefix: '' };
  const cut = path.indexOf('/', path.length - 101);
  return { name: checkLength(path.slice(cut + 1), 100), prefix: checkLength(path.slice(0, cut), 155) };
}

function checkLength(text: string, most: number): string {
  if (Buffer.byteLength(text) > most) throw new RangeError(`'${text}' is too long for a tar archive.`);
  return text;
}

function writeOctal(block: Buffer, value: number, at: number, width: number): void {
  block.write(`${value.toString(8).padStart(width - 1, '0')}\0`, at, 'latin1');
}
