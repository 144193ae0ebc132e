import { isMuxError, type NamedOperation, type Words } from '../model/index.js';

/** What every action answers. */
export type CapabilityResponse<Data = unknown> = CapabilitySuccess<Data> | CapabilityFailure;

export interface CapabilitySuccess<Data = unknown> {
  readonly success: true;
  readonly data: Data;
}

export interface CapabilityFailure {
  readonly success: false;
  /** A sentence about what is wrong. */
  readonly error: string;
  /** What to do about it. */
  readonly suggestion: string;
  /** The panes there are, where one was asked for that is not there. */
  readonly panes?: readonly string[];
}

/** An error as an answer. */
export function failureFrom(error: unknown, startSuggestion: string): CapabilityFailure {
  if (!isMuxError(error)) {
    return {
      success: false,
      error: cut(String(error)),
      suggestion: 'This is a bug in muxwright; please report it.',
    };
  }
  if (error.code === 'CONTAINER_NOT_RUNNING' && startSuggestion !== '')
    return { success: false, error: 'Sandbox container not running', suggestion: startSuggestion };
  const { panes } = error.details;
  return {
    success: false,
    error: cut(error.message),
    suggestion: error.advice?.in(tagWords) ?? "Use action='list' to see what is there.",
    ...(error.code === 'PANE_NOT_FOUND' && Array.isArray(panes) && { panes: panes as string[] }),
  };
}

/** What phrases refer to, for a model that writes tags. */
const tagWords: Words = {
  call: ({ operation }, code = operation) => actions[operation] ?? code,
  field: (name) => name,
};

const actions: Readonly<Partial<Record<NamedOperation, string>>> = {
  'pane.keys': "action='send'",
  'pane.list': "action='list'",
  'pane.send': "action='send'",
  'run.start': "action='init'",
  'workspace.init': "action='init'",
};

/** What was given wrongly may be long, and a model has to read all of it. */
function cut(message: string): string {
  if (message.length <= LONGEST_ERROR) return message;
  return `${message.slice(0, LONGEST_ERROR / 2)}…${message.slice(-LONGEST_ERROR / 2)}`;
}

const LONGEST_ERROR = 600;
