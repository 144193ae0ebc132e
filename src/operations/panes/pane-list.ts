import { z } from 'zod';
import type { LiveRedactor } from '../../redaction/live-redactor.js';
import { hostField, time, timeField } from '../fields.js';
import { call } from '../operation.js';
import { page, pageFields, pageOutput } from '../page.js';
import { RepeatedAnswers } from '../repeated-answer.js';
import { KnownTree } from './known-tree.js';
import type { PaneNode, SessionNode, SessionTree } from './session-tree.js';

const paneNode = z.object({
  id: z.string().describe('Target for other operations: %7.'),
  index: z.number(),
  active: z.boolean().describe('Whether it is the active pane of its window.'),
  command: z.string().describe('Program in the foreground.'),
  title: z.string(),
  cwd: z.string(),
  pid: z.number(),
  width: z.number(),
  height: z.number(),
  dead: z.boolean().describe('Whether the program has ended.'),
  deadStatus: z.number().optional().describe('Exit code of a dead pane, if tmux reports it.'),
});

const sessionNode = z.object({
  id: z.string(),
  name: z.string(),
  attached: z.number().describe('Number of attached clients.'),
  createdAt: timeField,
  windows: z.array(
    z.object({ id: z.string(), index: z.number(), name: z.string(), panes: z.array(paneNode) }),
  ),
});

const output = z.object({ host: z.string(), sessions: z.array(sessionNode), ...pageOutput });

type Answer = z.input<typeof output>;

export const paneList = call({
  name: 'pane.list',
  summary: 'List the sessions, windows and panes of a host',
  description:
    'Everything on its tmux server, as a tree. While hasMore is true, continue with nextCursor. A pane id is a target for other operations.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    host: hostField,
    session: z.string().min(1).max(1000).optional().describe('Only the session with this name.'),
    ...pageFields,
    limit: z.number().int().min(1).max(1_000).default(1_000).describe('Maximum number of panes.'),
  }),
  output,
  examples: [
    { does: 'panes on this machine', input: {} },
    { does: 'panes in a container', input: { host: 'docker://sandbox' } },
  ],
  handler: async ({ host, session, ...paging }, { runtime }) => {
    const [tmux, redactor] = await Promise.all([runtime.connect(host), runtime.redactor()]);
    const tree = await KnownTree.of(tmux).read();
    const answers = repeated.get(tree) ?? new RepeatedAnswers();
    repeated.set(tree, answers);
    const [question, state] = [JSON.stringify([session, paging]), String(redactor.secrets.length)];
    const known = answers.get(question, state);
    if (known) return known;
    const wanted = tree.sessions.filter(({ name }) => session === undefined || name === session);
    const { items, next } = page(panesOf(wanted), paging);
    const kept = new Set(items);
    const sessions = wanted.map((one) => withPanes(one, kept)).filter(({ windows }) => windows.length > 0);
    const answer = { host: tree.host, sessions: sessions.map((one) => sessionOf(one, redactor)), ...next };
    return answers.set(question, state, answer);
  },
});

/** What was answered about a tree that is kept. */
const repeated = new WeakMap<SessionTree, RepeatedAnswers<Answer>>();

function panesOf(sessions: readonly SessionNode[]): PaneNode[] {
  return sessions.flatMap(({ windows }) => windows.flatMap(({ panes }) => panes));
}

/** The part of a session that has these panes. */
function withPanes(session: SessionNode, kept: ReadonlySet<PaneNode>): SessionNode {
  const windows = session.windows.map((window) => ({
    ...window,
    panes: window.panes.filter((pane) => kept.has(pane)),
  }));
  return { ...session, windows: windows.filter(({ panes }) => panes.length > 0) };
}

function sessionOf(session: SessionNode, redactor: LiveRedactor): z.input<typeof sessionNode> {
  return {
    ...session,
    createdAt: time(session.createdAt),
    windows: session.windows.map((window) => ({
      ...window,
      panes: window.panes.map((pane) => paneOf(pane, redactor)),
    })),
  };
}

/** Programs write what they like into the title of their terminal. */
function paneOf(pane: PaneNode, redactor: LiveRedactor): z.input<typeof paneNode> {
  return { ...pane, title: redactor.line(pane.title) };
}
