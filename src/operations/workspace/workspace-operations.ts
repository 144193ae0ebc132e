import type { Operation } from '../operation.js';
import { workspaceAction } from './workspace-action.js';
import { workspaceCapability } from './workspace-capability.js';

export const workspaceOperations: readonly Operation[] = [
  workspaceAction('init', {
    summary: 'Create the workspace if it is missing',
    more: 'All other actions do this as well.',
    effect: 'change',
    idempotent: true,
    examples: [
      { does: 'the default workspace', input: {} },
      { does: 'one on this machine', input: { host: 'local', session: 'model', folder: '/tmp/model' } },
    ],
  }),
  workspaceAction('send', {
    summary: 'Type a command into a pane of the workspace',
    more: 'With wait=end, returns the exit code and the output; otherwise read the output with workspace.read.',
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
    more: 'Secrets are masked. With since, each line is returned only once, including lines that scrolled off the screen. If the output exceeds maxBytes, the last lines are returned and has_more is true; pane.read has all of them.',
    effect: 'change',
    examples: [
      { does: 'new output', input: { since: true } },
      { does: 'the last 20 lines of another pane', input: { pane: '0.1', lines: 20 } },
    ],
  }),
  workspaceAction('split', {
    summary: 'Split a window of the workspace',
    more: 'Returns the address of the new pane, which does not become the active one.',
    effect: 'change',
    examples: [{ does: 'a pane below', input: { direction: 'vertical', title: 'server' } }],
  }),
  workspaceAction('list', {
    summary: 'List the windows and panes of the workspace',
    more: 'Creates the workspace if it is missing.',
    effect: 'change',
    idempotent: true,
    examples: [{ does: 'all of them', input: {} }],
  }),
  workspaceAction('status', {
    summary: 'Check whether a command runs in a pane of the workspace',
    more: 'Creates the workspace if it is missing.',
    effect: 'change',
    idempotent: true,
    examples: [{ does: 'the first pane', input: { pane: '0.0' } }],
  }),
  workspaceAction('window', {
    summary: 'Open another window in the workspace',
    more: 'Returns its number and the address of its pane.',
    effect: 'change',
    examples: [{ does: 'a window with a name', input: { name: 'logs', cwd: '/var/log' } }],
  }),
  workspaceAction('kill', {
    summary: 'Close a pane or a window of the workspace',
    more: 'The last one cannot be closed, because that would end the workspace.',
    effect: 'destroy',
    examples: [{ does: 'a pane', input: { pane: '0.1' } }],
  }),
  workspaceAction('record', {
    summary: 'Log a pane of the workspace to a file',
    more: 'Returns the path of the file.',
    effect: 'change',
    idempotent: true,
    examples: [{ does: 'start logging', input: { pane: '0.0', state: 'on' } }],
  }),
  workspaceAction('sync', {
    summary: 'Start or stop typing into all panes of a window at once',
    more: '',
    effect: 'change',
    idempotent: true,
    examples: [{ does: 'switch it off', input: { window: 0, state: 'off' } }],
  }),
  workspaceAction('layout', {
    summary: 'Save, restore or list pane layouts',
    more: 'A layout can be restored in a window with the same number of panes.',
    effect: 'change',
    examples: [{ does: 'save one', input: { operation: 'save', name: 'debugging' } }],
  }),
  workspaceAction('snapshot', {
    summary: 'Save the workspace to a file, or rebuild it',
    more: 'With replace, an existing workspace and its programs are ended first.',
    effect: 'destroy',
    hints: { startsCommands: true },
    examples: [
      { does: 'rebuild it and restart its commands', input: { operation: 'restore', restart: true } },
    ],
  }),
  workspaceCapability,
];
