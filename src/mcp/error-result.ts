import type { CallToolResult } from '@modelcontextprotocol/server';
import { isMuxError } from '../model/index.js';
import { problem } from '../operations/index.js';
import { OutputFence } from './output-fence.js';
import { nextCalls, toolWords } from './tool-names.js';

/**
 * An error for a model: its code, what is wrong, what to do. The same as data is in `_meta`, because
 * `structuredContent` has to fit the output of the tool.
 */
export function errorResult(error: unknown): CallToolResult {
  const { code = 'INTERNAL_ERROR', message: sentence, suggestion: advice } = problem(error, toolWords);
  const message = bounded(isMuxError(error) ? sentence : `${MISTAKE} ${sentence}`);
  const suggestion = advice === undefined ? undefined : bounded(advice);
  const text = [message, suggestion].filter(Boolean).join('\n');
  const lines = quotesOutput(error, text) ? new OutputFence().block(text) : [text];
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${lines.join('\n')}` }],
    _meta: { 'muxwright/error': { code, message, suggestion, ...nextCalls(error) } },
  };
}

/** `ok`, or the code of the error that a result is about. */
export function outcomeOf({ isError, _meta }: CallToolResult): string {
  if (isError !== true) return 'ok';
  return (_meta?.['muxwright/error'] as { readonly code?: string } | undefined)?.code ?? 'INTERNAL_ERROR';
}

/** Whether it says that time was up. */
export function isTimeout(result: CallToolResult): boolean {
  return outcomeOf(result) === 'TIMEOUT';
}

const MISTAKE = 'Internal error in muxwright:';

/** Whether a screen stands in it, or one of the texts that the error has as data: a question, a title, an option. */
function quotesOutput(error: unknown, text: string): boolean {
  const details = isMuxError(error) ? textsIn(error.details) : [];
  return problem(error).message.includes('\n') || details.some((one) => text.includes(one));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return /\s/.test(value.trim()) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** A message may show a screen; it is no place for a book. */
function bounded(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)} …` : text;
}

const MOST_CHARACTERS = 8_000;
