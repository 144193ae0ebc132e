import {
  judgeTerminal,
  probeTerminal,
  type ReaderState,
  readerState,
  terminalDevice,
} from '../hosts/index.js';
import type { PaneView } from './pane-view.js';
import { programChanged } from './send-safely.js';

/** The program that waits for input on a terminal, as the kernel shows it. */
export interface TerminalReader {
  readonly pid: number;
  readonly name: string;
  /** Whether it is the process that the pane was started with. */
  readonly isPaneProcess: boolean;
  /** Whether the terminal gathers lines for it, so that a read gives it a whole line. */
  readonly takesLines: boolean;
  /** The terminals between tmux and the program. */
  readonly devices: readonly string[];
  /** From when it was found. */
  readonly before: ReaderState;
}

/** `nobody` is certain; `unknown` where the kernel does not tell. */
export type ReaderSearch = TerminalReader | 'nobody' | 'unknown';

/** The program that reads the terminal at this moment. Fails with `PROGRAM_CHANGED` where that is another program than before. */
export async function findReader(view: PaneView): Promise<ReaderSearch> {
  const { pane, deadline, host } = view;
  const { pid: panePid, command } = await deadline.race(pane.info());
  if (command !== view.command) throw programChanged(pane.id, view.command, command);
  try {
    const facts = await deadline.race(probeTerminal(host, panePid));
    const { state, confidence, kind, process } = judgeTerminal(facts);
    if (state === 'running' && confidence !== 'guess') return 'nobody';
    if (state !== 'waiting' || kind === undefined || process === undefined) return 'unknown';
    if (kind !== 'key' && confidence === 'guess') return 'unknown';
    const own = facts.processes.find(({ pid }) => pid === process.pid);
    const terminals = new Set([facts.terminal, own?.terminal ?? facts.terminal]);
    const devices = [...terminals].flatMap((terminal) => terminalDevice(terminal) ?? []);
    const before = await deadline.race(readerState(host, process.pid, devices));
    const isPaneProcess = process.pid === panePid;
    return { ...process, isPaneProcess, takesLines: kind !== 'key', devices, before };
  } catch (error) {
    if (deadline.error) throw error;
    return 'unknown';
  }
}

/** The same program a moment later; `undefined` where the host does not tell. */
export async function readerNow(
  view: PaneView,
  { pid, devices }: TerminalReader,
): Promise<ReaderState | undefined> {
  try {
    return await view.deadline.race(readerState(view.host, pid, devices));
  } catch (error) {
    if (view.deadline.error) throw error;
    return undefined;
  }
}
