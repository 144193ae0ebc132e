import { durationText } from '../model/index.js';
import type { ScreenState } from '../panes/index.js';
import type { AgentSignal, ScreenReading } from './agent-signal.js';
import type { VerdictSource } from './agent-verdict.js';
import type { Statement } from './claim.js';
import { hookStatement } from './hook-statement.js';
import type { StatusSignal } from './program-signal.js';

/** What is known about a kind of program. */
export interface ProgramKnowledge {
  /** What a title says, where titles of this program say anything. */
  readonly readTitle?: (title: string) => ScreenState | undefined;
  /**
   * Whether OSC 133 comes from the shell that the program was started in, and so says nothing about the program.
   * @default false
   */
  readonly marksOfLauncher?: boolean;
  /**
   * Whether to take a program that has been quiet for a while for ready, where nothing else is known.
   * @default false
   */
  readonly guessFromSilence?: boolean;
}

export interface Reading {
  readonly source: VerdictSource | 'terminal';
  /** The signal in words. */
  readonly said: string;
  readonly statement: Statement | undefined;
}

/** What one signal says. */
export function readSignal(signal: AgentSignal, knowledge: ProgramKnowledge): Reading {
  switch (signal.type) {
    case 'status':
      return reading('program-status', statusText(signal), statusStatement(signal));
    case 'task-status':
      return reading('terminal', `task ${signal.id} ${signal.state}`);
    case 'status-query':
      return reading('program-status', 'asks whether its status is read');
    case 'hook':
      return reading('hook', signal.event, hookStatement(signal));
    case 'shell': {
      const said = signal.code === undefined ? signal.mark : `${signal.mark} ${signal.code}`;
      return reading('osc133', said, knowledge.marksOfLauncher ? undefined : shellStatement(signal));
    }
    case 'progress':
      return reading('progress', progressText(signal), progressStatement(signal));
    case 'title': {
      const state = knowledge.readTitle?.(signal.title);
      const detail = `title '${signal.title}'`;
      return reading('title', detail, state && screenStatement({ state, ...LIKELY, evidence: detail }));
    }
    case 'screen':
      return reading('screen', signal.screen.evidence || signal.screen.state, screenStatement(signal.screen));
    case 'process':
      return reading('process', signal.detail, signal.running ? undefined : gone(signal.detail));
    case 'exit':
      return reading('process', signal.detail, gone(signal.detail));
    case 'kernel': {
      const waiting: Statement = { phase: 'ready', confidence: 'likely', detail: signal.detail };
      return reading('kernel', signal.detail, signal.waiting ? waiting : undefined);
    }
    case 'submitted':
      return reading('bridge', 'took a message', { phase: 'working', ...LIKELY, detail: 'took a message' });
    case 'silence':
      return reading('silence', `quiet for ${durationText(signal.quietMs)}`);
    case 'bell':
      return reading('terminal', 'bell');
    case 'mode':
      return reading('terminal', `mode ${signal.mode} ${signal.on ? 'on' : 'off'}`);
    case 'gap':
      return reading('terminal', 'output was lost');
  }
}

const LIKELY = { confidence: 'likely', menu: undefined } as const;

function reading(source: Reading['source'], said: string, statement?: Statement): Reading {
  return { source, said, statement };
}

function gone(detail: string): Statement {
  return { phase: 'gone', confidence: 'certain', detail };
}

function statusText({ state, kind, message }: StatusSignal): string {
  const words = kind === undefined ? state : `${state} by ${kind}`;
  return message === undefined ? words : `${words}: ${message}`;
}

function statusStatement(signal: StatusSignal): Statement | undefined {
  const text = signal.message ?? '';
  const base = { confidence: 'certain', detail: statusText(signal) } as const;
  switch (signal.state) {
    case 'working':
      return { ...base, phase: 'working' };
    case 'idle':
      return { ...base, phase: 'ready' };
    case 'done':
      return { ...base, phase: 'ready', prompt: { kind: 'answer', text }, turnOver: true };
    case 'blocked': {
      const kind = signal.kind === 'permission' ? 'permission' : 'question';
      return { ...base, phase: 'asking', prompt: { kind, text } };
    }
    case 'clear':
      return undefined;
  }
}

function shellStatement({ mark, code }: AgentSignal & { type: 'shell' }): Statement {
  if (mark === 'C') return { phase: 'working', confidence: 'likely', detail: 'a command began' };
  if (mark !== 'D') return { phase: 'ready', confidence: 'likely', detail: 'a prompt is shown' };
  const detail = code === undefined ? 'a command ended' : `a command ended with ${code}`;
  return { phase: 'ready', confidence: 'likely', detail, turnOver: true };
}

function progressText({ state, value }: AgentSignal & { type: 'progress' }): string {
  const words = ['no progress', 'progress', 'failed', 'busy', 'paused'] as const;
  return value === undefined || state === 0 ? words[state] : `${words[state]} ${value} %`;
}

/** That there is no progress is also said by programs that begin or end. */
function progressStatement(signal: AgentSignal & { type: 'progress' }): Statement {
  const detail = progressText(signal);
  if (signal.state === 1 || signal.state === 3) return { phase: 'working', confidence: 'likely', detail };
  if (signal.state === 4)
    return { phase: 'asking', confidence: 'guess', detail, prompt: { kind: 'question', text: '' } };
  return { phase: 'ready', confidence: 'guess', detail };
}

/** A box that holds text still waits for the person; an error that is shown is the end of a turn. */
function screenStatement({
  state,
  confidence,
  evidence,
  menu,
  question,
}: ScreenReading): Statement | undefined {
  const base = { confidence, detail: evidence || state };
  switch (state) {
    case 'idle':
    case 'typing':
      return { ...base, phase: 'ready' };
    case 'error':
      return { ...base, phase: 'ready', turnOver: true };
    case 'working':
      return { ...base, phase: 'working' };
    case 'permission':
    case 'question': {
      const prompt = {
        kind: state,
        text: menu?.title ?? '',
        ...(menu && { menu }),
        ...(question && { question }),
      };
      return { ...base, phase: 'asking', prompt };
    }
    case 'unknown':
      return undefined;
  }
}
