import { errorTypeOf } from '../../delivery/index.js';
import type { ErrorCode } from '../../model/index.js';

/** The kind of a failed delivery, as it goes over the wire: `pane_not_found`, `send_failed`. */
export function bridgeErrorType(code: ErrorCode): string {
  return (special[code] ?? errorTypeOf(code)).toLowerCase();
}

/** Codes that come of answering an agent, and not of the bridge. */
const special: Partial<Readonly<Record<ErrorCode, string>>> = {
  AGENT_PANE_LOST: 'PANE_NOT_FOUND',
  NO_MENU: 'SEND_FAILED',
  OPTION_NOT_FOUND: 'SEND_FAILED',
  OPTION_NOT_CHOSEN: 'SEND_FAILED',
};
