import { callOf, MuxError, phrase } from '../../model/index.js';
import type { Run, RunTerminal, TerminalSink } from '../../runs/index.js';
import type { BaseRuntime } from '../base-runtime.js';

export interface ForegroundOptions extends TerminalSink {
  readonly host: string;
  readonly session?: string;
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
  /** Whether the shell reads the login files first. */
  readonly login: boolean;
  readonly promptDetectors: readonly RegExp[];
  readonly redactors: readonly RegExp[];
  readonly timeoutMs?: number;
  readonly size?: { readonly width: number; readonly height: number };
  /** Whether the command reads what `terminal.feed` gives it, and not its terminal. */
  readonly pipedInput: boolean;
  /** After so long without output what may be half a secret is shown; 0: never. */
  readonly quietMs: number;
}

/** How a command ended. */
export interface ForegroundEnd {
  /** 128+n where signal n ended it; 124 where its time was up. */
  readonly code: number;
  readonly signal?: string;
  readonly timedOut?: true;
}

export interface ForegroundRun {
  readonly id: string;
  readonly terminal: RunTerminal;
  /** Its lines from the log, to its end: complete however slow the reader is. */
  lines(): AsyncIterable<readonly string[]>;
  /** Resolves when the command has ended and all that it printed has been given. */
  finished(): Promise<ForegroundEnd>;
  /** Ends the command, Ctrl-C, then terminate, then kill, without waiting for the rest of its output. */
  end(): Promise<void>;
}

/** Starts a command as a run whose terminal the caller has in hand from its first byte on. */
export async function startForeground(
  runtime: BaseRuntime,
  command: string | readonly string[],
  options: ForegroundOptions,
): Promise<ForegroundRun> {
  const { host, output, gap, quietMs, ...running } = options;
  const [runs, tmux] = await runtime.runsAt(host);
  const run = await runs.start(command, { ...running, host: tmux, interactive: false, held: true });
  const ended = run.finished({ timeoutMs: 0 });
  // Whoever never asks has detached.
  ended.catch(() => {});
  const terminal = await run.terminal({ output, gap }, quietMs).catch(async (error: unknown) => {
    // The caller is told that nothing runs: a command that is held would begin without the caller.
    await run.endCommand().catch(() => {});
    throw error;
  });
  return {
    id: run.id,
    terminal,
    lines: () => loggedLines(run),
    finished: async () => {
      const status = await ended;
      await terminal.ended;
      if (status.notRun) throw commandNotRun(run.id);
      return status;
    },
    end: () => run.endCommand(),
  };
}

function commandNotRun(id: string): MuxError {
  return new MuxError(
    'COMMAND_NOT_RUN',
    `The command of run ${id} was not started: its input was not available.`,
    {
      suggestion: phrase`Run it again; if that fails too, check the log folder with ${callOf('host.doctor')}.`,
      details: { id },
    },
  );
}

async function* loggedLines(run: Run): AsyncGenerator<readonly string[], void, undefined> {
  for await (const event of run.events({ form: 'raw' })) {
    if (event.type === 'output') yield event.lines.map(({ text }) => text);
  }
}
