import { callOf, Deadline, isMuxError, MuxError, phrase } from '../model/index.js';
import { type Context, type HeldContext, holdContext } from '../panes/index.js';
import { LiveRedactor } from '../redaction/live-redactor.js';
import type { Store } from '../store/index.js';
import type { HostTarget, Tmux } from '../tmux/index.js';
import type { ActionContext } from './action-context.js';
import type { InitData } from './actions/init.js';
import type { KillData } from './actions/kill.js';
import type { ListData } from './actions/list.js';
import type { ReadData } from './actions/read-answer.js';
import type { SendData } from './actions/send.js';
import type { SplitData } from './actions/split.js';
import {
  type CapabilityFailure,
  type CapabilityResponse,
  type CapabilitySuccess,
  failureFrom,
} from './capability-response.js';
import { type GivenParameters, readAction } from './read-parameters.js';
import { prepareAction } from './run-action.js';
import { type CapabilityTag, parseCapabilityTags, type TagPlace } from './tags/parse-capability-tags.js';
import { type WorkspaceConfig, type WorkspaceSettings, workspaceSettings } from './workspace-config.js';

/** A command for a pane. */
export interface SendCommandOptions extends ExecuteOptions {
  /** As window.pane. @default '0.0' */
  readonly pane?: string;
  /** Clear screen and history first. @default false */
  readonly clear?: boolean;
  /** Wait for the end of the command, until `text` is printed, or until it prints nothing for `quietMs`. */
  readonly wait?: 'end' | 'text' | 'quiet';
  readonly text?: string;
  /** @default 30000 */
  readonly timeoutMs?: number;
  /** @default 1000 */
  readonly quietMs?: number;
}

export interface ReadPaneOptions extends ExecuteOptions {
  /** As window.pane. @default '0.0' */
  readonly pane?: string;
  /** Number of lines, from the end. @default 100 */
  readonly lines?: number;
  /** The entire scrollback. @default false */
  readonly all?: boolean;
  /** Only what is new since the last read. @default false */
  readonly since?: boolean;
}

export interface SplitPaneOptions extends ExecuteOptions {
  /** @default 0 */
  readonly window?: number;
  readonly title?: string;
  /** Working folder of the new pane, an absolute path. @default that of the pane that is split */
  readonly cwd?: string;
}

export interface WorkspaceOptions {
  /**
   * Where the workspace is: an address, a connection that the caller keeps, or a function that gives one when it is
   * needed.
   * @default 'local'
   */
  readonly host?: HostTarget | (() => Promise<Tmux>);
  readonly config?: WorkspaceConfig;
  /** What it shares with other services, instead of its own `clock` and `config.connect`. */
  readonly context?: Context;
  /** Taken for the sake of the other services: all of a workspace is kept by tmux and on its host. */
  readonly store?: Store | false;
  readonly clock?: () => Date;
}

/** Ends waits: they fail, and what was sent keeps running. */
export interface ExecuteOptions {
  readonly signal?: AbortSignal | undefined;
}

/** The answer to one tag of a text. */
export interface TagResponse {
  /** Where the tag stands. */
  readonly place: TagPlace;
  readonly response: CapabilityResponse;
}

/**
 * One session with windows and panes, as a language model works with it, also by capability tags. What runs there needs
 * no process of muxwright, and the next process continues where this one was.
 *
 * @example
 * await using workspace = new Workspace({ host: 'docker://sandbox' });
 * await workspace.send('npm test', { wait: 'end' });
 * const { output } = await workspace.read({ since: true });
 */
export class Workspace implements AsyncDisposable {
  readonly #host: HostTarget | (() => Promise<Tmux>);
  readonly #held: HeldContext;
  readonly #settings: WorkspaceSettings;
  #home: Promise<string> | undefined;
  readonly #shared: Omit<ActionContext, 'tmux' | 'settings'>;

  constructor(options: WorkspaceOptions = {}) {
    const { config = {}, context, clock } = options;
    this.#host = options.host ?? 'local';
    this.#settings = workspaceSettings(config);
    this.#held = holdContext(context, { connect: config.connect, store: false, clock });
    this.#shared = {
      redactor: new LiveRedactor(this.#settings.redaction),
      transcripts: new Map(),
      shells: new Map(),
      clock: this.#held.context.clock,
    };
  }

  /** Creates the session with its first window and pane, unless it exists. Never required. */
  init(options: ExecuteOptions = {}): Promise<InitData> {
    return this.#data({ action: 'init' }, options);
  }

  /**
   * Types a command into a pane and presses Enter.
   *
   * @example
   * const { exit_code } = await workspace.send('npm test', { wait: 'end', timeoutMs: 60_000 });
   */
  send(
    command: string,
    { signal, timeoutMs, quietMs, ...given }: SendCommandOptions = {},
  ): Promise<SendData> {
    const waits = {
      ...(timeoutMs !== undefined && { timeout: timeoutMs / 1000 }),
      ...(quietMs !== undefined && { quiet_ms: quietMs }),
    };
    return this.#data({ action: 'send', command, ...given, ...waits }, { signal });
  }

  /** What a pane shows and has shown, or only what is new since the last read. */
  read({ signal, ...given }: ReadPaneOptions = {}): Promise<ReadData> {
    return this.#data({ action: 'read', ...given }, { signal });
  }

  /** Creates a pane beside or below the active one of a window. */
  split(
    direction: 'horizontal' | 'vertical',
    { signal, ...given }: SplitPaneOptions = {},
  ): Promise<SplitData> {
    return this.#data({ action: 'split', direction, ...given }, { signal });
  }

  /** All windows and panes: titles, folders, and what runs in them. */
  list(options: ExecuteOptions = {}): Promise<ListData> {
    return this.#data({ action: 'list' }, options);
  }

  /** Ends a pane or a window with all that runs in it. */
  kill(
    which: { readonly pane: string } | { readonly window: number },
    options: ExecuteOptions = {},
  ): Promise<KillData> {
    return this.#data({ action: 'kill', ...which }, options);
  }

  /** Carries out one action, and gives its data. What fails is thrown, in the words in which a tag is answered. */
  async perform(request: GivenParameters, options: ExecuteOptions = {}): Promise<CapabilitySuccess['data']> {
    try {
      return await this.#perform(anObject(request), options);
    } catch (error) {
      if (!isMuxError(error)) throw error;
      const { error: message, suggestion } = this.#failure(error);
      const { code, advice, details } = error;
      const isAnswered =
        (code === 'CONTAINER_NOT_RUNNING' && this.#settings.startSuggestion !== '') || !advice;
      throw new MuxError(code, message, {
        suggestion: isAnswered ? suggestion : advice,
        details,
        cause: error,
      });
    }
  }

  /** Carries out one action, given as a tag or as an object. Never throws: what fails is an answer. */
  async answer(request: string | GivenParameters, options: ExecuteOptions = {}): Promise<CapabilityResponse> {
    try {
      const given = typeof request === 'string' ? fromTag(onlyTag(request)) : anObject(request);
      return { success: true, data: await this.#perform(given, options) };
    } catch (error) {
      return this.#failure(error);
    }
  }

  /**
   * Carries out all tags in a text, in order, and answers each. Tags of other capabilities are passed over. Those that
   * follow when the caller has had enough are not carried out, and answered with that.
   *
   * @example
   * for (const { place, response } of await workspace.answerTags(reply)) console.log(place.line, response);
   */
  async answerTags(text: string, options: ExecuteOptions = {}): Promise<TagResponse[]> {
    const responses: TagResponse[] = [];
    for (const tag of parseCapabilityTags(text)) {
      const { start, end, line, column } = tag;
      const response = isForUs(tag) && (await this.#answer(tag, options));
      if (response) responses.push({ place: { start, end, line, column }, response });
    }
    return responses;
  }

  /** Ends the connections. The session and its programs keep running. */
  async close(): Promise<void> {
    const { shells, transcripts } = this.#shared;
    await Promise.all([...shells.values()].map((shell) => shell.close()));
    shells.clear();
    transcripts.clear();
    await this.#held.release();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #answer(tag: CapabilityTag, options: ExecuteOptions): Promise<CapabilityResponse> {
    try {
      return { success: true, data: await this.#perform(fromTag(tag), options) };
    } catch (error) {
      return this.#failure(error);
    }
  }

  /** The answer of an action has the shape of that action. */
  #data<Data>(request: GivenParameters, options: ExecuteOptions): Promise<Data> {
    return this.perform(request, options) as Promise<Data>;
  }

  async #perform(request: GivenParameters, { signal }: ExecuteOptions): Promise<CapabilitySuccess['data']> {
    const action = readAction(request.action);
    const perform = prepareAction(action, request);
    const host = this.#host;
    using deadline = new Deadline({ what: `The action ${action}`, ...(signal && { signal }) });
    const connecting = typeof host === 'function' ? host() : this.#held.context.connect(host);
    const tmux = await deadline.race(connecting);
    const settings = { ...this.#settings, folder: await deadline.race(this.#folderOn(tmux)) };
    return perform({ ...this.#shared, tmux, settings, signal });
  }

  /** Where the working folder is on that host. */
  async #folderOn({ host }: Tmux): Promise<string> {
    const { folder } = this.#settings;
    if (!folder.startsWith('~')) return folder;
    this.#home ??= host.script('cd && pwd -P').then(({ stdout }) => stdout.toString().trim());
    const home = await this.#home.catch((error: unknown) => {
      // The next call tries again.
      this.#home = undefined;
      throw error;
    });
    return `${home === '/' ? '' : home}${folder.slice(1)}` || '/';
  }

  #failure(error: unknown): CapabilityFailure {
    return failureFrom(error, this.#settings.startSuggestion);
  }
}

/** Callers in plain JavaScript give anything. */
function anObject(request: unknown): GivenParameters {
  if (typeof request === 'object' && request !== null && !Array.isArray(request))
    return request as GivenParameters;
  throw new MuxError('INVALID_ARGUMENT', 'A request is a tag or an object, and this is neither.', {
    suggestion: 'Write { action: \'list\' }, or <capability name="tmux" action="list" />.',
  });
}

function isForUs(tag: CapabilityTag): boolean {
  return tag.names.length === 0 || tag.names.includes('tmux');
}

function onlyTag(text: string): CapabilityTag {
  const [tag, ...others] = parseCapabilityTags(text);
  if (!tag) {
    throw new MuxError('INVALID_ARGUMENT', 'There is no capability tag in this text.', {
      suggestion: 'Write <capability name="tmux" action="list" />.',
    });
  }
  if (others.length === 0) return tag;
  throw new MuxError('INVALID_ARGUMENT', `There are ${others.length + 1} capability tags in this text.`, {
    suggestion: phrase`Give one at a time, or use ${callOf('workspace.capability', {}, 'answerTags()')}.`,
  });
}

/** The parameters in a tag. The name of a window is called like the name of the capability. */
function fromTag(tag: CapabilityTag): GivenParameters {
  if (tag.kind === 'broken') {
    throw new MuxError('INVALID_ARGUMENT', tag.problem, { suggestion: tag.suggestion });
  }
  const { names, attributes, body } = tag;
  const ours = names.indexOf('tmux');
  if (ours < 0) throw misnamed(names[0]);
  const [name] = names.toSpliced(ours, 1);
  const command = attributes.action === 'send' && body ? { command: body } : {};
  return { ...command, ...attributes, ...(name !== undefined && { name }) };
}

function misnamed(name: string | undefined): MuxError {
  const problem =
    name === undefined ? "The attribute 'name' is missing." : `This is the capability 'tmux', not '${name}'.`;
  return new MuxError('INVALID_ARGUMENT', problem, {
    suggestion: 'Write <capability name="tmux" action="…" />.',
  });
}
