import { menuOptions } from '../../screen/index.js';
import type { AgentPrompt } from '../../status/index.js';
import type { AgentQuestion } from '../../store/index.js';
import type { RedactLines } from './agents-options.js';

interface Seen {
  readonly kind: AgentPrompt['kind'];
  readonly menu?: AgentPrompt['menu'] | undefined;
  readonly question?: AgentPrompt['question'] | undefined;
}

/**
 * What an agent asks, for people and models.
 *
 * @param redact lines of a screen without secrets
 */
export function agentQuestion({ kind, menu, question }: Seen, redact: RedactLines): AgentQuestion {
  return {
    promptKind: kind,
    ...(menu && { prompt: redact([menu.title]).join(' ') }),
    ...(question && {
      question: redact(question.text.split('\n')).join('\n'),
      fingerprint: question.fingerprint,
    }),
    ...(menu && { options: menuOptions(menu, redact) }),
  };
}
