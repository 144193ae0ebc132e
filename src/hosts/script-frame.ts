import { randomBytes } from 'node:crypto';
import { MuxError, shellQuote } from '../model/index.js';
import type { ProgramResult } from './host.js';
import { outputTooLarge } from './run-child.js';

/**
 * What a shell that is to run scripts gets first. It learns which process group is its own (over SSH that of its
 * parent), and keeps its stdout and stdin under other numbers, because scripts get neither of the first two as they are.
 */
export const SHELL_SETUP = `if kill -0 -$$; then mw_g=-$$; elif kill -0 -$PPID; then mw_g=-$PPID; else mw_g=$$; fi 2>/dev/null
exec 3>&1 4<&0 2>/dev/null
`;

/**
 * One script on its way through a shell. The shell prints an unguessable mark, the script's stdout, the mark, the
 * script's stderr with the exit code, and the mark again.
 *
 * While the script runs, a watcher waits for the end of the shell's input, and then kills the whole process group:
 * nobody waits for the script any more. All is one compound command, which a shell does not begin before it has its
 * end: a command that was cut off in the middle does nothing.
 */
export class ScriptFrame {
  /** What the shell is to read. */
  readonly command: string;
  readonly #mark = randomBytes(16).toString('hex');
  readonly #maxOutputBytes: number;
  readonly #sections: Buffer[][] = [[], [], []];
  readonly #bytes = [0, 0, 0];
  /** 0: what came before, 1: stdout, 2: stderr and exit code, 3: all is there. */
  #section = 0;
  /** May be the beginning of a mark. */
  #carry: Buffer = Buffer.alloc(0);

  constructor(script: string, args: readonly string[], maxOutputBytes: number) {
    this.#maxOutputBytes = maxOutputBytes;
    this.command = `{ printf %s ${this.#mark}
{ read -r mw_x <&4; kill -9 $mw_g; } >/dev/null 3>&- &
mw_w=$!
set -- ${args.map(quoted).join(' ')}
mw_e=$( ( eval ${quoted(script)} ) </dev/null 2>&1 >&3 3>&- 4<&-; printf x%s $? )
kill -9 $mw_w; wait $mw_w
printf %s ${this.#mark} "$mw_e" ${this.#mark}; }
`;
  }

  /** Whether the shell has begun with the script. */
  get started(): boolean {
    return this.#section > 0;
  }

  /** Takes what the shell prints; gives the result once it is whole. */
  push(chunk: Buffer): ProgramResult | undefined {
    let rest = this.#carry.length === 0 ? chunk : Buffer.concat([this.#carry, chunk]);
    while (this.#section < 3) {
      const found = rest.indexOf(this.#mark);
      if (found < 0) break;
      this.#keep(rest.subarray(0, found));
      this.#section += 1;
      rest = rest.subarray(found + this.#mark.length);
    }
    if (this.#section === 3) return this.#result();
    const sure = Math.max(0, rest.length - this.#mark.length + 1);
    this.#keep(rest.subarray(0, sure));
    this.#carry = rest.subarray(sure);
    return undefined;
  }

  #keep(bytes: Buffer): void {
    const section = this.#section;
    // Of what came before nothing is kept: it belongs to no script, or to one that is over.
    if (section === 0 || bytes.length === 0) return;
    const total = (this.#bytes[section] ?? 0) + bytes.length;
    const limit = section === 1 ? this.#maxOutputBytes : this.#maxOutputBytes + EXIT_CODE_BYTES;
    if (total > limit) throw outputTooLarge('sh', this.#maxOutputBytes);
    this.#bytes[section] = total;
    this.#sections[section]?.push(bytes);
  }

  #result(): ProgramResult {
    const [, stdout = [], end = []] = this.#sections;
    const stderr = Buffer.concat(end);
    const codeAt = stderr.lastIndexOf('x');
    return {
      code: Number(stderr.toString('latin1', codeAt + 1)),
      stdout: Buffer.concat(stdout),
      stderr: stderr.subarray(0, codeAt),
    };
  }
}

/** An `x` and three digits. */
const EXIT_CODE_BYTES = 4;

function quoted(text: string): string {
  if (!text.includes('\0')) return shellQuote(text);
  throw new MuxError('INVALID_ARGUMENT', 'A script or an argument of it has a NUL character in it.', {
    suggestion: 'No shell can carry it: write such data to a file.',
  });
}
