import { describe, expect, it } from 'vitest';
import {
  capturePane,
  createWindow,
  defaultSessionName,
  ensureSession,
  killSession,
  sendKeys,
  sessionHasOtherWorkers,
  type TmuxInfo,
  windowExists,
} from '../../../src/index.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';

/** The functions as callers have them in their own code: the inputs of the interface, in their order. */
interface CallersFunctions {
  defaultSessionName(): string;
  ensureSession(session: string, socket?: string): Promise<void>;
  killSession(session: string, socket?: string): Promise<void>;
  createWindow(session: string, window: string, cwd: string, cmd: string[], socket?: string): Promise<void>;
  windowExists(session: string, window: string, socket?: string): Promise<boolean>;
  sendKeys(session: string, window: string, text: string, enter?: boolean, socket?: string): Promise<void>;
  capturePane(session: string, window: string, historyLines?: number, socket?: string): Promise<string>;
  sessionHasOtherWorkers(
    state: CallersState,
    session: string,
    excludeWorker: string,
    socket?: string,
  ): boolean;
}

interface CallersTmuxInfo {
  session: string;
  window: string;
  socket: string | null;
}

interface CallersState {
  workers: { name: string; tmux: CallersTmuxInfo }[];
}

describe('the exported functions for workers', () => {
  it('are those of the interface', async () => {
    const swarm: CallersFunctions = {
      defaultSessionName,
      ensureSession,
      killSession,
      createWindow,
      windowExists,
      sendKeys,
      capturePane,
      sessionHasOtherWorkers,
    };
    await using server = await isolatedTmux();
    const { socket } = server;
    const session = swarm.defaultSessionName();
    expect(session).toMatch(/^swarm-[0-9a-f]{8}$/);
    await swarm.ensureSession(session, socket);
    await swarm.createWindow(session, 'worker1', '/', ['cat'], socket);
    expect(await swarm.windowExists(session, 'worker1', socket)).toBe(true);
    await swarm.sendKeys(session, 'worker1', 'implement feature X', true, socket);
    const screen = (): Promise<string> => swarm.capturePane(session, 'worker1', 100, socket);
    await expect.poll(screen).toContain('implement feature X\nimplement feature X');
    const tmux: TmuxInfo = { session, window: 'worker1', socket } satisfies CallersTmuxInfo;
    const state: CallersState = { workers: [{ name: 'worker1', tmux }] };
    expect(swarm.sessionHasOtherWorkers(state, session, 'worker1', socket)).toBe(false);
    expect(swarm.sessionHasOtherWorkers(state, session, 'worker2', socket)).toBe(true);
    await swarm.killSession(session, socket);
    expect(await swarm.windowExists(session, 'worker1', socket)).toBe(false);
  });
});
