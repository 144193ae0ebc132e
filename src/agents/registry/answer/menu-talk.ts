import {
  type BridgeContext,
  type Look,
  lockPane,
  openView,
  PaneTalk,
  questionChanged,
} from '../../../delivery/index.js';
import { type CallOptions, Deadline, isMuxError, MuxError } from '../../../model/index.js';
import {
  dialogQuestion,
  findMenu,
  type Menu,
  type MenuOption,
  namedQuestion,
  steadyRow,
} from '../../../screen/index.js';
import { type Command, keyCommands, rowConditions } from '../../../tmux/index.js';
import { answerDefaults } from './answer-defaults.js';

/** A menu, and the screen that it was read from. */
export interface MenuLook {
  readonly look: Look;
  readonly menu: Menu;
  /** The option that Enter would take. */
  readonly highlighted: MenuOption;
}

export interface MenuTalkOptions extends CallOptions {
  /** Name of the profile, where it is known. */
  readonly profile?: string | undefined;
  /** Of the question that is answered. */
  readonly fingerprint?: string | undefined;
  /**
   * Whether it is no agent: any list that stands out on the screen counts, and the program may end with the answer.
   * @default false
   */
  readonly isPlain?: boolean;
}

/** The hold on a pane that shows a menu: each key goes only to the very screen that was read. */
export class MenuTalk {
  readonly #talk: PaneTalk;
  readonly #fingerprint: string | undefined;
  readonly isPlain: boolean;

  private constructor(talk: PaneTalk, { fingerprint, isPlain = false }: MenuTalkOptions) {
    this.#talk = talk;
    this.#fingerprint = fingerprint;
    this.isPlain = isPlain;
  }

  /** Nobody else types into the pane while `work` goes on. */
  static async hold<T>(
    context: BridgeContext,
    paneId: string,
    options: MenuTalkOptions,
    work: (talk: MenuTalk) => Promise<T>,
  ): Promise<T> {
    const { timeoutMs = answerDefaults.timeoutMs, signal, profile } = options;
    const what = `Answering in pane ${paneId}`;
    using deadline = new Deadline({ what, timeoutMs, ...(signal && { signal }) });
    const pane = context.tmux.pane(paneId);
    const parts = await openView(context, pane, deadline, profile);
    using _ear = parts.ear;
    const { commandTimeoutMs } = parts;
    await using lock = await lockPane(pane.tmux, paneId, { deadline, commandTimeoutMs });
    return await work(new MenuTalk(new PaneTalk({ ...parts, lock }), options));
  }

  /** The program in the foreground when the hold began; keys go to no other. */
  get program(): string {
    return this.#talk.command ?? '';
  }

  get paneId(): string {
    return this.#talk.pane.id;
  }

  /**
   * The menu that the answer is meant for, when it has been the same for a moment. Fails with `QUESTION_CHANGED` where
   * it is not the one that the caller has read.
   */
  async firstMenu(): Promise<MenuLook> {
    const fingerprint = this.#fingerprint;
    if (fingerprint === undefined) return this.menu();
    const first = await this.menu().catch(async (error: unknown) => {
      if (!isMuxError(error, 'NO_MENU')) throw error;
      throw questionChanged(this.paneId, await this.#look());
    });
    if (namedQuestion(first.look.screen, fingerprint, { menu: first.menu })) return first;
    throw questionChanged(this.paneId, first.look);
  }

  /** The menu, when it has been the same for a moment: a half-painted one has fewer options. Fails with `NO_MENU`. */
  async menu(): Promise<MenuLook> {
    const until = performance.now() + answerDefaults.menuWaitMs;
    let before = menuIn(await this.#look());
    for (;;) {
      await this.#talk.wait(answerDefaults.stableMs);
      const look = await this.#look();
      const now = menuIn(look);
      if (before && now && isSameQuestion(before, now)) return now;
      if (performance.now() >= until) throw noMenu(this.paneId, look);
      before = now;
    }
  }

  /** The menu once more. Fails with `QUESTION_CHANGED` where another question is there: it is not the one meant. */
  async sameMenu(first: MenuLook, except?: number): Promise<MenuLook> {
    const now = await this.menu();
    if (isSameQuestion(now, first, except)) return now;
    throw questionChanged(this.paneId, now.look);
  }

  /** Waits until `accept` gives something for what the screen shows. */
  until<T>(
    ms: number,
    accept: (look: Look) => T | undefined,
    longestPauseMs?: () => number,
  ): Promise<T | undefined> {
    return this.#talk.lookUntil(ms, accept, () => this.#look(), longestPauseMs);
  }

  /** Presses a key if the screen is still the one that was read; whether it did is the answer. */
  press(seen: MenuLook, key: string): Promise<boolean> {
    return this.give(seen, this.keys(key));
  }

  /** Carries out commands if the screen is still the one that was read; whether it did is the answer. */
  async give(seen: MenuLook, commands: readonly Command[]): Promise<boolean> {
    const { screen } = seen.look;
    return this.giveAt(seen.look, dialogQuestion(screen, seen.menu).rows, commands);
  }

  /** Carries out commands if the cursor is still where it was, and these rows are still what they were. */
  async giveAt(look: Look, rows: readonly number[], commands: readonly Command[]): Promise<boolean> {
    const { screen } = look;
    // Most programs leave the cursor at what is highlighted.
    const guard = { command: this.#talk.command, cursor: screen.cursor, holds: rowConditions(screen, rows) };
    const held = await this.#talk.send(guard, commands);
    if (held === undefined) return true;
    if (!held.ours) throw new MuxError('PANE_BUSY', `Pane ${this.paneId} was taken over by another sender.`);
    if (held.inMode) await this.#talk.leaveMode();
    return false;
  }

  keys(key: string): Command[] {
    return keyCommands(this.paneId, [key], this.#talk.pane.tmux.version);
  }

  async #look(): Promise<Look> {
    const look = await this.#talk.look();
    if (!this.isPlain || look.agent.menu) return look;
    return { ...look, agent: { ...look.agent, menu: findMenu(look.screen) } };
  }

  request(commands: readonly Command[]): Promise<Buffer[]> {
    return this.#talk.request(commands);
  }

  get tmux(): PaneTalk['pane']['tmux'] {
    return this.#talk.pane.tmux;
  }
}

function noMenu(paneId: string, { agent }: Look): MuxError {
  return new MuxError('NO_MENU', `The screen of pane ${paneId} shows no options to choose from.`, {
    suggestion: 'Answer with text instead, or look at the screen.',
    details: { paneId, state: agent.state, evidence: agent.evidence },
  });
}

/** The menu of a screen, if one option of it is highlighted. */
export function menuIn(look: Look): MenuLook | undefined {
  const { menu } = look.agent;
  const highlighted = menu?.highlighted === undefined ? undefined : menu.options[menu.highlighted];
  return menu && highlighted && { look, menu, highlighted };
}

/**
 * Whether this is the same question about the same thing with the same options, whichever is highlighted.
 *
 * @param except index of an option that words are written into, so that it changes
 */
export function isSameQuestion(a: MenuLook, b: MenuLook, except?: number): boolean {
  return isSameMenu(a.menu, b.menu, except) && isSameContext(a, b);
}

function isSameMenu(a: Menu, b: Menu, except?: number): boolean {
  const labels = ({ options }: Menu): string =>
    options.map(({ label }, index) => (index === except ? '' : label)).join('\n');
  return a.title === b.title && labels(a) === labels(b);
}

/** What stands above the options: the next question may have the same words, but not about the same thing. */
function isSameContext(a: MenuLook, b: MenuLook): boolean {
  const [one, other] = [rowsAbove(a), rowsAbove(b)];
  // Where the options take more room, less of what is above them is left on the screen.
  const rows = Math.min(one.length, other.length);
  return one.slice(one.length - rows).join('\n') === other.slice(other.length - rows).join('\n');
}

/** The rows of the dialog above its options, without what changes by itself. */
export function rowsAbove({ look, menu }: MenuLook): readonly string[] {
  const end = Math.min(...menu.options.map(({ row }) => row));
  const { rows } = dialogQuestion(look.screen, menu);
  return rows.filter((row) => row < end).map((row) => steadyRow(look.screen.rows[row] ?? ''));
}

export function notChosen({ paneId }: Pick<MenuTalk, 'paneId'>, why: string): MuxError {
  return new MuxError('OPTION_NOT_CHOSEN', `No option was chosen in pane ${paneId}: ${why}.`, {
    suggestion: 'Look at the screen before trying again.',
    details: { paneId },
  });
}
