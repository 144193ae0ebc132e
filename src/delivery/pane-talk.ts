import { randomBytes } from 'node:crypto';
import {
  type Command,
  commandLine,
  missing,
  parseRecord,
  parseStyledScreen,
  type RecordFields,
  recordFormat,
  screenCommands,
  tellInput,
} from '../tmux/index.js';
import { type Guard, guardFormat } from './guard.js';
import type { PaneLock } from './lock/pane-lock.js';
import { type Look, PaneView, type PaneViewParts } from './pane-view.js';

/** Why tmux did not send keys: what it saw in that moment. */
export interface Held {
  readonly ours: boolean;
  readonly inMode: boolean;
  readonly command: string;
}

export interface PaneTalkParts extends PaneViewParts {
  readonly lock: PaneLock;
}

/** The hold on one pane for one call: it sends keys only under conditions that tmux itself checks. */
export class PaneTalk extends PaneView {
  readonly #lock: PaneLock;

  constructor(parts: PaneTalkParts) {
    super(parts);
    this.#lock = parts.lock;
  }

  /** Carries out commands if the guard holds at that moment, as one step of tmux; `undefined` when it did. */
  async send(guard: Omit<Guard, 'isOurs'>, commands: readonly Command[]): Promise<Held | undefined> {
    const { command, read } = this.#guarded(guard, commands);
    const told = await tellInput(this.pane.tmux.place, commands);
    const held = read(await this.request([command]));
    if (!held) told?.();
    return held;
  }

  /** Looks at the screen and carries out commands if the guard holds, both as one step of tmux. */
  async lookAndSend(
    guard: Omit<Guard, 'isOurs'>,
    commands: readonly Command[],
  ): Promise<{ readonly look: Look; readonly held: Held | undefined }> {
    const { command, read } = this.#guarded(guard, commands);
    this.ear.reset();
    const capture = screenCommands(this.pane.id, { ansi: true });
    const told = await tellInput(this.pane.tmux.place, commands);
    const bodies = await this.request([...capture, command]);
    const { paneId, ...screen } = parseStyledScreen(bodies.slice(0, capture.length));
    if (paneId !== this.pane.id) throw missing('PANE_NOT_FOUND', 'pane', this.pane.id, this.pane.tmux.place);
    const held = read(bodies.slice(capture.length));
    if (!held) told?.();
    return { look: this.lookAt(screen), held };
  }

  #guarded(
    guard: Omit<Guard, 'isOurs'>,
    commands: readonly Command[],
  ): { readonly command: Command; readonly read: (bodies: readonly Buffer[]) => Held | undefined } {
    const { id } = this.pane;
    const { isOurs } = this.#lock;
    const sent = `muxwright-sent-${randomBytes(4).toString('hex')}`;
    const fields = { ...HELD, ours: isOurs };
    const then = commandLine([['display-message', '-p', sent], ...commands]);
    const otherwise = commandLine([['display-message', '-p', '-t', id, recordFormat(fields)]]);
    return {
      command: ['if-shell', '-F', '-t', id, guardFormat({ ...guard, isOurs }), then, otherwise],
      read: (bodies) => {
        const said = Buffer.concat(bodies);
        if (said.includes(sent)) return undefined;
        const { ours, inMode, command } = parseRecord(fields, said);
        return { ours: ours === '1', inMode: Number(inMode) > 0, command };
      },
    };
  }

  /** Sets options of the pane and the like, if it is still ours. */
  async note(command: Command): Promise<void> {
    await this.request([['if-shell', '-F', '-t', this.pane.id, this.#lock.isOurs, commandLine([command])]]);
  }

  /** Copy mode and whatever else of tmux covers the program would take the keys. */
  async leaveMode(): Promise<void> {
    await this.request([['copy-mode', '-q', '-t', this.pane.id]]);
  }

  request(commands: readonly Command[]): Promise<Buffer[]> {
    const { tmux } = this.pane;
    const options = { server: tmux.server, timeoutMs: this.commandTimeoutMs };
    return this.deadline.race(tmux.request(commands, options));
  }
}

const HELD = { inMode: 'pane_in_mode', command: 'pane_current_command' } as const satisfies RecordFields;
