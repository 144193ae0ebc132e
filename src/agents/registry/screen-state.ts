import type { AgentScreen } from '../../panes/index.js';
import type { StoredAgentState } from '../../store/index.js';

/** What a screen says about the state; `undefined` where it is not sure. */
export function screenState(
  { state, confidence }: Pick<AgentScreen, 'state' | 'confidence'>,
  hasWorked: boolean,
): StoredAgentState | undefined {
  if (confidence === 'guess') return undefined;
  switch (state) {
    case 'permission':
    case 'question':
    case 'error':
      return 'AWAITING_INPUT';
    case 'working':
      return 'PROCESSING';
    case 'idle':
    case 'typing':
      return hasWorked ? 'AWAITING_INPUT' : 'IDLE';
    case 'unknown':
      return undefined;
  }
}
