import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { didYouMean, isMuxError, MuxError } from '../model/index.js';
import { problem } from '../operations/index.js';
import { nextCalls, toolWords } from './tool-names.js';

/** Where the protocol has no place for a result that is an error: an answer with our code and suggestion as its data. */
export async function asProtocolError<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    throw protocolError(error);
  }
}

/** The protocol gives a tool that does not exist an error of its own, and no result. */
export function unknownTool(name: string, known: readonly string[]): McpError {
  const shown = name.slice(0, 60);
  return protocolError(
    new MuxError('INVALID_ARGUMENT', `'${shown}' is not a tool that is offered here.`, {
      suggestion:
        didYouMean(shown, known) ?? 'tools/list has what is offered; mux mcp --tools decides what that is.',
    }),
  );
}

export function protocolError(error: unknown): McpError {
  const { code = 'INTERNAL_ERROR', message, suggestion } = problem(error, toolWords);
  const sentence = suggestion === undefined ? message : `${message} ${suggestion}`;
  return new McpError(numberOf(error), sentence, { code, message, suggestion, ...nextCalls(error) });
}

function numberOf(error: unknown): number {
  if (isMuxError(error, 'INVALID_ARGUMENT', 'CURSOR_OUT_OF_RANGE')) return ErrorCode.InvalidParams;
  if (isMuxError(error, 'TARGET_NOT_FOUND', 'PANE_NOT_FOUND', 'RUN_NOT_FOUND')) return RESOURCE_NOT_FOUND;
  return ErrorCode.InternalError;
}

/** The protocol's own number, which the SDK has no name for. */
const RESOURCE_NOT_FOUND = -32_002;
