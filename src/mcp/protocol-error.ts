import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { didYouMean, isMuxError, MuxError } from '../model/index.js';
import { problem } from '../operations/index.js';
import { nextCalls, toolWords } from './tool-names.js';

/** Where the protocol has no place for a result that is an error: an answer with our code and suggestion as its data. */
export async function asProtocolError<T>(promise: Promise<T>, data?: object): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    throw protocolError(error, data);
  }
}

/** The protocol gives a tool that does not exist an error of its own, and no result. */
export function unknownTool(name: string, known: readonly string[]): ProtocolError {
  const shown = name.slice(0, 60);
  return protocolError(
    new MuxError('INVALID_ARGUMENT', `'${shown}' is not a tool that is offered here.`, {
      suggestion:
        didYouMean(shown, known) ?? 'tools/list has what is offered; mux mcp --tools decides what that is.',
    }),
  );
}

export function protocolError(error: unknown, data: object = {}): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const { code = 'INTERNAL_ERROR', message, suggestion } = problem(error, toolWords);
  const sentence = suggestion === undefined ? message : `${message} ${suggestion}`;
  return new ProtocolError(numberOf(error), sentence, {
    ...data,
    code,
    message,
    suggestion,
    ...nextCalls(error),
  });
}

function numberOf(error: unknown): number {
  if (isMuxError(error, 'INVALID_ARGUMENT', 'CURSOR_OUT_OF_RANGE')) return ProtocolErrorCode.InvalidParams;
  return isMuxError(error) && NOT_FOUND.includes(error.code)
    ? RESOURCE_NOT_FOUND
    : ProtocolErrorCode.InternalError;
}

const NOT_FOUND: readonly string[] = ['TARGET_NOT_FOUND', 'PANE_NOT_FOUND', 'RUN_NOT_FOUND'];

/** Whether the data of an error says that something does not exist. */
export function isNotFound(data: unknown): boolean {
  return NOT_FOUND.includes(String((data as { readonly code?: unknown } | undefined)?.code));
}

/** Of revision 2025-11-25. */
export const RESOURCE_NOT_FOUND = -32_002;
