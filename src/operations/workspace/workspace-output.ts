import { z } from 'zod';
import type { ActionName } from '../../workspace/index.js';

const paneAddress = z.string().describe('window.pane, starting at 0.');

/** What each action answers, in the words of the capability. */
export const workspaceOutput = {
  init: z.object({
    session: z.string(),
    windows: z.array(z.object({ id: z.number(), name: z.string(), panes: z.number() })),
    active_pane: paneAddress,
  }),
  send: z.object({
    pane: paneAddress,
    command: z.string(),
    sent_at: z.string(),
    done: z.boolean().optional().describe('With wait: whether the condition was met in time.'),
    exit_code: z.number().nullable().optional().describe('Available only with wait=end.'),
    output: z.string().optional().describe('With wait: the output meanwhile; only the end if it is long.'),
  }),
  read: z.object({
    pane: paneAddress,
    output: z.string(),
    lines_captured: z.number(),
    cursor_position: z.string(),
    has_more: z.boolean(),
  }),
  split: z.object({ pane: paneAddress, window: z.number(), title: z.string(), cwd: z.string() }),
  list: z.object({
    session: z.string(),
    windows: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        panes: z.array(
          z.object({
            id: paneAddress,
            title: z.string(),
            cwd: z.string(),
            active: z.boolean(),
            running: z.string().nullable().describe('Command line in the foreground; null at a prompt.'),
          }),
        ),
      }),
    ),
  }),
  kill: z.object({ killed: z.string(), type: z.enum(['pane', 'window']) }),
  window: z.object({ window: z.number(), name: z.string(), pane: paneAddress }),
  status: z.object({
    pane: paneAddress,
    state: z.enum(['running', 'idle']),
    running: z.string().nullable(),
    source: z.string().describe('Source of the state.'),
    confidence: z.enum(['certain', 'likely', 'guess']),
    command: z.string().nullable().describe('The last command that was sent.'),
    sent_at: z.string().nullable(),
    command_state: z.enum(['running', 'ended']).nullable(),
  }),
  record: z.object({ pane: paneAddress, recording: z.boolean(), file: z.string().nullable() }),
  sync: z.object({ window: z.number(), synchronized: z.boolean(), panes: z.array(z.string()) }),
  layout: z.object({
    operation: z.enum(['save', 'restore', 'list']),
    layouts: z.array(
      z.object({
        name: z.string(),
        window: z.number(),
        panes: z.array(z.string()),
        layout: z.string().describe('In the syntax of tmux.'),
        saved_at: z.string(),
      }),
    ),
  }),
  snapshot: z.object({
    operation: z.enum(['save', 'restore']),
    file: z.string(),
    windows: z.number(),
    panes: z.number(),
    restarted: z.array(z.string()).describe('Panes whose commands were restarted.'),
  }),
} as const satisfies Readonly<Record<ActionName, z.ZodObject>>;
