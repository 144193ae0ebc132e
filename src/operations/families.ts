import { didYouMean, loadModule, MuxError, shownText } from '../model/index.js';
import type { Operation } from './operation.js';

/** The families in the order that people meet them. Each is loaded when it is first needed: a start must be quick. */
export const families = {
  pane: {
    title: 'Panes',
    about: 'any program in tmux, including programs that muxwright did not start',
    load: async () => (await loadModule(() => import('./panes/pane-operations.js'))).paneOperations,
  },
  run: {
    title: 'Runs',
    about: 'a command in its own window: status, output, answers, end',
    load: async () => (await loadModule(() => import('./runs/run-operations.js'))).runOperations,
  },
  worker: {
    title: 'Workers',
    about: 'long-lived named programs, for people at a shell',
    load: async () => (await loadModule(() => import('./workers/worker-operations.js'))).workerOperations,
  },
  agent: {
    title: 'Agents',
    about: 'Claude Code, Codex and similar: their state, prompts, answers, conversations',
    load: async () => (await loadModule(() => import('./agents/agent-operations.js'))).agentOperations,
  },
  workspace: {
    title: 'Workspace',
    about: "a language model's session with windows and panes, by actions or capability tags",
    load: async () =>
      (await loadModule(() => import('./workspace/workspace-operations.js'))).workspaceOperations,
  },
  session: {
    title: 'Chat sessions',
    about: 'one persistent session per workspace and chat, and prompts for it',
    load: async () => (await loadModule(() => import('./sessions/session-operations.js'))).sessionOperations,
  },
  event: {
    title: 'Events',
    about: 'events of all of them in one order, resumable at any event',
    load: async () => (await loadModule(() => import('./events/event-operations.js'))).eventOperations,
  },
  inbox: {
    title: 'Inbox',
    about: 'items that wait for a person',
    load: async () => (await loadModule(() => import('./inbox/inbox-operations.js'))).inboxOperations,
  },
  recording: {
    title: 'Recordings',
    about: 'recordings of panes for players: asciicast with markers, images of single moments',
    load: async () =>
      (await loadModule(() => import('./recordings/recording-operations.js'))).recordingOperations,
  },
  host: {
    title: 'Hosts',
    about: 'machines with tmux: this one, containers, SSH hosts',
    load: async () => (await loadModule(() => import('./hosts/host-operations.js'))).hostOperations,
  },
  tour: {
    title: 'Guided tour',
    about: 'real programs to try, removed when the tour ends',
    load: async () => (await loadModule(() => import('./tour/tour-operations.js'))).tourOperations,
  },
  token: {
    title: 'Tokens',
    about: 'access to the server: tokens and their scopes',
    load: async () => (await loadModule(() => import('./tokens/token-operations.js'))).tokenOperations,
  },
  audit: {
    title: 'Audit',
    about: 'calls made through the server',
    load: async () => (await loadModule(() => import('./audit/audit-operations.js'))).auditOperations,
  },
} satisfies Record<string, Family>;

export interface Family {
  readonly title: string;
  /** What it is about, in a few words. */
  readonly about: string;
  readonly load: () => Promise<readonly Operation[]>;
}

export type FamilyName = keyof typeof families;

/** The whole table. */
export async function allOperations(): Promise<readonly Operation[]> {
  const loaded = await Promise.all(Object.values<Family>(families).map(({ load }) => load()));
  return loaded.flat();
}

/** An operation by its name. Fails with `INVALID_ARGUMENT` where there is none. */
export async function findOperation(name: string): Promise<Operation> {
  const [first = ''] = name.split('.', 1);
  const family = Object.hasOwn(families, first) ? (families[first as FamilyName] as Family) : undefined;
  const found = (await family?.load())?.find((operation) => operation.name === name);
  if (found) return found;
  const names = (await allOperations()).map((operation) => operation.name);
  throw new MuxError('INVALID_ARGUMENT', `'${shownText(name)}' is not an operation.`, {
    suggestion: didYouMean(shownText(name), names) ?? `The operations are ${names.join(', ')}.`,
    details: { name: shownText(name) },
  });
}
