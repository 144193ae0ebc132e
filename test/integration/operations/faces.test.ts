import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../../src/cli/commands.js';
import { toolName } from '../../../src/mcp/tool-names.js';
import { allOperations } from '../../../src/operations/families.js';
import { guideText } from '../../../src/operations/guide/guide-text.js';
import type { Operation } from '../../../src/operations/operation.js';
import { type OpenFaces, openFaces } from './open-faces.js';

const operations = await allOperations();
const withFace = (face: 'cli' | 'mcp'): readonly Operation[] =>
  operations.filter(({ faces }) => faces.includes(face));

let faces: OpenFaces;
beforeAll(async () => {
  faces = await openFaces();
});
afterAll(() => faces[Symbol.asyncDispose]());

describe('every operation', () => {
  it('is a tool of models where it says so, and none is besides', () => {
    expect(faces.tools.map(({ name }) => name).sort()).toEqual(
      withFace('mcp')
        .map(({ name }) => toolName(name))
        .sort(),
    );
  });

  it('is carried out by a command where it says so', () => {
    const reached = new Set(commands.flatMap((command) => command.operations));
    expect(withFace('cli').filter(({ name }) => !reached.has(name))).toEqual([]);
  });

  it('is reached by its name through each of its faces, and refuses there what it does not know', async () => {
    for (const { name, faces: declared } of operations) {
      const told = { code: 'INVALID_ARGUMENT', message: `'noSuchField' is not a field of ${name}.` };
      const input = { ...operations.find((one) => one.name === name)?.examples[0]?.input, noSuchField: 1 };
      if (declared.includes('cli'))
        expect(await faces.mistakeOfCommand('call', name, JSON.stringify(input))).toEqual(told);
      if (declared.includes('mcp')) expect(await faces.mistakeOfTool(name, input)).toEqual(told);
      if (declared.includes('http')) expect(await faces.mistakeOfRequest(name, input)).toEqual(told);
    }
  });

  it('is in the guide for models and in the reference', () => {
    const guide = guideText({ operations, nameOf: ({ name }) => name });
    expect(withFace('mcp').filter(({ name }) => !guide.includes(`\`${name}\``))).toEqual([]);
    const reference = readFileSync(
      fileURLToPath(new URL('../../../docs/reference.md', import.meta.url)),
      'utf8',
    );
    expect(operations.filter(({ name }) => !reference.includes(`# ${name}\n`))).toEqual([]);
  });
});

interface Case {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly code: string;
  /** The same with a command of its own. */
  readonly words?: readonly string[];
}

const LONG = 'x'.repeat(150_000);
const WORKSPACE = { session: 'model', folder: '/' };

/** Mistakes that everybody makes; `HERE` stands for the address of the tmux server of the test. */
const mistakes: readonly Case[] = [
  // What is not there.
  {
    operation: 'pane.screen',
    input: { target: 'nobody' },
    code: 'TARGET_NOT_FOUND',
    words: ['screen', 'nobody'],
  },
  { operation: 'pane.screen', input: { target: '%999', host: 'HERE' }, code: 'PANE_NOT_FOUND' },
  { operation: 'pane.read', input: { target: 'no:0.0', host: 'HERE' }, code: 'PANE_NOT_FOUND' },
  { operation: 'pane.send', input: { target: 'nobody', text: 'x' }, code: 'TARGET_NOT_FOUND' },
  { operation: 'pane.keys', input: { target: 'nobody', keys: ['Enter'] }, code: 'TARGET_NOT_FOUND' },
  { operation: 'pane.kill', input: { target: 'nobody' }, code: 'TARGET_NOT_FOUND' },
  { operation: 'run.status', input: { run: 'none' }, code: 'RUN_NOT_FOUND' },
  { operation: 'run.output', input: { run: 'none' }, code: 'RUN_NOT_FOUND' },
  {
    operation: 'run.input',
    input: { run: 'none', text: 'x' },
    code: 'RUN_NOT_FOUND',
    words: ['input', 'none', 'x'],
  },
  { operation: 'run.end', input: { run: 'none' }, code: 'RUN_NOT_FOUND', words: ['stop', 'none'] },
  { operation: 'run.scrub', input: { run: 'none', secrets: ['hunter2'] }, code: 'RUN_NOT_FOUND' },
  { operation: 'worker.status', input: { name: 'none' }, code: 'WORKER_NOT_FOUND' },
  { operation: 'worker.kill', input: { name: 'none' }, code: 'WORKER_NOT_FOUND' },
  {
    operation: 'worker.respawn',
    input: { name: 'none' },
    code: 'WORKER_NOT_FOUND',
    words: ['respawn', 'none'],
  },
  { operation: 'worker.wait', input: { name: 'none' }, code: 'WORKER_NOT_FOUND' },
  { operation: 'worker.clean', input: { name: 'none' }, code: 'WORKER_NOT_FOUND', words: ['clean', 'none'] },
  { operation: 'agent.turns', input: { agent: 'none' }, code: 'AGENT_NOT_FOUND' },
  { operation: 'agent.remove', input: { agent: 'none' }, code: 'AGENT_NOT_FOUND' },
  { operation: 'agent.respond', input: { agent: 'none', text: 'yes' }, code: 'AGENT_NOT_FOUND' },
  {
    operation: 'session.send',
    input: { host: 'HERE', sessionName: 'none', prompt: 'x' },
    code: 'SESSION_NOT_FOUND',
  },
  {
    operation: 'workspace.read',
    input: { ...WORKSPACE, host: 'HERE', pane: '0.9' },
    code: 'PANE_NOT_FOUND',
  },
  {
    operation: 'workspace.window',
    input: { ...WORKSPACE, host: 'HERE', cwd: '/no/such/folder' },
    code: 'CWD_NOT_FOUND',
  },
  {
    operation: 'run.start',
    input: { command: 'true', host: 'HERE', cwd: '/no/folder' },
    code: 'CWD_NOT_FOUND',
  },
  // Hosts that nobody can reach, and addresses that are none.
  { operation: 'pane.list', input: { host: 'ssh://127.0.0.1:1' }, code: 'HOST_UNREACHABLE' },
  {
    operation: 'pane.list',
    input: { host: 'ftp://x' },
    code: 'INVALID_ADDRESS',
    words: ['panes', '--host', 'ftp://x'],
  },
  { operation: 'run.complete', input: { command: 'true', host: 'a b\nc' }, code: 'INVALID_ADDRESS' },
  { operation: 'workspace.list', input: { host: 'local', folder: 'no\nslash' }, code: 'INVALID_ARGUMENT' },
  // Wrong kinds, and fields that are missing or too many.
  { operation: 'run.complete', input: { command: 7 }, code: 'INVALID_ARGUMENT' },
  { operation: 'pane.list', input: { host: 7 }, code: 'INVALID_ARGUMENT' },
  { operation: 'pane.screen', input: {}, code: 'INVALID_ARGUMENT' },
  { operation: 'worker.list', input: { stat: 'running' }, code: 'INVALID_ARGUMENT' },
  { operation: 'worker.logs', input: { name: 'x', tail: 1, cursor: 1 }, code: 'INVALID_ARGUMENT' },
  { operation: 'worker.spawn', input: { name: '../x', command: 'true' }, code: 'INVALID_NAME' },
  // Regular expressions that are none.
  { operation: 'pane.wait', input: { target: 'x', regex: '(' }, code: 'INVALID_ARGUMENT' },
  { operation: 'run.wait', input: { run: 'x', until: 'text', regex: '[' }, code: 'INVALID_ARGUMENT' },
  // Too long.
  { operation: 'pane.send', input: { target: 'x', text: 'x'.repeat(3_000_000) }, code: 'INVALID_ARGUMENT' },
  {
    operation: 'workspace.send',
    input: { ...WORKSPACE, host: 'HERE', command: LONG },
    code: 'TEXT_TOO_LONG',
  },
  {
    operation: 'session.send',
    input: { host: 'HERE', sessionName: 'none', prompt: LONG },
    code: 'TEXT_TOO_LONG',
  },
];

describe('the same mistake', () => {
  it.each(mistakes)(
    'has the same code and sentence wherever it is made: $operation $code',
    async ({ operation, input, code, words }) => {
      const given = { ...input, ...(input.host === 'HERE' && { host: faces.here.host }) };
      const { code: direct, message } = await faces.here.fails(operation, given);
      expect({ direct, message }).toMatchObject({ direct: code });
      expect(message).toMatch(/^[^\x00-\x1f\x7f]{10,600}$/);
      const mistake = { code, message };
      expect(await faces.mistakeOfTool(operation, given)).toEqual(mistake);
      expect(await faces.mistakeOfRequest(operation, given)).toEqual(mistake);
      expect(await faces.mistakeOfCommand('call', operation, JSON.stringify(given))).toEqual(mistake);
      if (words) expect(await faces.mistakeOfCommand(...words)).toEqual(mistake);
    },
  );
});
