import { describe, expect, it } from 'vitest';
import { type CommanderAvailabilityEvent, type RespondResult, TmuxBridge } from '../../../src/index.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { patience } from '../../patience.js';

/** The service as callers have it in their own code: the names of the interface in camel case. */
type ErrorType =
  | 'PANE_NOT_FOUND'
  | 'TMUX_NOT_INSTALLED'
  | 'SUBPROCESS_FAILED'
  | 'NO_PANE_ID'
  | 'TIMEOUT'
  | 'SEND_FAILED'
  | 'UNKNOWN';

interface CallersSendResult {
  success: boolean;
  errorType?: ErrorType;
  latencyMs: number;
}

interface CallersBridge {
  sendText(
    paneId: string,
    text: string,
    options?: {
      verifyEnter?: boolean;
      detectGhostText?: boolean;
      clearDelayMs?: number;
      maxEnterRetries?: number;
    },
  ): Promise<CallersSendResult>;
  sendKeys(paneId: string, ...keys: string[]): Promise<CallersSendResult>;
  checkHealth(paneId: string): Promise<{ available: boolean; running: boolean }>;
  capturePane(paneId: string): Promise<{ success: boolean; content?: string }>;
  extractVerificationSnippet(text: string): string | null;
}

type Fits<Ours extends Callers, Callers> = [Ours, Callers];
type _Shapes = [
  Fits<RespondResult, { status: 'ok'; agent_id: string; new_state: string; latency_ms: number }>,
  Fits<CommanderAvailabilityEvent, { agent_id: string; available: boolean; timestamp: string }>,
];

describe('the exported TmuxBridge', () => {
  it('is the service of the interface', async () => {
    await using server = await isolatedTmux();
    await using made = new TmuxBridge({ host: server.address, config: { connect: patience } });
    const bridge: CallersBridge = made;
    const session = await server.tmux.ensureSession('agents');
    const { id: paneId } = await session.newWindow({ command: ['cat'] });
    expect(await bridge.checkHealth(paneId)).toMatchObject({ available: true, running: false });
    expect(await bridge.sendKeys(paneId, 'h', 'i', 'Enter')).toMatchObject({ success: true });
    await expect.poll(async () => (await bridge.capturePane(paneId)).content).toContain('hi\nhi');
    const gone = await bridge.sendText('%4711', 'hello', { verifyEnter: true });
    expect(gone).toMatchObject({
      success: false,
      errorType: 'PANE_NOT_FOUND',
      latencyMs: expect.any(Number),
    });
    const text = 'Please refactor the parser so that it reads one token at a time.';
    expect(bridge.extractVerificationSnippet(text)).toBe(text.slice(-60));
    expect(bridge.extractVerificationSnippet('short')).toBe(null);
  });
});
