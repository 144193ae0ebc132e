import type { CapabilityResponse, GivenParameters, TagPlace } from '../workspace/index.js';
import { type ExecuteOptions, Workspace, type WorkspaceOptions } from '../workspace/workspace.js';

/** What a capability is made with. */
export interface TmuxCapabilityOptions extends WorkspaceOptions {}

/** What the specification says of the session in its sandbox; the host is an option. */
const sandbox = Object.freeze({
  session: 'artie',
  folder: '/workspace',
  startSuggestion: 'Start container: docker-compose up -d sandbox',
});

/** The answer to one tag of a text. */
export interface TagResponse {
  /** Where the tag stands. */
  readonly place: TagPlace;
  readonly response: CapabilityResponse;
}

/**
 * `Workspace` for the tags and objects of a language model: every call is answered, none throws.
 *
 * @example
 * await using tmux = new TmuxCapability({ host: 'docker://sandbox' });
 * await tmux.execute('<capability name="tmux" action="send" command="npm test" />');
 * const response = await tmux.execute({ action: 'read', since: true });
 */
export class TmuxCapability implements AsyncDisposable {
  readonly #workspace: Workspace;

  constructor(options: TmuxCapabilityOptions = {}) {
    this.#workspace = new Workspace({ ...options, config: { ...sandbox, ...options.config } });
  }

  /**
   * Carries out one action, given as a tag or as an object. Never throws.
   *
   * @example
   * await tmux.execute({ action: 'split', direction: 'vertical', title: 'server' });
   */
  execute(request: string | GivenParameters, options: ExecuteOptions = {}): Promise<CapabilityResponse> {
    return this.#workspace.answer(request, options);
  }

  /**
   * Carries out all tags in a text, in order, and answers each. Tags of other capabilities are skipped.
   *
   * @example
   * for (const { place, response } of await tmux.executeAll(reply)) console.log(place.line, response);
   */
  executeAll(text: string, options: ExecuteOptions = {}): Promise<TagResponse[]> {
    return this.#workspace.answerTags(text, options);
  }

  /** Ends the connections. The session, and what runs in it, keeps running. */
  close(): Promise<void> {
    return this.#workspace.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
