import { resolve } from 'node:path';
import { agentState } from '../../model/index.js';
import {
  agentConversation,
  agentHealth,
  agentInstallHooks,
  agentList,
  agentRegister,
  agentRemove,
  agentRespond,
  agentSend,
  agentStatus,
  agentTurns,
  agentUninstallHooks,
  defined,
} from '../../operations/index.js';
import { calling } from '../calling.js';
import type { Execute } from '../command.js';
import type { ParsedArguments } from '../parse-arguments.js';
import { printable, stateWord } from '../style.js';
import { ago } from '../text/ago.js';
import { columns, list as listed } from '../text/columns.js';
import { readText } from '../text/read-text.js';

interface Target {
  target: string;
  host?: string;
}

const meant = (args: ParsedArguments): Target =>
  defined({ target: args.operand('TARGET'), host: args.value('host') }) as Target;

export const list = calling(
  agentList,
  (args) => ({ ...defined({ host: args.value('host') }), ended: args.has('ended') }),
  ({ agents }, _, output) => {
    const { style } = output;
    if (agents.length === 0)
      return 'No agents. Register a program with: mux agents register TARGET --name NAME';
    const rows = agents.map((agent) => [
      style.bold(agent.name ?? agent.id),
      stateWord(agentState(agent.state), style),
      ago(agent.stateSince),
      agent.paneId ?? '',
      agent.host === 'local' ? '' : agent.host,
      printable(agent.stateDetail),
    ]);
    return listed(['AGENT', 'STATE', 'SINCE', 'PANE', 'HOST', 'DETAIL'], rows, output);
  },
);

export const register = calling(
  agentRegister,
  (args) => ({ ...meant(args), ...defined({ name: args.value('name'), profile: args.value('profile') }) }),
  ({ id, name, state }) => `Registered ${name ?? id} as an agent; its state is ${state}. Id: ${id}`,
);

export const remove = calling(
  agentRemove,
  (args) => ({ agent: args.operand('AGENT') }),
  (_answer, args) => `Removed the agent ${args.operand('AGENT')}.`,
);

export const status = calling(agentStatus, meant, (agent, _, { style }) => {
  const { state, detail, confidence, source, prompt, profile } = agent;
  const options = (prompt?.options ?? []).map(
    ({ number, label, highlighted }) =>
      `  ${highlighted ? '>' : ' '} ${number ?? '-'}. ${printable(label)}\n`,
  );
  const asked = prompt?.question ?? prompt?.text ?? '';
  const named = prompt?.fingerprint === undefined ? '' : `question: ${prompt.fingerprint}\n`;
  const asks = prompt
    ? `${prompt.kind}: ${asked.split('\n').map(printable).join('\n  ')}\n${options.join('')}${named}`
    : '';
  return `${stateWord(agentState(state), style)} ${printable(detail)} ${style.dim(`(${confidence}, by ${source}; ${profile})`)}\n${asks}`;
});

export const send: Execute = async (args, output) => {
  const text = await readText(args.operand('TEXT'), args.has('secret'), output);
  const given = {
    ...meant(args),
    text,
    enter: !args.has('no-enter'),
    secret: args.has('secret'),
    ...(args.has('when-idle') && { when: 'idle' as const }),
    ...defined({ timeoutMs: args.duration('timeout'), idempotencyKey: args.value('key') }),
  };
  return calling(
    agentSend,
    () => given,
    ({ status: how }) => ({
      text: how,
      code: how === 'unconfirmed' ? 1 : 0,
    }),
  )(args, output);
};

export const respond: Execute = async (args, output) => {
  const text = await readText(args.operand('TEXT'), false, output);
  const mode = args.has('option')
    ? ('option' as const)
    : args.has('other')
      ? ('other' as const)
      : ('text' as const);
  const given = {
    agent: args.operand('AGENT'),
    text,
    mode,
    ...defined({
      fingerprint: args.value('question'),
      timeoutMs: args.duration('timeout'),
      idempotencyKey: args.value('key'),
    }),
  };
  return calling(
    agentRespond,
    () => given,
    ({ receipt, new_state }) => ({
      text: `${receipt.status}; the agent is ${new_state}.`,
      code: receipt.status === 'unconfirmed' ? 1 : 0,
    }),
  )(args, output);
};

export const health = calling(agentHealth, meant, ({ available, running, command, evidence }) => {
  const what = !available
    ? 'Its pane no longer exists.'
    : running
      ? 'It runs.'
      : `Its pane exists and runs ${command ?? 'no program'}.`;
  return { text: `${what} ${evidence ?? ''}`.trim(), code: running ? 0 : 1 };
});

export const conversation = calling(
  agentConversation,
  (args) => ({ ...meant(args), ...defined({ limit: args.number('lines') }) }),
  ({ messages }, _, { style }) =>
    messages
      .map(({ role, text, truncated }) => `${style.bold(`${role}:`)} ${text}${truncated ? ' …' : ''}\n\n`)
      .join(''),
);

export const turns = calling(
  agentTurns,
  (args) => ({ agent: args.operand('AGENT'), ...defined({ limit: args.number('lines') }) }),
  ({ turns: said }, _, { style }) =>
    columns(
      said.map(({ id, actor, createdAt, text }) => [
        String(id),
        style.bold(actor),
        ago(createdAt),
        printable(text),
      ]),
    ),
);

const hookFile = (args: ParsedArguments) => {
  const path = args.value('file');
  const program = args.has('codex') ? ('codex' as const) : ('claude-code' as const);
  return { program, dryRun: args.has('dry-run'), ...(path !== undefined && { path: resolve(path) }) };
};

interface Edit {
  readonly path: string;
  readonly changed: boolean;
  readonly diff: string;
  readonly backup?: string | undefined;
  readonly warnings: readonly string[];
}

function editText({ path, changed, diff, backup, warnings }: Edit, args: ParsedArguments): string {
  const done = !changed ? 'is up to date' : args.has('dry-run') ? 'would change' : 'has changed';
  const kept = backup === undefined ? '' : ` The previous file is saved as ${backup}.`;
  return `${diff}${diff === '' || diff.endsWith('\n') ? '' : '\n'}${path} ${done}.${kept}\n${warnings.map((line) => `${line}\n`).join('')}`;
}

export const installHooks = calling(
  agentInstallHooks,
  (args) => ({ ...hookFile(args), chain: args.has('chain') }),
  editText,
);
export const uninstallHooks = calling(agentUninstallHooks, hookFile, editText);
