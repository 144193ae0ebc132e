import { describe, expect, it } from 'vitest';
import { allOperations } from '../operations/families.js';
import { chooseTools } from './choose-tools.js';
import { tool } from './tool.js';
import { toolNaming } from './tool-names.js';

const operations = await allOperations();
const named = toolNaming(operations.map(({ name }) => name));
const usual = chooseTools(operations).map((operation) => tool(operation, named).describe());

it('costs a model little: the usual tools are less than 6,000 tokens, at four characters each', () => {
  const seen = usual.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  expect(JSON.stringify(seen).length / 4).toBeLessThan(6_000);
});

it('tells the words and limits that a caller has to choose between, and no bounds that nobody meets', () => {
  const { properties } = usual.find(({ name }) => name === 'pane_send')?.inputSchema ?? {};
  expect(properties?.when).toEqual({
    default: 'now',
    description: expect.any(String),
    enum: ['now', 'idle', 'queue'],
  });
  expect(properties?.text).toEqual({ type: 'string', description: expect.any(String) });
  const { properties: ofOutput } = usual.find(({ name }) => name === 'run_output')?.inputSchema ?? {};
  expect(ofOutput?.maxBytes).toMatchObject({ minimum: 1000, maximum: 32_768 });
});

describe('the hints for a client that asks a person for leave', () => {
  const offered = chooseTools(operations, ['all', 'destructive']).map((one) => tool(one, named).describe());
  const hinted = (hint: 'readOnlyHint' | 'destructiveHint' | 'openWorldHint'): string[] =>
    offered.filter(({ annotations }) => annotations?.[hint]).map(({ name }) => name);

  it('call nothing read-only that makes, sends, ends or removes', () => {
    const verbs = hinted('readOnlyHint').map((name) => name.slice(name.indexOf('_') + 1));
    expect([...new Set(verbs)].sort()).toEqual(
      'conversation doctor exists explain get health image info list logs metrics orphans output peek read screen status tree turns wait'.split(
        ' ',
      ),
    );
  });

  it('name what passes a command, text or keys to a program, which may then do anything', () => {
    expect(hinted('openWorldHint').sort()).toEqual(
      [
        'agent_respond agent_send pane_choose pane_exec pane_fill pane_keys pane_send run_complete run_input run_start session_send',
        'worker_broadcast worker_respawn worker_send worker_spawn workspace_capability workspace_send workspace_snapshot',
      ].flatMap((names) => names.split(' ')),
    );
  });

  it('call everything destructive but what only looks, opens, names or begins to record', () => {
    const harmless = offered.filter(
      ({ annotations: hints }) => !hints?.readOnlyHint && !hints?.destructiveHint,
    );
    expect(harmless.map(({ name }) => name).sort()).toEqual(
      [
        'agent_register recording_start recording_stop run_recover session_open workspace_init workspace_layout',
        'workspace_list workspace_read workspace_record workspace_split workspace_status workspace_sync workspace_window',
      ].flatMap((names) => names.split(' ')),
    );
  });
});
