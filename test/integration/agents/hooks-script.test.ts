import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hookLimits } from '../../../src/agents/hooks/hook-script.js';
import { isolatedTmux } from '../../../src/testing/index.js';
import { HookFolder, runHook } from './hook-runs.js';

let hooks: HookFolder;
beforeEach(async () => {
  hooks = await HookFolder.make();
});
afterEach(() => hooks[Symbol.asyncDispose]());

const quiet = { code: 0, output: '', broken: undefined };
const payload = JSON.stringify({
  session_id: 's1',
  hook_event_name: 'Stop',
  note: 'ä "quoted" \\ %s $(x) `y`',
});

describe.each([
  ['dash', ['dash']],
  ['busybox', ['busybox', 'sh']],
  ['bash', ['bash']],
  ['bash as sh', ['bash', '--posix']],
  ['zsh as sh', ['zsh', '--emulate', 'sh']],
])('the hook script in %s', (_, shell) => {
  it('puts the pane and the server into every payload [B30]', async () => {
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('main');
    const file = join(hooks.folder, 'payload');
    await writeFile(file, payload);
    const run = `${shell.join(' ')} ${hooks.script} Stop < ${file}; echo ended $?; exec cat`;
    const pane = await session.newWindow({ command: ['sh', '-c', run] });
    await pane.waitForText('ended 0');
    const { events } = await hooks.read();
    expect(events).toMatchObject([
      {
        event: 'Stop',
        sessionId: 's1',
        tmuxPane: pane.id,
        tmuxServerPid: server.tmux.server?.pid,
        tmuxSocket: expect.stringMatching(new RegExp(`/${server.socket}$`)),
        agentPid: (await pane.info()).pid,
        raw: { tmux_pane: pane.id, note: 'ä "quoted" \\ %s $(x) `y`' },
      },
    ]);
  });

  it('succeeds without a pane outside tmux, and says nothing [B30]', async () => {
    expect(await runHook([...shell, hooks.script, 'Stop'], { input: payload })).toEqual(quiet);
    const { events } = await hooks.read();
    expect(events).toMatchObject([
      { event: 'Stop', sessionId: 's1', tmuxPane: undefined, tmuxSocket: undefined },
    ]);
    expect(events[0]?.raw).not.toHaveProperty('tmux_pane');
  });

  it('takes all of a payload of 10 MB, and keeps the beginning', async () => {
    const input = JSON.stringify({
      session_id: 's1',
      hook_event_name: 'PostToolUse',
      x: 'y'.repeat(10_000_000),
    });
    expect(await runHook([...shell, hooks.script, 'PostToolUse'], { input })).toEqual(quiet);
    const [file = ''] = (await readdir(hooks.spool)).filter((name) => name.endsWith('.event'));
    expect((await stat(join(hooks.spool, file))).size).toBeLessThanOrEqual(2 * hookLimits.fileBytes);
    expect((await hooks.read()).events).toMatchObject([{ event: 'PostToolUse', sessionId: 's1', cut: true }]);
  });

  it('is not stopped by values that are no pane and no socket', async () => {
    const env = { TMUX_PANE: '%3";x', TMUX: '/tmp/"quoted",1,2' };
    expect(await runHook([...shell, hooks.script, 'Stop'], { input: payload, env })).toEqual(quiet);
    expect((await hooks.read()).events).toMatchObject([{ tmuxPane: undefined, tmuxSocket: undefined }]);
  });

  it('leaves mask, limits and signals of the program it is chained with as they were', async () => {
    const tell = 'umask; ulimit -f; grep SigIgn /proc/self/status';
    const json = JSON.stringify({ type: 'agent-turn-complete', 'thread-id': 't1' });
    const argv = ['sh', '-c', 'umask 027; exec "$@"', 'sh', ...shell, hooks.script, 'codex-notify'];
    const { output } = await runHook([...argv, '--then', 'sh', '-c', tell, json]);
    const [, mask, limit, ignored = ''] = /^(.*)\n(.*)\nSigIgn:\s*(\w+)\n$/.exec(output) ?? [];
    expect({ mask, limit }).toEqual({ mask: '0027', limit: 'unlimited' });
    // Some shells ignore other signals, whatever they run.
    expect(BigInt(`0x${ignored}`) & (1n << BigInt(constants.signals.SIGXFSZ - 1))).toBe(0n);
    expect((await hooks.read()).events).toMatchObject([{ sessionId: 't1' }]);
  });
});

describe('the hook script', () => {
  it('writes files that only this user can read', async () => {
    await hooks.tell('Stop');
    for (const name of await readdir(hooks.spool)) {
      expect(((await stat(join(hooks.spool, name))).mode & 0o777).toString(8)).toBe('600');
    }
    expect(((await stat(hooks.spool)).mode & 0o777).toString(8)).toBe('700');
    expect(((await stat(hooks.script)).mode & 0o777).toString(8)).toBe('700');
  });

  it('never fails and never speaks: without its folder, without a place to write, without a payload', async () => {
    await rm(hooks.spool, { recursive: true });
    expect(await hooks.tell('Stop')).toEqual(quiet);
    expect((await hooks.read()).events).toHaveLength(1);
    await rm(hooks.spool, { recursive: true });
    await writeFile(hooks.spool, 'not a folder');
    expect(await hooks.tell('Stop', { x: 'y'.repeat(500_000) })).toEqual(quiet);
    await rm(hooks.spool);
    expect(await runHook([hooks.script])).toEqual(quiet);
    expect((await hooks.read()).troubles).toMatchObject([{ reason: 'its payload is not a JSON object' }]);
  });

  it('does not write over what waits, although the number of its process comes back', async () => {
    const taken = `printf x > '${hooks.spool}/'$$.event; exec '${hooks.script}' Stop`;
    expect(await runHook(['sh', '-c', taken], { input: payload })).toEqual(quiet);
    const names = await readdir(hooks.spool);
    expect(names.filter((name) => name.endsWith('-1.event'))).toHaveLength(1);
    expect((await hooks.read()).events).toHaveLength(1);
  });

  it('lets the oldest go where nobody reads what it writes', async () => {
    await mkdir(hooks.spool, { recursive: true });
    const many = hookLimits.spooledFiles + 1;
    for (let i = 0; i < many; i++) {
      for (const kind of ['event', 'ready']) {
        const path = join(hooks.spool, `${i}-9.${kind}`);
        await writeFile(path, '');
        await utimes(path, 1_700_000_000 + i, 1_700_000_000 + i);
      }
    }
    expect(await hooks.tell('Stop')).toEqual(quiet);
    const events = (await readdir(hooks.spool)).filter((name) => name.endsWith('.event'));
    expect(events).toHaveLength(hookLimits.keptFiles + 1);
    expect(events).toContain(`${many - 1}-9.event`);
    expect(events).not.toContain('0-9.event');
  });

  it('takes the payload of Codex from its last argument, and calls the program it was chained with', async () => {
    const json = (thread: string): string =>
      JSON.stringify({
        type: 'agent-turn-complete',
        'thread-id': thread,
        'last-assistant-message': 'it is done',
      });
    expect(await runHook([hooks.script, 'codex-notify', json('t1')])).toMatchObject({ code: 0, output: '' });
    const seen = join(hooks.folder, 'seen');
    const other = ['sh', '-c', 'printf "%s\\n" "$@" > "$0"; echo spoken', seen, 'an argument'];
    expect(await runHook([hooks.script, 'codex-notify', '--then', ...other, json('t2')])).toMatchObject({
      code: 0,
      output: 'spoken\n',
    });
    expect(await readFile(seen, 'utf8')).toBe(`an argument\n${json('t2')}\n`);
    expect((await hooks.read()).events).toMatchObject([
      { event: 'Stop', sessionId: 't1', profile: 'codex', lastAssistantMessage: 'it is done' },
      { event: 'Stop', sessionId: 't2', profile: 'codex' },
    ]);
  });
});
