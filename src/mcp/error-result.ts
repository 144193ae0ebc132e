import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { isMuxError } from '../model/mux-error.js';
import { problem } from '../operations/problem.js';
import type { ToolNaming } from './tool-names.js';

/**
 * An error for a model: its code, what is wrong, what to do. The same as data is in `_meta`, because
 * `structuredContent` has to fit the output of the tool.
 */
export function errorResult(error: unknown, named: ToolNaming): CallToolResult {
  const { code = 'INTERNAL_ERROR', message: sentence, suggestion: advice } = problem(error);
  const message = bounded(isMuxError(error) ? sentence : `${MISTAKE} ${sentence}`);
  const suggestion = advice === undefined ? undefined : bounded(named(advice));
  return {
    isError: true,
    content: [{ type: 'text', text: [`${code}: ${message}`, suggestion].filter(Boolean).join('\n') }],
    _meta: { 'muxwright/error': { code, message, suggestion } },
  };
}

/** `ok`, or the code of the error that a result is about. */
export function outcomeOf({ isError, _meta }: CallToolResult): string {
  if (isError !== true) return 'ok';
  return (_meta?.['muxwright/error'] as { readonly code?: string } | undefined)?.code ?? 'INTERNAL_ERROR';
}

const MISTAKE = 'This should not have happened, and is a mistake in muxwright:';

/** A message may show a screen; it is no place for a book. */
function bounded(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)} …` : text;
}

const MOST_CHARACTERS = 8_000;
