import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HookEvent } from '../../../src/agents/hooks/hook-event.js';
import { HookReceiver, type HookTrouble } from '../../../src/agents/hooks/hook-receiver.js';
import { compiledProgram } from '../compiled-source.js';
import { eventually } from './asking-agent.js';
import { HookFolder } from './hook-runs.js';

const fixture = await compiledProgram(new URL('./fixtures/receive-hooks.ts', import.meta.url));

let hooks: HookFolder;
beforeEach(async () => {
  hooks = await HookFolder.make();
});
afterEach(() => hooks[Symbol.asyncDispose]());

describe('a receiver of hooks', () => {
  it('tells what has been waiting, in order, and then each event as it comes', async () => {
    const names = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse'];
    for (const name of names) await hooks.tell(name);
    const events: HookEvent[] = [];
    await using receiver = new HookReceiver({
      folder: hooks.folder,
      handle: (event) => void events.push(event),
    });
    await receiver.start();
    expect(events.map(({ event }) => event)).toEqual(names);
    await hooks.tell('Stop', { last_assistant_message: 'done' });
    await eventually(async () => events[4]);
    expect(events[4]).toMatchObject({ event: 'Stop', lastAssistantMessage: 'done', at: expect.any(Date) });
    await receiver.drain();
    expect(await readdir(hooks.spool)).toEqual([]);
  });

  it('finds a spool again that was removed and made anew', async () => {
    const events: HookEvent[] = [];
    await using receiver = new HookReceiver({
      folder: hooks.folder,
      handle: (event) => void events.push(event),
      sweepMs: 20,
    });
    await receiver.start();
    await rm(hooks.spool, { recursive: true });
    for (let told = 1; told <= 2; told++) {
      await hooks.tell('Stop', { told });
      await eventually(async () => events[told - 1]);
    }
  });

  it('keeps the order of many hooks that run at once, by the time they ran', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => hooks.tell('PreToolUse', { tool_use_id: `t${i}` })),
    );
    const { events } = await hooks.read();
    expect(events).toHaveLength(40);
    const times = events.map(({ at }) => at.getTime());
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it('leaves out what is no event, tells why, and keeps a few of those for people', async () => {
    await put('1', '');
    await put('2', '{"event":"Stop"}\nnot JSON');
    await put('3', `{"event":"Stop"}\n${'x'.repeat(10_000_000)}`);
    await put('4', '{"event":"Stop"}\n{"session_id":"s1"}');
    const { events, troubles } = await hooks.read();
    expect(events).toHaveLength(1);
    expect(troubles).toEqual([
      { file: '1', reason: 'its first line does not say where it comes from' },
      { file: '2', reason: 'its payload is not a JSON object' },
      { file: '3', reason: 'it is too large, with 10000017 bytes' },
    ]);
    expect(await readdir(join(hooks.folder, 'bad'))).toHaveLength(2);
    for (let i = 0; i < 30; i++) await put(`${100 + i}`, 'x');
    await hooks.read();
    expect(await readdir(join(hooks.folder, 'bad'))).toHaveLength(20);
    expect(await readdir(hooks.spool)).toEqual([]);
  });

  it('does not read what is still being written', async () => {
    await writeFile(join(hooks.spool, '1.event'), '{"event":"Stop"}\n{"session_id":');
    expect(await hooks.read()).toEqual({ events: [], troubles: [] });
    expect(await readdir(hooks.spool)).toEqual(['1.event']);
  });

  it('tells once what comes twice because the hook is installed twice', async () => {
    await put('1', '{"event":"Stop","pid":7}\n{"session_id":"s1"}');
    await put('2', '{"event":"Stop","pid":7}\n{"session_id":"s1"}');
    expect((await hooks.read()).events).toHaveLength(1);
  });

  it('tells again what could not be handled, and gives up at last', async () => {
    await hooks.tell('Stop');
    await hooks.tell('SessionEnd');
    const troubles: HookTrouble[] = [];
    const told: string[] = [];
    await using receiver = new HookReceiver({
      folder: hooks.folder,
      handle: ({ event }) => {
        told.push(event);
        if (event === 'Stop') throw new Error('no luck');
      },
      onTrouble: (trouble) => troubles.push(trouble),
    });
    for (let i = 0; i < 3; i++) await receiver.drain();
    expect(told).toEqual(['Stop', 'Stop', 'Stop', 'SessionEnd']);
    expect(troubles.at(-1)).toMatchObject({ reason: 'it could not be handled', cause: new Error('no luck') });
  });

  it('is one of several processes, and each event is told once', async () => {
    const receivers = Array.from({ length: 3 }, () => new ReceiverProcess(hooks.folder));
    for (const receiver of receivers) expect(await receiver.line()).toBe('ready');
    const ids = Array.from({ length: 60 }, (_, i) => `t${i}`);
    for (let i = 0; i < ids.length; i += 6) {
      await Promise.all(ids.slice(i, i + 6).map((id) => hooks.tell('PreToolUse', { tool_use_id: id })));
    }
    await eventually(async () => ((await readdir(hooks.spool)).length === 0 ? true : undefined));
    await eventually(async () =>
      (await readdir(join(hooks.folder, 'claimed'))).length === 0 ? true : undefined,
    );
    const told = (await Promise.all(receivers.map((receiver) => receiver.end()))).flat();
    expect(told.sort()).toEqual([...ids].sort());
  });

  it('takes over what a process had claimed that was killed', async () => {
    await hooks.tell('Stop');
    const receiver = new ReceiverProcess(hooks.folder, 'hang');
    expect(await receiver.line()).toBe('claimed');
    expect(await hooks.read()).toMatchObject({ events: [] });
    await receiver.kill();
    expect((await hooks.read()).events).toMatchObject([{ event: 'Stop' }]);
  });
});

async function put(name: string, text: string): Promise<void> {
  await writeFile(join(hooks.spool, `${name}.event`), text);
  await writeFile(join(hooks.spool, `${name}.ready`), '');
}

/** Another process that receives. */
class ReceiverProcess {
  readonly #child;
  readonly #lines: AsyncIterator<string>;

  constructor(folder: string, mode = 'print') {
    this.#child = spawn(process.execPath, [fixture, folder, mode], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  async line(): Promise<string> {
    const { value, done } = await this.#lines.next();
    return done ? '' : value;
  }

  /** What it was told. */
  async end(): Promise<string[]> {
    this.#child.stdin.end();
    const told: string[] = [];
    for (let line = await this.line(); line !== ''; line = await this.line()) told.push(line);
    return told;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}
