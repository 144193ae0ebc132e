import type { CallOptions } from '../../model/index.js';
import type { Store } from '../../store/index.js';
import type { Tmux } from '../../tmux/index.js';
import type { Run } from '../run.js';
import type { RunOptions } from '../run-options.js';
import type { StartOptions } from '../runs-options.js';
import type { FinishedStatus } from '../status.js';

/** What a flow needs. */
export interface FlowPlace {
  /** What starts its command. */
  readonly runs: { start(command: string | readonly string[], options?: StartOptions): Promise<Run> };
  /** The host it runs on. */
  readonly tmux: Tmux;
  /** Where credentials are kept. */
  readonly store: Store | undefined;
}

export interface FlowOptions
  extends CallOptions,
    Pick<RunOptions, 'cwd' | 'env' | 'login' | 'redactors' | 'secrets' | 'size' | 'tags'> {
  /** What the flow asks its caller for: a value, or a function that is called when it is asked. */
  readonly inputs?: Readonly<Record<string, string | FlowInput>>;
  /** Session that the command's window is opened in. */
  readonly session?: string;
  /** Told as it happens; there is no secret in it. */
  readonly onEvent?: (event: FlowEvent) => void;
  /**
   * Whether the pane stays when the command has ended, as an interactive shell. What is secret is erased from it.
   * @default false
   */
  readonly interactive?: boolean;
  /**
   * How long a program that reads keys one by one may wait for something unknown before that counts as a question.
   * @default 30000
   */
  readonly patienceMs?: number;
}

/** Gets an answer, for example from a person. */
export type FlowInput = (request: FlowInputRequest) => string | Promise<string>;

export interface FlowInputRequest {
  /** The line that asks. */
  readonly prompt: string;
  /** What was found up to now, such as the address to sign in at. */
  readonly values: Readonly<Record<string, string>>;
  /** Aborted when the flow is over before the answer is there. */
  readonly signal: AbortSignal;
}

export type FlowEvent =
  | { readonly type: 'started'; readonly runId: string }
  /** A value was found, or found to be another one. */
  | { readonly type: 'value'; readonly name: string; readonly value: string }
  /** The command asks; the step of that number in the flow answers. */
  | { readonly type: 'prompt'; readonly prompt: string; readonly step: number }
  | { readonly type: 'answered'; readonly step: number }
  | { readonly type: 'finished'; readonly status: FinishedStatus }
  /** A credential is kept; everything else that held it has been scrubbed when the flow resolves. */
  | { readonly type: 'stored'; readonly credential: string };

export interface FlowResult {
  readonly runId: string;
  readonly status: FinishedStatus;
  /** What was found and may be seen. */
  readonly values: Readonly<Record<string, string>>;
  /** Ids of the credentials that were kept. */
  readonly credentials: readonly string[];
}
