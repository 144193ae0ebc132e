import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { TmuxCapability } from '../../../src/systems/tmux-capability.js';
import {
  type IsolatedTmux,
  type IsolatedTmuxOptions,
  isolatedTmux,
} from '../../../src/testing/isolated-tmux.js';
import type { ListData } from '../../../src/workspace/actions/list.js';
import type { ReadData } from '../../../src/workspace/actions/read-answer.js';
import type { CapabilityFailure } from '../../../src/workspace/capability-response.js';
import type { WorkspaceConfig } from '../../../src/workspace/workspace-config.js';
import { patience } from '../../patience.js';

/** What answers hold, of whatever action. */
export interface AnyData extends ReadData, ListData {
  readonly done: boolean;
  readonly exit_code: number | null;
  readonly running: string | null;
  readonly command_state: string | null;
  readonly file: string;
}

type Request = Parameters<TmuxCapability['execute']>[0];

export interface OpenWorkspace extends AsyncDisposable {
  readonly server: IsolatedTmux;
  readonly tmux: IsolatedTmux['tmux'];
  readonly capability: TmuxCapability;
  /** The working folder; it is not there before the workspace is. */
  readonly folder: string;
  readonly config: WorkspaceConfig;
  /** Another user of the same workspace, as another process would be. */
  another(): TmuxCapability;
  /** Carries out an action that has to succeed. */
  ok(request: Request, by?: TmuxCapability): Promise<AnyData>;
  /** Carries out an action that has to fail. */
  fails(request: Request): Promise<CapabilityFailure>;
  /** Reads until the output is as wanted. */
  reads(wanted: string | RegExp, request?: Readonly<Record<string, unknown>>): Promise<AnyData>;
  /** Waits until a pane really runs what is wanted; with `null`, until its shell is at its prompt. */
  runs(pane: string, wanted: string | null): Promise<void>;
}

/** A workspace on a tmux server of its own, in folders of its own, with shells that nobody configured. */
export async function openWorkspace(
  config: WorkspaceConfig = {},
  options: IsolatedTmuxOptions = { started: false },
  env: Readonly<Record<string, string>> = {},
): Promise<OpenWorkspace> {
  const server = await isolatedTmux(options);
  const base = await mkdtemp(join(tmpdir(), 'muxwright-workspace-'));
  const folder = join(base, 'workspace');
  const logFolder = join(base, 'logs');
  const whole = { folder, logFolder, env: { HOME: base, ...env }, connect: patience, ...config };
  const users: TmuxCapability[] = [];
  const another = (): TmuxCapability => {
    const user = new TmuxCapability({ host: server.address, config: whole });
    users.push(user);
    return user;
  };
  const capability = another();
  const ok: OpenWorkspace['ok'] = async (request, by = capability) => {
    const response = await by.execute(request);
    if (!response.success) throw new Error(JSON.stringify({ request, response }));
    return response.data as AnyData;
  };
  return {
    server,
    tmux: server.tmux,
    capability,
    folder,
    config: whole,
    another,
    ok,
    fails: async (request) => {
      const response = await capability.execute(request);
      expect(response).toMatchObject({ success: false });
      return response as CapabilityFailure;
    },
    reads: (wanted, request = {}) => {
      let before = '';
      return vi.waitFor(async () => {
        const data = await ok({ action: 'read', ...request });
        const output = [before, data.output].filter((part) => part !== '').join('\n');
        // What was read as new is not new the next time.
        if (request.since) before = output;
        expect(output).toMatch(wanted);
        return { ...data, output, lines_captured: output === '' ? 0 : output.split('\n').length };
      }, PATIENCE);
    },
    runs: (pane, wanted) =>
      vi.waitFor(
        async () =>
          expect(await ok({ action: 'status', pane })).toMatchObject({
            running: wanted,
            // What was typed at a prompt is told before the shell has read it, but only as likely.
            ...(wanted !== null && { confidence: 'certain' }),
            // A shell that is still starting looks idle to the kernel.
            ...(wanted === null && tellsOfPrompts(whole.shell) && { source: 'osc133' }),
          }),
        PATIENCE,
      ),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(users.map((user) => user.close()));
      await server[Symbol.asyncDispose]();
      // Recorders go when the server goes, and take their logs with them.
      await vi.waitFor(async () => expect(await readdir(logFolder).catch(() => [])).toEqual([]), PATIENCE);
      // Shells write their history when they end.
      await rm(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

/** Plain shells do not tell that they are at their prompt. */
function tellsOfPrompts(shell = 'bash'): boolean {
  return !/^(?:dash|busybox|sh)$/.test(shell);
}

/** For machines that do much else at the same time. */
export const PATIENCE = { timeout: 120_000, interval: 20 };
