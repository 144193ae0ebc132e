import type { CallToolResult } from '@modelcontextprotocol/server';
import {
  type CallOperation,
  type OperationContext,
  runComplete,
  runResume,
  runWait,
} from '../../operations/index.js';
import { callTool } from '../call-tool.js';

/** A call of `run_complete` or `run_wait` whose run has begun: all that is needed to wait on, in any process. */
export interface PendingRun {
  readonly tool: 'run.complete' | 'run.wait';
  readonly run: string;
  readonly host: string;
  readonly input: Readonly<Record<string, unknown>>;
}

type Input = Readonly<Record<string, unknown>>;

/** Whether a call may end in a question of the program. */
export function mayAsk({ name }: CallOperation, input: Input): boolean {
  if (name === runComplete.name) return input.stopAtPrompt !== false;
  return name === runWait.name && input.until !== 'text';
}

/** Begins a call. `withinMs` shortens the wait. */
export function beginRun(
  operation: CallOperation,
  input: Input,
  context: OperationContext,
  withinMs?: number,
): Promise<CallToolResult> {
  if (operation.name === runWait.name) return waitRun(input, context, withinMs);
  return callTool({ operation }, shortened(input, 'waitMs', withinMs), context);
}

/** The same call once more, without what began it. */
export function resumeRun(
  { tool, run, host, input }: PendingRun,
  context: OperationContext,
  withinMs?: number,
): Promise<CallToolResult> {
  if (tool === 'run.wait') return waitRun(input, context, withinMs);
  const { waitMs, stopAtPrompt, maxBytes } = input;
  const resumed = { run, host, ...given({ waitMs, stopAtPrompt, maxBytes }) };
  return callTool({ operation: runResume as CallOperation }, shortened(resumed, 'waitMs', withinMs), context);
}

/** What has to be remembered of a call, once its answer says which run it is about. */
export function pendingRun(
  { name }: CallOperation,
  input: Input,
  { structuredContent }: CallToolResult,
): PendingRun | undefined {
  const { id: run, host } = (structuredContent ?? {}) as Input;
  if (typeof run !== 'string' || typeof host !== 'string') return undefined;
  const tool = name === runWait.name ? 'run.wait' : 'run.complete';
  const { waitMs, stopAtPrompt, maxBytes } = input;
  // Neither the command nor its secrets are needed again.
  const kept = tool === 'run.wait' ? input : given({ waitMs, stopAtPrompt, maxBytes });
  return { tool, run, host, input: kept };
}

/** Waits for the end, and for a question on the way to it. */
async function waitRun(input: Input, context: OperationContext, withinMs?: number): Promise<CallToolResult> {
  const operation = runWait as CallOperation;
  const whole = shortened(input, 'timeoutMs', withinMs);
  if (input.until !== undefined && input.until !== 'finished') return callTool({ operation }, whole, context);
  const settled = await callTool({ operation }, { ...whole, until: 'settled' }, context);
  if (settled.isError) return settled;
  const { state, idle, confidence } = settled.structuredContent as Input;
  // It waits without a question: the end is still to come.
  if (state === 'waiting-for-input' && (idle === true || confidence === 'guess'))
    return callTool({ operation }, whole, context);
  const structuredContent = { ...(settled.structuredContent as Input), until: 'finished' };
  return { ...settled, structuredContent };
}

function shortened(input: Input, field: string, withinMs: number | undefined): Input {
  return withinMs === undefined ? input : { ...input, [field]: withinMs };
}

function given(fields: Input): Input {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
