import { callOf, field, MuxError, phrase } from '../../model/index.js';
import { foregroundProcesses } from '../../panes/index.js';
import type { Run } from '../../runs/index.js';
import type { Tmux } from '../../tmux/index.js';
import type { OperationContext } from '../operation.js';
import { allows } from '../tokens/scopes.js';

type Called = Pick<OperationContext, 'caller'>;

/** Whether the caller may do no more than answer what is asked. */
function onlyAnswers({ caller }: Called): boolean {
  return caller !== undefined && !allows(caller.scopes, 'control');
}

/**
 * Makes sure that the caller says which question is answered. A token that may only answer has to, and so has a
 * dashboard: a person who clicks has read something. Fails with `INVALID_ARGUMENT`.
 */
export function requireFingerprint(context: Called, fingerprint: string | undefined): void {
  if (fingerprint !== undefined) return;
  if (!onlyAnswers(context) && context.caller?.via !== 'cookie') return;
  throw new MuxError('INVALID_ARGUMENT', 'The answer does not name the question it is for.', {
    suggestion: phrase`Give the ${field('fingerprint')} of the question, from ${callOf('inbox.list')}, ${callOf('run.status')} or ${callOf('agent.status')}.`,
    details: { missing: 'fingerprint' },
  });
}

/**
 * A caller that may only answer types into no program that works, and into no shell that waits for commands. Fails with
 * `FORBIDDEN`.
 */
export async function requireAsking(context: Called, run: Run, tmux: Tmux): Promise<void> {
  if (!onlyAnswers(context)) return;
  const { id, paneId } = run;
  const status = await run.status();
  const asks = status.state === 'waiting-for-input' && !status.idle && status.confidence !== 'guess';
  if (asks && !(await takesCommands(tmux, paneId))) return;
  const what = status.state === 'waiting-for-input' ? 'does not ask a question' : `is ${status.state}`;
  throw new MuxError('FORBIDDEN', `Run ${id} ${what}: typing into it now requires the scope 'control'.`, {
    suggestion: phrase`With the scope 'respond' you can answer the items of ${callOf('inbox.list')}.`,
    details: { state: status.state },
  });
}

/** Whether a shell or an interpreter without a script is in front, whatever its prompt looks like. */
async function takesCommands(tmux: Tmux, paneId: string): Promise<boolean> {
  const { pid } = await tmux.pane(paneId).info();
  const processes = (await foregroundProcesses(tmux.host, [pid])).get(pid) ?? [];
  return processes.some(({ argv: [program = '', ...words] }) => {
    const name = program.slice(program.lastIndexOf('/') + 1);
    return COMMANDED.test(name) && words.every((word) => /^-(?!-?\w*[ce]$)/.test(word));
  });
}

const COMMANDED =
  /^-?(?:(?:ba|da|z|k|mk|fi|tc|c|a|pw|nu)?sh|python[\d.]*|ipython[\d.]*|node|irb|ghci|lua[\d.]*|php|R|julia)$/;
