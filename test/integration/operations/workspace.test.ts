import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findOperation } from '../../../src/operations/families.js';
import { capabilityActions } from '../../../src/workspace/capability-actions.js';
import { type OpenOperations, openOperations } from './open-operations.js';

describe('the operations of the workspace', () => {
  it('make it where it is missing, and carry out commands', async () => {
    await using open = await openOperations({ started: false });
    const at = place(open);
    expect(await open.call('workspace.init', at)).toEqual({
      session: 'model',
      windows: [{ id: 0, name: 'workspace', panes: 1 }],
      active_pane: '0.0',
    });
    const sent = await open.call('workspace.send', {
      ...at,
      command: 'echo "a  b"; exit_code() { return 3; }; exit_code',
      wait: 'end',
    });
    expect(sent).toMatchObject({ pane: '0.0', done: true, exit_code: 3, output: 'a  b' });
    let read = '';
    // The log, from which is read, is a moment behind the command.
    const readOn = async (): Promise<string> => {
      const { output, has_more } = await open.call('workspace.read', { ...at, since: true });
      expect(has_more).toBeTypeOf('boolean');
      read += `${output}\n`;
      return read;
    };
    await expect.poll(readOn).toMatch(/^a {2}b$/m);
    expect(await open.call('workspace.status', at)).toMatchObject({
      pane: '0.0',
      state: 'idle',
      running: null,
      command_state: 'ended',
    });
    const quiet = { ...at, command: 'echo settled', wait: 'quiet', quietMs: 300 };
    expect(await open.call('workspace.send', quiet)).toMatchObject({ done: true, exit_code: null });
  });

  it('split, open, list, synchronize, arrange and end', async () => {
    await using open = await openOperations({ started: false });
    const at = place(open);
    expect(await open.call('workspace.split', { ...at, direction: 'vertical', title: 'server' })).toEqual({
      pane: '0.1',
      window: 0,
      title: 'server',
      cwd: join(open.folder, 'work'),
    });
    expect(await open.call('workspace.window', { ...at, name: 'logs' })).toEqual({
      window: 1,
      name: 'logs',
      pane: '1.0',
    });
    // A shell that is just being started runs something still.
    await expect
      .poll(() => open.call('workspace.list', at))
      .toMatchObject({
        session: 'model',
        windows: [
          { id: 0, panes: [{ id: '0.0' }, { id: '0.1', title: 'server', running: null }] },
          { id: 1, name: 'logs', panes: [{ id: '1.0' }] },
        ],
      });
    expect(await open.call('workspace.sync', { ...at, window: 0 })).toEqual({
      window: 0,
      synchronized: true,
      panes: ['0.0', '0.1'],
    });
    expect(await open.call('workspace.layout', { ...at, operation: 'save', name: 'two' })).toMatchObject({
      operation: 'save',
      layouts: [{ name: 'two', window: 0, panes: ['0.0', '0.1'] }],
    });
    expect(await open.call('workspace.kill', { ...at, pane: '0.1' })).toEqual({
      killed: '0.1',
      type: 'pane',
    });
    expect(await open.call('workspace.kill', { ...at, window: 1 })).toEqual({ killed: '1', type: 'window' });
    expect(await open.fails('workspace.layout', { ...at, operation: 'restore', name: 'two' })).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: "Layout 'two' is for 2 panes, and window 0 has 1.",
    });
  });

  it('record a pane, and save and rebuild all of it', async () => {
    await using open = await openOperations({ started: false });
    const at = place(open);
    const { file } = await open.call('workspace.record', at);
    expect(file).toBe(join(open.folder, 'work', 'logs', 'pane-0.0.log'));
    await open.call('workspace.send', { ...at, command: 'echo recorded', wait: 'end' });
    await expect.poll(() => readFile(file, 'utf8')).toMatch(/^.*recorded$/m);
    const saved = await open.call('workspace.snapshot', { ...at, operation: 'save' });
    expect(saved).toMatchObject({ operation: 'save', windows: 1, panes: 1, restarted: [] });
    expect(await open.fails('workspace.snapshot', { ...at, operation: 'restore' })).toMatchObject({
      code: 'INVALID_ARGUMENT',
      suggestion: expect.stringContaining('replace'),
    });
    await open.tmux.killServer();
    expect(await open.call('workspace.snapshot', { ...at, operation: 'restore' })).toMatchObject({
      panes: 1,
    });
    // What the pane had shown stands above the prompt of its new shell.
    await open.call('workspace.send', { ...at, command: 'true', wait: 'end' });
    await expect
      .poll(() => open.call('workspace.read', at))
      .toMatchObject({ output: expect.stringContaining('recorded') });
  });

  it('answer every tag of a text, as the capability does', async () => {
    await using open = await openOperations({ started: false });
    const text = `One <capability name="tmux" action="send" command="echo hello" wait="end" />
      two <capability name="calculator" action="add" /> three <capability name="tmux" action="read" pane="7.7" />`;
    const { answers } = await open.call('workspace.capability', { ...place(open), text });
    expect(answers).toEqual([
      {
        place: { start: 4, end: 76, line: 1, column: 5 },
        response: { success: true, data: expect.objectContaining({ exit_code: 0, output: 'hello' }) },
      },
      {
        place: expect.objectContaining({ line: 2 }),
        response: {
          success: false,
          error: expect.any(String),
          suggestion: expect.stringContaining("action='list'"),
          panes: ['0.0'],
        },
      },
    ]);
    expect(await open.call('workspace.capability', { text: 'no tag' })).toEqual({ answers: [] });
  });

  it('fail with the code, the sentence and the suggestion that a tag is answered with', async () => {
    await using open = await openOperations({ started: false });
    const at = place(open);
    const [tag] = (
      await open.call('workspace.capability', {
        ...at,
        text: '<capability name="tmux" action="kill" pane="0.9" />',
      })
    ).answers;
    const error = await open.fails('workspace.kill', { ...at, pane: '0.9' });
    expect(error.code).toBe('PANE_NOT_FOUND');
    expect(tag.response).toMatchObject({ error: error.message, suggestion: error.suggestion });
    expect(await open.fails('workspace.kill', at)).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: "The parameter 'pane' is missing.",
    });
  });

  it('are on this machine, in a folder of the home, where nothing is configured [C9]', async () => {
    await using open = await openOperations({ started: false });
    expect(await open.call('workspace.init')).toMatchObject({ session: 'workspace' });
    const { output } = await open.call('workspace.send', { command: 'pwd', wait: 'end' });
    expect(output).toBe(await realpath(join(open.folder, 'home', 'workspace')));
    const { input } = await findOperation('workspace.init');
    expect(input.shape.host?.description).toContain('(default: local');
  });

  it('are on the container that one line of the configuration names [C9] [C10] [C60]', async () => {
    await using open = await openOperations({ started: false });
    const line = '{ host: docker://coachartie-sandbox, session: artie, folder: /workspace }';
    await mkdir(join(open.folder, 'config', 'muxwright'), { recursive: true });
    await writeFile(join(open.folder, 'config', 'muxwright', 'muxwright.yaml'), `workspace: ${line}\n`);
    expect(await open.runtime.workspacePlace()).toEqual({
      host: 'docker://coachartie-sandbox',
      session: 'artie',
      folder: '/workspace',
    });
    expect(await open.runtime.workspacePlace({ session: 'other' })).toMatchObject({ session: 'other' });
    expect(await open.fails('workspace.init')).toMatchObject({
      code: 'DOCKER_UNAVAILABLE',
      suggestion: expect.stringMatching(/^Start Docker .* Or use another host .* for example local\.$/),
    });
    const chosen = await open.fails('workspace.init', { host: 'docker://chosen' });
    expect(chosen).toMatchObject({ code: 'DOCKER_UNAVAILABLE' });
    expect(chosen.suggestion).not.toContain('local');
    const { answers } = await open.call('workspace.capability', {
      text: '<capability name="tmux" action="list" />',
    });
    expect(answers).toMatchObject([{ response: { success: false, suggestion: expect.any(String) } }]);
  });

  it('are all actions of the table, each with a field for every parameter, its description and default [C72]', async () => {
    const actions = Object.entries(capabilityActions);
    const specified = ['init', 'send', 'read', 'split', 'list', 'kill', 'window'];
    expect(actions.map(([action]) => action)).toEqual(expect.arrayContaining(specified));
    for (const [action, { parameters }] of actions) {
      const { input } = await findOperation(`workspace.${action}`);
      const fields = Object.keys(input.shape).filter((name) => !OWN_FIELDS.includes(name));
      expect(fields.map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))).toEqual(
        Object.keys(parameters),
      );
      for (const [name, parameter] of Object.entries<{ description: string; default?: unknown }>(
        parameters,
      )) {
        const field = input.shape[name.replace('quiet_ms', 'quietMs')];
        expect(field?.description).toContain(parameter.description);
        if ('default' in parameter) expect(field?.description).toContain(`Default: ${parameter.default}.`);
      }
    }
  });
});

/** Which workspace is meant, and how much an answer may hold. */
const OWN_FIELDS = ['host', 'session', 'folder', 'maxBytes'];

function place(open: OpenOperations): { host: string; session: string; folder: string } {
  return { host: open.host, session: 'model', folder: join(open.folder, 'work') };
}
