import { type ErrorCode, MuxError } from '../model/index.js';
import type { BridgeResult, TmuxBridgeErrorType } from './send-result.js';

/** A failed call as a value, whatever was thrown. */
export function failure(error: unknown, latencyMs: number): BridgeResult {
  if (!(error instanceof MuxError)) {
    const errorMessage = error instanceof Error ? error.message : String(error);
    return { success: false, errorType: 'UNKNOWN', errorMessage, latencyMs };
  }
  return {
    success: false,
    errorType: errorTypeOf(error.code),
    errorCode: error.code,
    errorMessage: error.message,
    ...(error.advice && { suggestion: String(error.advice), advice: error.advice }),
    ...(error.code === 'QUESTION_CHANGED' && { asked: error.details }),
    latencyMs,
  };
}

/** The one of the seven types that a code belongs to. */
export function errorTypeOf(code: ErrorCode): TmuxBridgeErrorType {
  return types.get(code) ?? 'UNKNOWN';
}

const codes: Readonly<Record<Exclude<TmuxBridgeErrorType, 'UNKNOWN'>, readonly ErrorCode[]>> = {
  PANE_NOT_FOUND: ['PANE_NOT_FOUND', 'WINDOW_NOT_FOUND', 'SESSION_NOT_FOUND', 'NO_SERVER'],
  TMUX_NOT_INSTALLED: ['TMUX_NOT_INSTALLED'],
  SUBPROCESS_FAILED: [
    'TMUX_COMMAND_FAILED',
    'TMUX_TOO_OLD',
    'COMMAND_TOO_LARGE',
    'CONTROL_MODE_REFUSED',
    'PROTOCOL_ERROR',
    'CONNECTION_LOST',
    'OUTPUT_TOO_LARGE',
    'PROGRAM_NOT_FOUND',
    'PERMISSION_DENIED',
    'HOST_IO_FAILED',
    'HOST_UNREACHABLE',
    'INVALID_ADDRESS',
    'SOCKET_PATH_TOO_LONG',
    'DOCKER_UNAVAILABLE',
    'CONTAINER_NOT_FOUND',
    'CONTAINER_NOT_RUNNING',
    'KUBECONFIG_INVALID',
    'KUBECONFIG_COMMAND_REFUSED',
    'CLUSTER_UNREACHABLE',
    'CLUSTER_FORBIDDEN',
    'POD_NOT_FOUND',
    'POD_NOT_READY',
    'POD_ENDED',
  ],
  NO_PANE_ID: ['NO_PANE_ID'],
  TIMEOUT: ['TIMEOUT', 'PANE_BUSY'],
  SEND_FAILED: [
    'PANE_DEAD',
    'PROGRAM_CHANGED',
    'DIALOG_OPEN',
    'INPUT_NOT_EMPTY',
    'INPUT_NOT_FOUND',
    'QUESTION_CHANGED',
    'SCREEN_CHANGED',
    'SEND_UNCONFIRMED',
    'TEXT_MIXED',
    'TEXT_REFUSED',
    'KEY_REUSED',
    'TEXT_TOO_LONG',
    'INVALID_ARGUMENT',
    'UNKNOWN_KEY',
    'ABORTED',
    'CLOSED',
  ],
};

const types = new Map<ErrorCode, TmuxBridgeErrorType>(
  Object.entries(codes).flatMap(([type, list]) => list.map((code) => [code, type as TmuxBridgeErrorType])),
);
