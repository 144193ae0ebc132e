import { setTimeout as delay } from 'node:timers/promises';
import { isMuxError } from '../model/index.js';
import type { Pane } from '../tmux/index.js';
import { closePane, type LeftProcess, paneSession } from './close-pane.js';
import { readRunEnding } from './read-run-ending.js';
import { STOPPED_OPTION } from './run-option.js';
import { runDefaults } from './run-options.js';
import type { RunPlace } from './run-place.js';
import { endSessionFunction } from './wrapper-script.js';

export interface EndOptions {
  /**
   * Milliseconds for each step: interrupt (Ctrl-C), terminate, kill.
   * @default 2000
   */
  readonly graceMs?: number;
  /** Resolves when the run has ended; asked after each step. */
  readonly ended: Promise<unknown>;
  /** Resolves when its record and log are whole. */
  readonly complete: Promise<unknown>;
}

/** Stops recording. The command goes on. */
export async function stopRecording(place: RunPlace): Promise<void> {
  try {
    await place.pane?.options.set(STOPPED_OPTION, '1');
    await place.pane?.clearPipe();
  } catch (error) {
    undefinedIfGone(error);
  }
}

/** Whether recording was stopped, by whatever process. */
export async function isStopped(pane: Pane): Promise<boolean> {
  return (await pane.options.get(STOPPED_OPTION)) !== undefined;
}

/** Ends the command, and its pane with all processes in it. The answer is what remains all the same. */
export async function endRun(place: RunPlace, options: EndOptions): Promise<LeftProcess[]> {
  const { graceMs = runDefaults.graceMs } = options;
  const session = await paneSession(place);
  const end = await endCommand(place, options);
  if (end === 'gone') return [];
  // The wrapper still has to write down how it ended.
  const enough = new AbortController();
  const most = Math.max(RECORD_MS, Math.min(graceMs, LONGEST_TIMER_MS));
  if (end === 'ended') await Promise.race([options.complete, pause(most, enough.signal)]);
  enough.abort();
  return closePane(place, session, graceMs);
}

/**
 * Ends the command: asks it as a person would with Ctrl-C, then tells all its processes, then ends them. What it printed
 * may still be on its way to the log.
 */
export async function endCommand(
  place: RunPlace,
  { graceMs = runDefaults.graceMs, ended }: Pick<EndOptions, 'graceMs' | 'ended'>,
): Promise<'ended' | 'stays' | 'gone'> {
  const { pane } = place;
  const info = await pane?.info().catch(undefinedIfGone);
  if (!pane || !info || info.dead) return 'gone';
  const enough = new AbortController();
  let over = false;
  // Whoever stops looking has not seen the end.
  const told = ended.catch(() => new Promise<never>(() => {}));
  const seen = Promise.race([told, wrapperSawEnd(place, enough.signal)]).then(() => (over = true));
  const patience = async (ms: number): Promise<void> => {
    const step = new AbortController();
    await Promise.race([seen, pause(Math.min(ms, LONGEST_TIMER_MS), step.signal)]);
    step.abort();
  };
  try {
    await pane.sendKeys('C-c').catch(() => {});
    await patience(graceMs);
    for (const signal of ['TERM', 'KILL']) {
      if (over) break;
      await signalSession(place, info.pid, signal);
      // Nothing survives the last one: however short the grace, its code is worth the moment until it is told.
      await patience(signal === 'KILL' ? Math.max(graceMs, KILLED_MS) : graceMs);
    }
  } finally {
    enough.abort();
  }
  return over ? 'ended' : 'stays';
}

/** A busy server that does not answer in time has the pane all the same. */
function undefinedIfGone(error: unknown): undefined {
  if (!isMuxError(error, 'PANE_NOT_FOUND', 'NO_SERVER')) throw error;
}

/** Where very much was printed, the wrapper knows of the end long before the last of the output has gone by. */
async function wrapperSawEnd(place: RunPlace, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(LOOK_MS, signal);
    const ending = await readRunEnding(place).catch(() => undefined);
    if (ending?.leavingCode !== undefined) return;
  }
  await new Promise<never>(() => {});
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return delay(ms, undefined, { signal }).catch(() => {});
}

const LOOK_MS = 100;
/** A little longer than the wrapper waits for its recorder. */
const RECORD_MS = 35_000;
/** It comes in milliseconds, but on a machine that is very busy. */
const KILLED_MS = 30_000;
/** Node takes a longer time for none. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Gives a signal to all processes of a run but its wrapper, which has to write down how they ended. */
async function signalSession(place: RunPlace, wrapper: number, signal: string): Promise<void> {
  const script = `${endSessionFunction}\nendsession "$1" "$2" "$1"`;
  await place.tmux.host.script(script, [String(wrapper), signal]);
}
