import { setTimeout as delay } from 'node:timers/promises';
import type { Run } from '../../../src/runs/run.js';
import type { Status } from '../../../src/runs/status.js';
import type { TmuxAutomation } from '../../../src/systems/tmux-automation.js';
import type { Tmux } from '../../../src/tmux/tmux.js';
import { isRightStatus, judgeObservation } from './judge-observation.js';
import type { LabProgram } from './lab-program.js';
import type { Trace } from './tracer/trace-terminal.js';

/** Where programs are tried. */
export interface LabPlace {
  readonly automation: TmuxAutomation;
  /** Knows nothing but what tmux and the host tell at the moment it is asked. */
  readonly stranger: TmuxAutomation;
  readonly address: string;
  readonly tmux: Tmux;
  /** For the files of the programs, on the host. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Watches from outside who waits for input on a terminal, for so many milliseconds. */
  readonly trace?: (path: string, ms: number) => Promise<Trace>;
}

export interface Sample {
  /** Milliseconds since the program was in its state. */
  readonly at: number;
  readonly status: Status;
}

/** What muxwright said about a program that was in a known state. */
export interface Observation {
  readonly program: LabProgram;
  /** What was reported to a client that follows the run, in order; the first is the status at the start. */
  readonly followed: readonly Sample[];
  /** What a client was told that asked once. */
  readonly asked: readonly Sample[];
  /** How often a prompt was reported since the program got into its state. */
  readonly prompts: number;
  readonly problems: readonly string[];
  /** After so many milliseconds the verdict was right, and stayed right. */
  readonly settledMs: number | undefined;
  readonly wrongCertain: boolean;
  readonly traced?: Trace;
}

export interface ObserveOptions {
  /** Verdicts must be right after so long. */
  readonly withinMs: number;
  /** So long after its screen shows it a program is in its state: what is certain and wrong from then on counts. */
  readonly graceMs: number;
  /** How long a program is watched at least. */
  readonly watchMs: number;
}

/** Brings a program into its state, and collects what is said about it. */
export async function observeProgram(
  place: LabPlace,
  program: LabProgram,
  number: number,
  options: ObserveOptions,
): Promise<Observation> {
  const cwd = `${place.folder}/${number}`;
  await place.tmux.host.script('mkdir -p "$1"', [cwd]);
  const env = {
    ...place.environment,
    HOME: cwd,
    LAB_PROGRAM: cwd,
    TMUX_TMPDIR: cwd,
    TERM: 'screen-256color',
  };
  const size = { width: 80, height: 24 };
  const run = await place.automation.start(place.address, program.command, {
    cwd,
    env,
    size,
    interactive: false,
    login: false,
  });
  try {
    return await observe(place, run, program, options);
  } finally {
    await run.end({ graceMs: 200 }).catch(() => undefined);
    await run.close();
    await place.tmux.host.script(END_REST, [cwd]);
  }
}

async function observe(
  place: LabPlace,
  run: Run,
  program: LabProgram,
  options: ObserveOptions,
): Promise<Observation> {
  const { watcher } = run;
  const told: Sample[] = [];
  const stop = watcher.listen({
    wake: () => {},
    status: (status) => told.push({ at: performance.now(), status }),
  });
  try {
    await watcher.start();
    let since = performance.now();
    for (const step of program.steps) {
      if ('see' in step) await place.tmux.pane(run.paneId).waitForText(step.see, { timeoutMs: 30_000 });
      else {
        since = performance.now();
        await ('type' in step ? run.send(step.type, { enter: false }) : run.sendKeys(step.keys));
      }
    }
    const ready = performance.now();
    const followed: Sample[] = [{ at: 0, status: watcher.status }];
    const asked: Sample[] = [];
    const other = await place.stranger.get(place.address, run.id);
    const ask = async (): Promise<void> => {
      const status = await other.status();
      asked.push({ at: performance.now() - ready, status });
    };
    const until = (ms: number): Promise<void> => delay(Math.max(0, ready + ms - performance.now()));
    await until(FIRST_ASKED_MS);
    await ask();
    const isRight = (): boolean => isRightStatus(program, watcher.status);
    while (!isRight() && performance.now() - ready < options.withinMs) await delay(POLL_MS);
    await until(SECOND_ASKED_MS);
    await ask();
    const traced = await trace(place, run);
    await until(options.watchMs);
    await ask();
    followed.push({ at: performance.now() - ready, status: watcher.status });
    for (const { at, status } of told) if (at > ready) followed.push({ at: at - ready, status });
    followed.sort((a, b) => a.at - b.at);
    const prompts = told.filter(
      ({ at, status }) => at >= since && status.state === 'waiting-for-input',
    ).length;
    return {
      program,
      followed,
      asked,
      prompts,
      ...(traced && { traced }),
      ...judgeObservation(program, { followed, asked, prompts }, options),
    };
  } finally {
    stop();
  }
}

async function trace({ tmux, trace }: LabPlace, { paneId }: Run): Promise<Trace | undefined> {
  if (!trace) return undefined;
  const [path] = await tmux.request([['display-message', '-p', '-t', paneId, '#{pane_tty}']]);
  return trace(`${path}`.trim(), TRACED_MS);
}

const TRACED_MS = 2_000;
const FIRST_ASKED_MS = 1_000;
const SECOND_ASKED_MS = 2_000;
const POLL_MS = 50;

/**
 * Ends what the program has left behind: agents, inner servers, orphans. They have a variable of their own; sshd empties
 * its environment, and has a file of the folder among its arguments.
 */
const END_REST = `for p in /proc/[0-9]*; do
  grep -qzxF "LAB_PROGRAM=$1" "$p/environ" 2>/dev/null || grep -qF "$1/" "$p/cmdline" 2>/dev/null || continue
  kill -9 "\${p#/proc/}" 2>/dev/null
done
rm -rf "$1"
exit 0`;
