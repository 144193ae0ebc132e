import { atMost, Deadline, isMuxError } from '../../model/index.js';
import { observerOf } from '../../panes/index.js';
import type { PaneStream } from '../../tmux/index.js';
import type { ActionContext } from '../action-context.js';
import type { NotedCommand } from '../panes/sent-note.js';
import type { WorkspacePane } from '../panes/survey.js';
import { CommandOutput } from './command-output.js';
import { beginLog } from './followed-log.js';

/** What came of a wait. */
export interface SendOutcome {
  /** Whether it happened before the time was up. */
  readonly done: boolean;
  /** Known only with wait="end". */
  readonly exit_code: number | null;
  /** What was printed meanwhile, without the command itself; of very much, the end. */
  readonly output: string;
}

export interface SendWait {
  /** Types the command. */
  readonly type: () => Promise<NotedCommand>;
  readonly command: string;
  readonly until: { readonly text: string } | { readonly quietMs: number };
  readonly timeoutMs: number;
}

/** Types a command and follows what the pane prints until there is enough of it, or enough silence. */
export async function waitAfter(
  workspace: ActionContext,
  pane: WorkspacePane,
  { type, command, until, timeoutMs }: SendWait,
): Promise<SendOutcome> {
  const { tmux, redactor, signal } = workspace;
  const what = `Waiting in pane ${pane.address}`;
  using deadline = new Deadline({ what, timeoutMs, ...(signal && { signal }) });
  await using stream = tmux.pane(pane.id).text();
  await deadline.race(stream.live);
  const text = 'text' in until ? until.text : undefined;
  const log = text === undefined ? undefined : await beginLog(workspace, pane);
  const { prompt, startsAt, kind } = await type();
  // A plain sh does not say when it starts something; what is typed there behind something else starts at a later prompt.
  const atPrompt = prompt !== null && (kind !== 'sh' || startsAt > prompt);
  const begin = (): CommandOutput =>
    new CommandOutput({ command, shell: pane.shell, atPrompt, startsAt, redactor, text });
  let output = begin();
  let done = false;
  try {
    const heard = await hear(stream, output, until, deadline, log !== undefined);
    done = heard === true;
    if (heard === 'gap' && log) {
      // Output is missing; only the log has everything.
      output = begin();
      done = await log.follow(output, deadline);
    }
  } catch (error) {
    if (!isMuxError(error, 'TIMEOUT', 'LOG_UNAVAILABLE')) throw error;
  }
  const screen = await ownScreen(workspace, pane);
  return { done, exit_code: null, output: screen ?? output.toString() };
}

/** A program that draws a screen of its own is seen by that screen: what it wrote to draw it is no text. */
async function ownScreen(
  { tmux, redactor }: ActionContext,
  { id }: WorkspacePane,
): Promise<string | undefined> {
  const screen = await observerOf(tmux.pane(id))
    .screen()
    .catch((error: unknown) => {
      if (isMuxError(error, 'PANE_NOT_FOUND')) return undefined;
      throw error;
    });
  return screen?.alternate ? redactor.screen(screen.rows).join('\n').trimEnd() : undefined;
}

type Until = SendWait['until'];

/** Follows a pane until it has printed what is wanted; false where it is closed before. */
async function hear(
  stream: PaneStream<string>,
  output: CommandOutput,
  until: Until,
  deadline: Deadline,
  stopAtGap: boolean,
): Promise<boolean | 'gap'> {
  const events = stream[Symbol.asyncIterator]();
  let next = events.next();
  try {
    for (;;) {
      const event = await deadline.race(
        'quietMs' in until ? atMost(next, until.quietMs, 'quiet' as const) : next,
      );
      if (event === 'quiet') return true;
      if (event.done) return false;
      next = events.next();
      if (event.value.type === 'gap' && stopAtGap) return 'gap';
      if (event.value.type !== 'output') continue;
      output.feed(event.value.data);
      if (output.found) return true;
    }
  } finally {
    next.catch(() => {});
  }
}
