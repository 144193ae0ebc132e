import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../model/error-catalogue.js';
import { MuxError } from '../../model/mux-error.js';
import { respondError } from './respond-error.js';

describe('what a failed answer is told as', () => {
  it.each<[code: ErrorCode, status: number, type: string]>([
    ['NO_PANE_ID', 400, 'no_pane_id'],
    ['INVALID_ARGUMENT', 400, 'invalid_argument'],
    ['AGENT_NOT_FOUND', 404, 'agent_not_found'],
    ['AGENT_WRONG_STATE', 409, 'wrong_state'],
    ['PANE_NOT_FOUND', 503, 'pane_not_found'],
    ['AGENT_PANE_LOST', 503, 'pane_not_found'],
    ['NO_SERVER', 503, 'pane_not_found'],
    ['TMUX_NOT_INSTALLED', 503, 'tmux_not_installed'],
    ['TIMEOUT', 502, 'timeout'],
    ['TMUX_COMMAND_FAILED', 502, 'subprocess_failed'],
    ['DIALOG_OPEN', 502, 'send_failed'],
    ['OPTION_NOT_CHOSEN', 502, 'send_failed'],
    ['FLOW_FAILED', 502, 'unknown'],
    ['UNAUTHENTICATED', 401, 'unauthenticated'],
  ])('%s is %i %s [B41]', (code, status, error_type) => {
    const [told, body] = respondError(new MuxError(code, 'It did not work.'));
    expect(told).toBe(status);
    expect(body).toMatchObject({ status: 'error', error_type, message: 'It did not work.' });
  });

  it('is unconfirmed with its evidence where nothing proves that the text was taken [B42]', () => {
    const evidence = [{ source: 'screen', detail: 'the text is still in the input box' }];
    const details = { status: 'unconfirmed', receipt: { status: 'unconfirmed', evidence } };
    const [status, body] = respondError(new MuxError('SEND_UNCONFIRMED', 'Nothing proves it.', { details }));
    expect([status, body]).toMatchObject([
      502,
      { error_type: 'send_failed', receipt_status: 'unconfirmed', evidence },
    ]);
  });
});
