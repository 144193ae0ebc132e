import type { Operation } from '../operation.js';
import { workspaceAction } from './workspace-action.js';
import { workspaceCapability } from './workspace-capability.js';

export const workspaceOperations: readonly Operation[] = [
  workspaceAction('init', {
    summary: 'Make sure that the workspace is there',
    more: 'All other actions do that as well.',
    effect: 'change',
    idempotent: true,
    examples: [
      { does: 'the usual workspace', input: {} },
      { does: 'one on this machine', input: { host: 'local', session: 'model', folder: '/tmp/model' } },
    ],
  }),
  workspaceAction('send', {
    summary: 'Type a command into a pane of the workspace',
    more: 'With wait=end the answer has the exit code and the output; otherwise read what came with workspace.read.',
    effect: 'change',
    examples: [
      { does: 'a command with its result', input: { command: 'npm test', wait: 'end', timeout: 600 } },
      {
        does: 'a server in another pane',
        input: { pane: '0.1', command: 'npm run dev', wait: 'text', text: 'ready' },
      },
    ],
  }),
  workspaceAction('read', {
    summary: 'Read a pane of the workspace',
    more: 'Secrets are masked. since gives every line once, also those that scrolled away. Of more than maxBytes the last lines are given, and has_more is true; pane.read has all of them.',
    effect: 'change',
    examples: [
      { does: 'what is new', input: { since: true } },
      { does: 'the last 20 lines of another pane', input: { pane: '0.1', lines: 20 } },
    ],
  }),
  workspaceAction('split', {
    summary: 'Make another pane in a window of the workspace',
    more: 'The answer has its address. It does not become the active one.',
    effect: 'change',
    examples: [{ does: 'a pane below', input: { direction: 'vertical', title: 'server' } }],
  }),
  workspaceAction('list', {
    summary: 'List the windows and panes of the workspace',
    more: 'The workspace is made where it is missing.',
    effect: 'change',
    idempotent: true,
    examples: [{ does: 'all of them', input: {} }],
  }),
  workspaceAction('status', {
    summary: 'Tell whether a command runs in a pane of the workspace',
    more: 'The workspace is made where it is missing.',
    effect: 'change',
    idempotent: true,
    examples: [{ does: 'the first pane', input: { pane: '0.0' } }],
  }),
  workspaceAction('window', {
    summary: 'Make another window in the workspace',
    more: 'The answer has its number and the address of its pane.',
    effect: 'change',
    examples: [{ does: 'a window with a name', input: { name: 'logs', cwd: '/var/log' } }],
  }),
  workspaceAction('kill', {
    summary: 'End a pane or a window of the workspace',
    more: 'The last one cannot be ended: that would end the workspace.',
    effect: 'destroy',
    examples: [{ does: 'a pane', input: { pane: '0.1' } }],
  }),
  workspaceAction('record', {
    summary: 'Record a pane of the workspace to a file',
    more: 'The answer has the path of the file.',
    effect: 'change',
    idempotent: true,
    examples: [{ does: 'from now on', input: { pane: '0.0', state: 'on' } }],
  }),
  workspaceAction('sync', {
    summary: 'Type into all panes of a window at once, or no longer',
    more: '',
    effect: 'change',
    idempotent: true,
    examples: [{ does: 'switch it off', input: { window: 0, state: 'off' } }],
  }),
  workspaceAction('layout', {
    summary: 'Save, restore or list arrangements of panes',
    more: 'A layout is restored where the window has as many panes as it had.',
    effect: 'change',
    examples: [{ does: 'save one', input: { operation: 'save', name: 'debugging' } }],
  }),
  workspaceAction('snapshot', {
    summary: 'Save the workspace to a file, or rebuild it',
    more: 'With replace a workspace that is there is ended first, with all that runs in it.',
    effect: 'destroy',
    hints: { startsCommands: true },
    examples: [{ does: 'rebuild it, with what was running', input: { operation: 'restore', restart: true } }],
  }),
  workspaceCapability,
];
