import { constants } from 'node:os';
import {
  type ForegroundOptions,
  type ForegroundRun,
  type Runtime,
  startForeground,
} from '../../operations/index.js';
import type { Output } from '../output.js';
import { outputUnwritable } from '../output-unwritable.js';
import { ownCommand } from '../own-command.js';
import { Interrupts } from './interrupts.js';
import { Leaving, type Reason } from './leaving.js';
import { PersonInput } from './person-input.js';
import { PlainOutput, TerminalOutput } from './shown-output.js';

export type ForegroundSettings = Omit<
  ForegroundOptions,
  'output' | 'gap' | 'quietMs' | 'size' | 'pipedInput'
>;

/** Runs a command as if it ran right here: its output, our keys, the size of our terminal. Gives the exit code. */
export async function foreground(
  runtime: Runtime,
  command: string | readonly string[],
  settings: ForegroundSettings,
  output: Output,
): Promise<number> {
  const { stdin, stdout } = process;
  const leaving = new Leaving();
  const shown = stdout.isTTY ? new TerminalOutput(stdout.fd, leaving) : new PlainOutput(stdout.fd, leaving);
  const size = terminalSize();
  const run = await startForeground(runtime, command, {
    ...settings,
    ...(size && { size }),
    pipedInput: !stdin.isTTY,
    // Input that a person types is not secret to that person, and has to be echoed.
    quietMs: stdin.isTTY && stdout.isTTY ? 150 : 0,
    output: (data) => shown.live(data),
    gap: () => shown.gap(),
  });
  const interrupts = new Interrupts(() => leaving.leave('detached'));
  using _signals = passOnSignals(run, leaving, interrupts);
  await using _terminal = run.terminal;
  using input = new PersonInput(stdin, run.terminal, interrupts);
  const seenLive = run.terminal.ended.then(() => run.terminal.complete);
  const printed = shown.print(run.lines(), seenLive);
  const end = await Promise.race([Promise.all([run.finished(), printed]), leaving.left]);
  input[Symbol.dispose]();
  const ended = Array.isArray(end) ? end[0] : undefined;
  await shown.end(ended === undefined || ended.code > 128 || ended.timedOut === true);
  const code = Array.isArray(end) ? end[0].code : await letGo(run, end, output);
  await run.terminal.close();
  if (shown.incomplete) {
    output.printError(
      `\nmux: skipped output that came too fast for this terminal; print all of it with: ${ownCommand()} output ${run.id}\n`,
    );
  }
  return code;
}

/**
 * A command is ended if its output has no reader any more, or if it was to be ended with this process; any other
 * keeps running.
 */
async function letGo(run: ForegroundRun, reason: Reason, output: Output): Promise<number> {
  const { SIGHUP, SIGINT, SIGPIPE, SIGTERM } = constants.signals;
  if (typeof reason === 'object') {
    await run.end();
    throw outputUnwritable(reason.error);
  }
  if (reason === 'terminated' || reason === 'reader-gone') {
    await run.end();
    return 128 + (reason === 'terminated' ? SIGTERM : SIGPIPE);
  }
  if (reason === 'hung-up') return 128 + SIGHUP;
  const mux = ownCommand();
  output.printError(
    `\r\nmux: detached; the command keeps running as run ${run.id}.\n` +
      `  Return to it:       ${mux} attach ${run.id}\n` +
      `  Show its state:     ${mux} status ${run.id}\n` +
      `  Follow its output:  ${mux} output -f ${run.id}\n` +
      `  End it:             ${mux} stop ${run.id}\n`,
  );
  return 128 + SIGINT;
}

function passOnSignals(run: ForegroundRun, leaving: Leaving, interrupts: Interrupts): Disposable {
  const resize = (): void => {
    const size = terminalSize();
    if (size) void run.terminal.resize(size).catch(() => {});
  };
  const listeners: Partial<Record<NodeJS.Signals, () => void>> = {
    SIGINT: () => {
      if (!interrupts.press()) void run.terminal.type(Buffer.from('\x03')).catch(() => {});
    },
    SIGTERM: () => leaving.leave('terminated'),
    SIGHUP: () => leaving.leave('hung-up'),
    SIGCONT: resize,
    SIGWINCH: resize,
  };
  for (const [signal, listener] of Object.entries(listeners)) process.on(signal, listener);
  return {
    [Symbol.dispose]: () => {
      for (const [signal, listener] of Object.entries(listeners)) process.off(signal, listener);
    },
  };
}

/** Of the terminal that we are in, wherever one is left. */
function terminalSize(): { width: number; height: number } | undefined {
  const terminal = [process.stdout, process.stderr].find(({ isTTY }) => isTTY);
  const [width = 0, height = 0] = terminal?.getWindowSize?.() ?? [];
  return width > 0 && height > 0 ? { width, height } : undefined;
}
