import { deferred } from '../model/index.js';
import type { PaneCloseReason } from '../tmux/index.js';
import type { Mark } from './mark-scanner.js';
import { garbledError, goneError } from './shell-errors.js';
import { plainOutput, withoutFarewell, withoutReturns, withoutZshMark } from './shell-output.js';
import type { ShellKind } from './shell-state.js';
import type { ShellListener } from './shell-tap.js';

/** How far a command has come. */
export type Stage = 'sent' | 'reading' | 'running' | 'ended' | 'done';

export interface Ending {
  readonly code: number;
  readonly cwd: string | undefined;
  readonly exited: boolean;
}

/** The shell reads what it shall run, or says what is typed behind its prompt. */
export type Answer = 'reading' | { readonly half: string };

/** One command, as reported by its marks. */
export class Execution implements ShellListener {
  readonly #outcome = deferred<Ending>();
  /** The command has ended, and the shell is at its prompt again or has ended as well. */
  readonly done = this.#outcome.promise;
  truncated = false;
  /** The turn was that of somebody who died, maybe while the shell was reading. */
  inherits = false;
  /** Told where output is missing: a mark may be among it. */
  onGap: (() => void) | undefined;
  readonly #pane: string;
  readonly #kind: ShellKind;
  readonly #chunks: Buffer[] = [];
  #stage: Stage = 'sent';
  #prompt = '';
  #startedAt = 0;
  #endedAt = 0;
  #ending: Ending | undefined;
  #answer: (answer: Answer) => void = () => {};

  constructor(pane: string, kind: ShellKind) {
    this.#pane = pane;
    this.#kind = kind;
    this.done.catch(() => {});
  }

  get stage(): Stage {
    return this.#stage;
  }

  get durationMs(): number {
    if (this.#startedAt === 0) return 0;
    return (this.#endedAt || performance.now()) - this.#startedAt;
  }

  /** What the shell answers to keys of ours at a prompt. What others do at other prompts is not told apart otherwise. */
  answerAt(prompt: number): Promise<Answer> {
    this.#prompt = String(prompt);
    const ended = this.done.then(({ code }) => {
      throw goneError(this.#pane, code);
    });
    const answered = deferred<Answer>();
    this.#answer = answered.resolve;
    return Promise.race([answered.promise, ended]);
  }

  /** What was printed up to now. */
  printed(): { readonly raw: Buffer; readonly output: string } {
    const raw = withoutReturns(this.#withoutChatter(Buffer.concat(this.#chunks)));
    return { raw, output: plainOutput(raw) };
  }

  output(data: Buffer): void {
    if (this.#stage === 'running') this.#chunks.push(data);
  }

  mark({ name, value }: Mark): void {
    if (name === 'X') return this.#finish({ code: Number(value), cwd: undefined, exited: true });
    switch (this.#stage) {
      case 'sent':
        if (name === 'R' && value === this.#prompt) {
          this.#stage = 'reading';
          this.#startedAt = performance.now();
          this.#answer('reading');
        } else if (name === 'H' && value.startsWith(`${this.#prompt};`)) {
          this.#answer({ half: value.slice(this.#prompt.length + 1) });
        }
        return;
      case 'reading':
        if (name === 'G') return this.#garbled();
        if (name === 'C') this.#stage = 'running';
        return;
      case 'running':
        if (name === 'D') this.#end(parseEnd(value));
        return;
      case 'ended':
        if (name === 'B' && this.#ending) this.#finish(this.#ending);
        return;
      default:
    }
  }

  gap(): void {
    this.truncated = this.#stage === 'running' || this.truncated;
    this.onGap?.();
  }

  closed(_reason: PaneCloseReason): void {
    if (this.#ending) this.#finish({ ...this.#ending, exited: true });
    else this.#outcome.reject(goneError(this.#pane));
  }

  /** Where the marks were lost: the state of the shell tells that it has ended. */
  finishLost(ending: Ending): void {
    if (this.#stage === 'done') return;
    this.#finish(this.#ending ? { ...this.#ending, exited: ending.exited } : ending);
  }

  /** What the shell itself says when a command did not come to its own end. */
  #withoutChatter(printed: Buffer): Buffer {
    if (this.#kind === 'zsh') return withoutZshMark(printed);
    return this.#kind === 'bash' && this.#ending?.exited ? withoutFarewell(printed) : printed;
  }

  #garbled(): void {
    if (!this.inherits) return this.#outcome.reject(garbledError(this.#pane));
    // That was what the other one had begun, and the shell is about to read again.
    this.inherits = false;
    this.#stage = 'sent';
  }

  #end(ending: Ending): void {
    this.#stage = 'ended';
    this.#endedAt = performance.now();
    this.#ending = ending;
  }

  #finish(ending: Ending): void {
    if (this.#stage === 'done') return;
    // A command that was over may have been followed by a shell that ended.
    const code = this.#ending && !ending.exited ? this.#ending.code : ending.code;
    if (this.#endedAt === 0) this.#endedAt = performance.now();
    this.#ending = { ...ending, code, cwd: ending.cwd ?? this.#ending?.cwd };
    this.#stage = 'done';
    this.#outcome.resolve(this.#ending);
  }
}

function parseEnd(value: string): Ending {
  const semicolon = value.indexOf(';');
  return { code: Number(value.slice(0, semicolon)), cwd: value.slice(semicolon + 1), exited: false };
}
