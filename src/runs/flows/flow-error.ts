import { isMuxError, MuxError, type MuxErrorOptions } from '../../model/index.js';
import type { FinishedStatus } from '../status.js';
import type { Flow } from './flow.js';

/** What an error of a flow tells besides what went wrong. */
export interface FlowFailure {
  readonly flow: string;
  readonly runId: string;
  /** The last of what the terminal showed, redacted. */
  readonly screen: string;
  /** Whether all secrets were removed from log and pane. */
  readonly scrubbed: boolean;
}

export function commandFailed(flow: Flow, { code, timedOut, signal }: FinishedStatus): MuxError {
  const how = timedOut ? 'because its time limit was reached' : signal ? `by ${signal}` : `with ${code}`;
  return new MuxError('FLOW_FAILED', `The command of the flow ${flow.name} ended ${how}.`, {
    suggestion: 'Check its output. Nothing was stored.',
    details: { code },
  });
}

export function valueMissing(flow: Flow, value: string): MuxError {
  return new MuxError(
    'FLOW_FAILED',
    `The command of the flow ${flow.name} ended well, but '${value}' was not in what it printed.`,
    {
      suggestion: 'Its output may be different in this version: use another extractor for the flow.',
      details: { value },
    },
  );
}

export function unknownPrompt(flow: Flow, prompt: string): MuxError {
  return new MuxError(
    'FLOW_PROMPT_UNKNOWN',
    `The command of the flow ${flow.name} asks a question that no step answers: '${prompt}'.`,
    { suggestion: 'Add a step that answers it.', details: { prompt } },
  );
}

export function askedAgain(flow: Flow, prompt: string): MuxError {
  return new MuxError('FLOW_FAILED', `The command of the flow ${flow.name} asks again: '${prompt}'.`, {
    suggestion: 'The answer was rejected, or the step needs `times`.',
    details: { prompt },
  });
}

export function inputMissing(flow: Flow, input: string, prompt: string): MuxError {
  return new MuxError(
    'FLOW_INPUT_MISSING',
    `The flow ${flow.name} has no '${input}' to answer '${prompt}' with.`,
    { suggestion: `Give it as inputs.${input}.`, details: { input, prompt } },
  );
}

/** The same error, with where it happened and what was to be seen there. */
export function inFlow(error: unknown, failure: FlowFailure): unknown {
  if (!isMuxError(error)) return error;
  const { advice, details, cause } = error;
  const options: MuxErrorOptions = {
    suggestion: advice,
    details: { ...details, ...failure },
    ...(cause !== undefined && { cause }),
  };
  const shown = failure.screen === '' ? '(empty)' : failure.screen;
  return new MuxError(error.code, `${error.message}\nThe screen was:\n${shown}`, options);
}
