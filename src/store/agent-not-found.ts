import { MuxError, shownText } from '../model/index.js';

export function agentNotFound(id: string): MuxError {
  return new MuxError('AGENT_NOT_FOUND', `There is no agent '${shownText(id)}' in the store.`, {
    suggestion: 'List the agents, and give the id or the name of one.',
    details: { id },
  });
}
