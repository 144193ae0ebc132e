import { MuxError } from '../model/index.js';
import type { BridgeResult } from './send-result.js';

/** What the bridge gave as a value, as the error that it is. */
export function failedDelivery(result: BridgeResult, what: string): MuxError {
  const { errorCode = 'SEND_UNCONFIRMED', errorMessage = '', advice, asked } = result;
  const message = `${what}: ${errorMessage}`;
  return new MuxError(errorCode, message, {
    suggestion: advice,
    ...(asked && { details: asked }),
  });
}
