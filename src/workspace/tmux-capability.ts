import { type CallOptions, callOf, Deadline, isMuxError, MuxError, phrase } from '../model/index.js';
import { type Context, type HeldContext, holdContext } from '../panes/index.js';
import { LiveRedactor } from '../redaction/live-redactor.js';
import type { Store } from '../store/index.js';
import type { HostTarget, Tmux } from '../tmux/index.js';
import {
  type CapabilityFailure,
  type CapabilityResponse,
  type CapabilitySuccess,
  failureFrom,
} from './capability-response.js';
import { type GivenParameters, readAction } from './read-parameters.js';
import { prepareAction } from './run-action.js';
import { type CapabilityTag, parseCapabilityTags, type TagPlace } from './tags/parse-capability-tags.js';
import type { Workspace } from './workspace.js';
import {
  DEFAULT_WORKSPACE_HOST,
  type WorkspaceConfig,
  type WorkspaceSettings,
  workspaceSettings,
} from './workspace-config.js';

export interface TmuxCapabilityOptions {
  /**
   * Where the workspace is: an address, a connection that the caller keeps, or a function that gives one when it is
   * needed.
   * @default 'docker://coachartie-sandbox'
   */
  readonly host?: HostTarget | (() => Promise<Tmux>);
  readonly config?: WorkspaceConfig;
  /** What it shares with other services, instead of its own `clock` and `config.connect`. */
  readonly context?: Context;
  /** Taken for the sake of the other services: all of a workspace is kept by tmux and on its host. */
  readonly store?: Store | false;
  readonly clock?: () => Date;
}

/** Ends waits: they fail, and what was sent goes on. */
export type ExecuteOptions = Pick<CallOptions, 'signal'>;

/** The answer to one tag of a text. */
export interface TagResponse {
  /** Where the tag stands. */
  readonly place: TagPlace;
  readonly response: CapabilityResponse;
}

/**
 * A language model's workspace: one session with windows and panes, driven by capability tags. What runs there needs no
 * process of ours, and the next one goes on where this one was.
 *
 * @example
 * await using tmux = new TmuxCapability({ host: 'docker://sandbox' });
 * await tmux.execute('<capability name="tmux" action="send" command="npm test" />');
 * const response = await tmux.execute({ action: 'read', since: true });
 */
export class TmuxCapability implements AsyncDisposable {
  readonly #host: HostTarget | (() => Promise<Tmux>);
  readonly #held: HeldContext;
  readonly #settings: WorkspaceSettings;
  readonly #shared: Omit<Workspace, 'tmux' | 'settings'>;

  constructor(options: TmuxCapabilityOptions = {}) {
    const { config = {}, context, clock } = options;
    this.#host = options.host ?? DEFAULT_WORKSPACE_HOST;
    this.#settings = workspaceSettings(config);
    this.#held = holdContext(context, { connect: config.connect, store: false, clock });
    this.#shared = {
      redactor: new LiveRedactor(this.#settings.redaction),
      transcripts: new Map(),
      shells: new Map(),
      clock: this.#held.context.clock,
    };
  }

  /**
   * Carries out one action, given as a tag or as an object. Never throws.
   *
   * @example
   * await tmux.execute({ action: 'split', direction: 'vertical', title: 'server' });
   */
  async execute(
    request: string | GivenParameters,
    options: ExecuteOptions = {},
  ): Promise<CapabilityResponse> {
    try {
      const given = typeof request === 'string' ? fromTag(onlyTag(request)) : anObject(request);
      return { success: true, data: await this.#perform(given, options) };
    } catch (error) {
      return this.#failure(error);
    }
  }

  /** Carries out one action, and gives its data. What fails is thrown, in the words in which a tag is answered. */
  async perform(request: GivenParameters, options: ExecuteOptions = {}): Promise<CapabilitySuccess['data']> {
    try {
      return await this.#perform(anObject(request), options);
    } catch (error) {
      if (!isMuxError(error)) throw error;
      const { error: message, suggestion } = this.#failure(error);
      const { code, advice, details } = error;
      const isAnswered = code === 'CONTAINER_NOT_RUNNING' || !advice;
      throw new MuxError(code, message, {
        suggestion: isAnswered ? suggestion : advice,
        details,
        cause: error,
      });
    }
  }

  /**
   * Carries out all tags in a text, in order, and answers each. Tags of other capabilities are passed over. Those that
   * follow when the caller has had enough are not carried out, and answered with that.
   *
   * @example
   * for (const { place, response } of await tmux.executeAll(reply)) console.log(place.line, response);
   */
  async executeAll(text: string, options: ExecuteOptions = {}): Promise<TagResponse[]> {
    const responses: TagResponse[] = [];
    for (const tag of parseCapabilityTags(text)) {
      const { start, end, line, column } = tag;
      const response = isForUs(tag) && (await this.#answer(tag, options));
      if (response) responses.push({ place: { start, end, line, column }, response });
    }
    return responses;
  }

  /** Ends the connections. The session, and what runs in it, goes on. */
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

  async #perform(request: GivenParameters, { signal }: ExecuteOptions): Promise<CapabilitySuccess['data']> {
    const action = readAction(request.action);
    const perform = prepareAction(action, request);
    const host = this.#host;
    using deadline = new Deadline({ what: `The action ${action}`, ...(signal && { signal }) });
    const connecting = typeof host === 'function' ? host() : this.#held.context.connect(host);
    const tmux = await deadline.race(connecting);
    return perform({ ...this.#shared, tmux, settings: this.#settings, signal });
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
    suggestion: phrase`Give one at a time, or use ${callOf('workspace.capability', {}, 'executeAll()')}.`,
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
