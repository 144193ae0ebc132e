import { randomBytes } from 'node:crypto';
import { type CallOptions, isMuxError, MuxError } from '../model/index.js';
import {
  type FileEntry,
  type FileSlice,
  type Host,
  type HostFiles,
  hostDefaults,
  type ProgramResult,
  type ReadFileOptions,
  type RunProgramOptions,
  type ScriptOptions,
  type WriteFileOptions,
} from './host.js';

/**
 * Files of a host that can only run programs, by small POSIX `sh` scripts that work with busybox too. A path is
 * always an argument of the script, never a part of it. All but large data goes through a shell that is open already.
 */
export class ShellFiles implements HostFiles {
  readonly #host: Pick<Host, 'run' | 'script'>;
  readonly #place: string;

  constructor(host: Pick<Host, 'run' | 'script'>, place: string) {
    this.#host = host;
    this.#place = place;
  }

  async read(path: string, options: ReadFileOptions = {}): Promise<FileSlice> {
    const { offset = 0, maxBytes = hostDefaults.maxReadBytes, noFollow = false } = options;
    const args = [path, String(offset + 1), String(maxBytes), noFollow ? 'no' : 'yes'];
    const result = await this.#script('read', READ, args, { ...options, maxOutputBytes: maxBytes + 64 });
    const newline = result.stdout.indexOf(0x0a);
    const size = Number(result.stdout.subarray(0, newline).toString().trim());
    if (newline < 0 || !Number.isInteger(size)) {
      throw new MuxError('PROTOCOL_ERROR', `Reading '${path}' on ${this.#place} gave no size.`);
    }
    const data = result.stdout.subarray(newline + 1);
    return { data, nextOffset: offset + data.length, size };
  }

  async write(path: string, data: string | Uint8Array, options: WriteFileOptions = {}): Promise<void> {
    const { mode = hostDefaults.fileMode, append = false, makeFolders = false } = options;
    const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    const args = [path, mode.toString(8), makeFolders ? 'yes' : 'no', temporary, String(bytes.length)];
    try {
      const script = append ? APPEND : REPLACE;
      if (bytes.length > MAX_WORD_BYTES)
        await this.#program('write', script, args, { ...options, input: bytes });
      else await this.#script('write', `printf %b "$6" | (${script}\n)`, [...args, escaped(bytes)], options);
    } catch (error) {
      // A script that was ended in the middle could not tidy up. Nobody waits for this: the deadline may be over.
      if (isMuxError(error, 'TIMEOUT', 'ABORTED')) void this.remove(temporary).catch(() => undefined);
      throw error;
    }
  }

  async list(path: string, options: CallOptions = {}): Promise<FileEntry[]> {
    const { stdout } = await this.#script('list', LIST, [path], options);
    const fields = stdout.toString().split('\0').slice(0, -1);
    const entries: FileEntry[] = [];
    for (let i = 0; i + 2 < fields.length; i += 3) {
      const [kind, size, name] = [fields[i], Number(fields[i + 1]), fields[i + 2]];
      if (name === undefined) continue;
      entries.push({ name, kind: kind === 'f' ? 'file' : kind === 'd' ? 'folder' : 'other', size });
    }
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async remove(path: string, options: CallOptions = {}): Promise<void> {
    await this.#script('remove', REMOVE, [path], options);
  }

  async #script(
    verb: string,
    script: string,
    args: readonly string[],
    options: ScriptOptions,
  ): Promise<ProgramResult> {
    const result = await this.#host.script(script, args, options);
    if (result.code === 0) return result;
    throw this.#explain(verb, args[0] ?? '', result);
  }

  async #program(
    verb: string,
    script: string,
    args: readonly string[],
    options: RunProgramOptions,
  ): Promise<void> {
    const result = await this.#host.run(['sh', '-c', script, 'sh', ...args], options);
    if (result.code !== 0) throw this.#explain(verb, args[0] ?? '', result);
  }

  #explain(verb: string, path: string, result: ProgramResult): MuxError {
    const stderr = result.stderr.toString().trim();
    const details = { path, code: result.code, stderr };
    if (result.code === NOT_FOUND) {
      return new MuxError('FILE_NOT_FOUND', `There is no '${path}' on ${this.#place}.`, { details });
    }
    if (result.code === REFUSED) {
      return new MuxError('FILE_REFUSED', `'${path}' on ${this.#place} is ${stderr}, and is not opened.`, {
        suggestion: 'Give the path of a regular file.',
        details,
      });
    }
    if (/permission denied|not permitted|read-only/i.test(stderr)) {
      return new MuxError('PERMISSION_DENIED', `May not ${verb} '${path}' on ${this.#place}.`, { details });
    }
    const why = stderr || `exit code ${result.code}`;
    return new MuxError('HOST_IO_FAILED', `Could not ${verb} '${path}' on ${this.#place}: ${why}.`, {
      details,
    });
  }
}

const NOT_FOUND = 66;
const REFUSED = 71;

/** Data up to this size is written as a word of the script. */
const MAX_WORD_BYTES = 64 * 1024;

/** As the `%b` of printf takes it: only what a shell could stumble over is written as a number. */
function escaped(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[^\t\n -[\]-~]/g, (byte) => `\\0${byte.charCodeAt(0).toString(8).padStart(3, '0')}`);
}

// busybox wc reads the whole file to count it, stat does not; where stat knows no -c (macOS), wc is as good.
const SIZE = (file: string): string => `$(stat -Lc %s -- "${file}" 2>/dev/null || wc -c < "${file}")`;

// The size comes first, so that a file that grows while it is read is not taken for one that shrank.
const READ = `[ -e "$1" ] || exit ${NOT_FOUND}
[ -d "$1" ] && { echo 'it is a folder' >&2; exit 70; }
[ "$4" = yes ] || [ ! -L "$1" ] || { echo 'a symbolic link' >&2; exit ${REFUSED}; }
[ -f "$1" ] || { echo 'a pipe or a device' >&2; exit ${REFUSED}; }
true < "$1" || exit 70
size=${SIZE('$1')} || exit 70
echo $size
tail -c +"$2" -- "$1" | head -c "$3"`;

// The input of a host whose connection broke ends like any other: only its length tells that it is all there.
const TAKE_INPUT = `if [ "$3" = yes ]; then (umask 077; mkdir -p -- "$(dirname -- "$1")") || exit 70; fi
[ -d "$(dirname -- "$1")" ] || exit ${NOT_FOUND}
[ -d "$1" ] && { echo 'it is a folder' >&2; exit 70; }
umask 077
trap 'rm -f -- "$4"' EXIT
cat > "$4" || exit 70
[ "${SIZE('$4')}" -eq "$5" ] || { echo 'the data was cut off' >&2; exit 70; }`;

const REPLACE = `${TAKE_INPUT}
chmod "$2" "$4" && mv -f -- "$4" "$1" || exit 70`;

const APPEND = `${TAKE_INPUT}
[ ! -e "$1" ] || [ -f "$1" ] || { echo 'a pipe or a device' >&2; exit ${REFUSED}; }
[ -e "$1" ] || { true > "$1" && chmod "$2" "$1"; } || exit 70
cat -- "$4" >> "$1" || exit 70`;

// The rm of busybox stumbles over what somebody else removes at the same time; then all is to be done once more.
const REMOVE = `for try in 1 2 3; do rm -rf -- "$1" 2>/dev/null && exit 0; done
rm -rf -- "$1" || exit 70`;

const LIST = `[ -d "$1" ] || exit ${NOT_FOUND}
[ -r "$1" ] && [ -x "$1" ] || { echo 'permission denied' >&2; exit 70; }
cd -- "$1" || exit 70
for f in .* *; do
  case $f in .|..) continue;; esac
  if [ -L "$f" ]; then printf 'o\\0000\\000%s\\000' "$f"
  elif [ -f "$f" ]; then printf 'f\\000%d\\000%s\\000' "${SIZE('$f')}" "$f"
  elif [ -d "$f" ]; then printf 'd\\0000\\000%s\\000' "$f"
  elif [ -e "$f" ]; then printf 'o\\0000\\000%s\\000' "$f"
  fi
done
exit 0`;
