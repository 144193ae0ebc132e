import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Runtime } from '../../../src/operations/runtime.js';
import { type JoinOptions, TerminalHub } from '../../../src/operations/terminals/terminal-hub.js';
import type { TerminalViewer } from '../../../src/operations/terminals/terminal-viewer.js';
import { openStore } from '../../../src/store/open-store.js';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import type { Pane } from '../../../src/tmux/pane.js';
import { TerminalReader } from './terminal-reader.js';

export interface OpenTerminals extends AsyncDisposable {
  readonly server: IsolatedTmux;
  readonly runtime: Runtime;
  readonly hub: TerminalHub;
  readonly folder: string;
  /** A window with a program, in a session of its own. */
  run(command: readonly string[], size?: { readonly cols: number; readonly rows: number }): Promise<Pane>;
  join(pane: Pane, options?: Partial<JoinOptions> & { readonly acknowledges?: boolean }): Promise<Seat>;
}

export async function openTerminals(): Promise<OpenTerminals> {
  const folder = await mkdtemp(join(tmpdir(), 'muxwright-terminals-'));
  const server = await isolatedTmux();
  const store = await openStore({ path: join(folder, 'store.db') });
  const runtime = new Runtime({ store });
  const hub = new TerminalHub(runtime);
  let sessions = 0;
  return {
    server,
    runtime,
    hub,
    folder,
    run: async (command, size = { cols: 80, rows: 24 }) => {
      const session = await server.tmux.ensureSession(`run-${sessions++}`, {
        size: { width: size.cols, height: size.rows },
        command: [...command],
      });
      const found = (await server.tmux.panes()).find(({ sessionId }) => sessionId === session.id);
      return server.tmux.pane(found?.id ?? '');
    },
    join: async (pane, { acknowledges = true, ...options } = {}) => {
      const seat = new Seat(acknowledges);
      await seat.take(hub, { target: pane.id, host: server.address, ...options });
      return seat;
    },
    async [Symbol.asyncDispose]() {
      await hub.close();
      await runtime.close();
      await store.close();
      await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

/** A viewer that keeps what it is given. */
export class Seat extends TerminalReader {
  readonly #acknowledges: boolean;
  #viewer: TerminalViewer | undefined;

  constructor(acknowledges: boolean) {
    super();
    this.#acknowledges = acknowledges;
  }

  get viewer(): TerminalViewer {
    if (!this.#viewer) throw new Error('nobody has joined');
    return this.#viewer;
  }

  async take(hub: TerminalHub, options: JoinOptions): Promise<void> {
    this.#viewer = await hub.join(options, {
      frame: (frame) => this.takeFrame(frame),
      bytes: (data) => {
        if (this.#acknowledges) queueMicrotask(() => this.#viewer?.acknowledge(data.length));
        this.takeBytes(data);
      },
    });
  }
}
