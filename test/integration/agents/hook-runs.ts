import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HookEvent } from '../../../src/agents/hooks/hook-event.js';
import { HookReceiver, type HookTrouble } from '../../../src/agents/hooks/hook-receiver.js';
import { installScript } from '../../../src/agents/hooks/install-script.js';

/** How a program ended that was given a payload on its standard input. */
export interface HookRun {
  readonly code: number | null;
  readonly output: string;
  /** What writing to it failed with. */
  readonly broken: string | undefined;
}

export interface HookRunOptions {
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command as an agent does: with a payload, and nobody who would read a terminal. */
export function runHook(argv: readonly string[], options: HookRunOptions = {}): Promise<HookRun> {
  const { TMUX: _, TMUX_PANE: __, ...environment } = process.env;
  const child = spawn(argv[0] ?? '', argv.slice(1), {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...environment, ...options.env },
  });
  let output = '';
  let broken: string | undefined;
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  child.stdin.on('error', (error: NodeJS.ErrnoException) => {
    broken = error.code;
  });
  child.stdin.end(options.input ?? '');
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output, broken }));
  });
}

/** A folder with the hook script in it, and what was read from its spool. */
export class HookFolder implements AsyncDisposable {
  readonly folder: string;
  readonly script: string;

  private constructor(folder: string, script: string) {
    this.folder = folder;
    this.script = script;
  }

  static async make(): Promise<HookFolder> {
    const folder = await mkdtemp(join(tmpdir(), 'muxwright-hooks-'));
    return new HookFolder(folder, await installScript(folder));
  }

  get spool(): string {
    return join(this.folder, 'spool');
  }

  /** A payload of one event, as the script would get it. */
  tell(event: string, payload: Readonly<Record<string, unknown>> = {}, env = {}): Promise<HookRun> {
    const input = JSON.stringify({ session_id: 's1', hook_event_name: event, ...payload });
    return runHook([this.script, event], { input, env });
  }

  /** Everything that waits in the spool. */
  async read(): Promise<{ events: HookEvent[]; troubles: HookTrouble[] }> {
    const events: HookEvent[] = [];
    const troubles: HookTrouble[] = [];
    await using receiver = new HookReceiver({
      folder: this.folder,
      handle: (event) => void events.push(event),
      onTrouble: (trouble) => troubles.push(trouble),
    });
    await receiver.drain();
    return { events, troubles };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
