import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { muxArgv } from '../integration/cli/mux.js';
import { type Job, jobCommand } from './job.js';
import type { World } from './world.js';

/** A `mux run` in the foreground, with its output in a pipe. */
export interface RunningCommand {
  readonly job: Job;
  readonly child: ChildProcess;
  readonly done: Promise<void>;
  stdout: string;
  code: number | null | undefined;
  isKilled: boolean;
}

/** All `mux run` of a round. */
export class CommandRuns {
  readonly all: RunningCommand[] = [];
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  get running(): RunningCommand[] {
    return this.all.filter(({ code, isKilled }) => code === undefined && !isKilled);
  }

  start(job: Job): void {
    const { watchdog, address, history, book } = this.#world;
    const env = this.#world.envOf('mux run');
    const argv = [
      ...muxArgv,
      'run',
      '--host',
      address,
      '--session',
      'chaos',
      '--',
      ...jobCommand(job, this.#world),
    ];
    const [program = '', ...args] = argv;
    const child = spawn(program, args, { cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'] });
    watchdog.guard(child);
    const ended = once(child, 'close') as Promise<[number | null]>;
    const running: RunningCommand = {
      job,
      child,
      stdout: '',
      code: undefined,
      isKilled: false,
      done: ended.then(([code]) => {
        running.code = code;
        book.get(job.name).abandoned = true;
        const said = stderr.trim();
        history.add(
          code === job.code ? 'work' : 'error',
          `mux run of ${job.name} ended with ${code} ${said}`,
        );
        if (code === job.code) book.get(job.name).endedMs ??= history.ms;
      }),
    };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      running.stdout += text;
    });
    let stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    history.add('work', `mux run of ${job.name} begins`);
    this.all.push(running);
  }
}
