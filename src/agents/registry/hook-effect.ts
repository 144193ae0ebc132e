import { hookStatement } from '../../status/index.js';
import type { NewTurn, StoredAgentState } from '../../store/index.js';
import type { HookEvent } from '../hooks/hook-event.js';

/** What a hook means for what is kept about its agent. */
export interface HookEffect {
  /** `undefined` where it says nothing about the state. */
  readonly state: { readonly to: StoredAgentState; readonly detail: string } | undefined;
  /** Texts as they came: not yet redacted. */
  readonly turns: readonly HookTurn[];
}

export interface HookTurn extends Pick<NewTurn, 'actor' | 'intent' | 'text'> {
  /** Not where the agent's last turn is a question already: this tells of it once more. */
  readonly again?: boolean;
}

/** @param hasWorked whether the agent had a turn before: then it waits for the person, and not for a first prompt */
export function hookEffect(event: HookEvent, hasWorked: boolean): HookEffect {
  return { state: stateOf(event, hasWorked), turns: turnsOf(event) };
}

function stateOf(event: HookEvent, hasWorked: boolean): HookEffect['state'] {
  const said = hookStatement({ type: 'hook', event: event.event, payload: event.raw, at: event.at });
  if (!said) return undefined;
  const { detail } = said;
  switch (said.phase) {
    case 'working':
      return { to: 'PROCESSING', detail };
    case 'asking':
      return { to: 'AWAITING_INPUT', detail };
    case 'gone':
      return { to: 'EXITED', detail };
    case 'ready': {
      const isFresh = event.event === 'SessionStart' && event.source !== 'resume';
      return { to: said.turnOver || (hasWorked && !isFresh) ? 'AWAITING_INPUT' : 'IDLE', detail };
    }
  }
}

function turnsOf(event: HookEvent): readonly HookTurn[] {
  const { prompt = '', lastAssistantMessage = '', error, message = '' } = event;
  const said = (text: string): HookTurn[] =>
    text.trim() === '' ? [] : [{ actor: 'AGENT', intent: 'COMPLETION', text }];
  switch (event.event) {
    case 'UserPromptSubmit':
      return prompt === '' ? [] : [{ actor: 'USER', intent: 'COMMAND', text: prompt }];
    case 'Stop':
      // A program that tells only of the end of a turn tells then how it began.
      if (prompt === '') return said(lastAssistantMessage);
      return [{ actor: 'USER', intent: 'COMMAND', text: prompt }, ...said(lastAssistantMessage)];
    case 'StopFailure':
      return said(lastAssistantMessage || `The turn failed: ${error ?? 'nobody knows why'}`);
    case 'PermissionRequest':
      return [{ actor: 'AGENT', intent: 'QUESTION', text: questionText(event) }];
    case 'Notification': {
      const asks =
        event.notificationType === 'permission_prompt' || event.notificationType === 'elicitation_dialog';
      return asks ? [{ actor: 'AGENT', intent: 'QUESTION', text: message, again: true }] : [];
    }
    default:
      return [];
  }
}

/** What the agent wants to do, or asks. */
function questionText({ toolName = 'a tool', toolInput = {} }: HookEvent): string {
  const { questions } = toolInput;
  if (Array.isArray(questions))
    return questions
      .map(askedText)
      .filter((text) => text !== '')
      .join('\n\n');
  for (const key of ['command', 'file_path', 'url', 'pattern', 'plan', 'description']) {
    const value = toolInput[key];
    if (typeof value === 'string') return `${toolName}: ${value}`;
  }
  const input = JSON.stringify(toolInput);
  return input === '{}' ? toolName : `${toolName}: ${input.slice(0, 2_000)}`;
}

function askedText(asked: unknown): string {
  if (typeof asked !== 'object' || asked === null) return '';
  const { question, options } = asked as { question?: unknown; options?: unknown };
  if (typeof question !== 'string') return '';
  const labels = Array.isArray(options)
    ? options.map((option) => String((option as { label?: unknown })?.label ?? ''))
    : [];
  return [question, ...labels.filter((label) => label !== '').map((label) => `- ${label}`)].join('\n');
}
