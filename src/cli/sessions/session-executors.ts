import {
  defined,
  sessionCleanup,
  sessionExists,
  sessionKill,
  sessionList,
  sessionOpen,
  sessionSend,
} from '../../operations/index.js';
import { calling } from '../calling.js';
import type { Execute } from '../command.js';
import type { ParsedArguments } from '../parse-arguments.js';
import { ago } from '../text/ago.js';
import { list as listed } from '../text/columns.js';
import { readText } from '../text/read-text.js';

const place = (args: ParsedArguments) => defined({ host: args.value('host') });
const named = (args: ParsedArguments) => ({ ...place(args), sessionName: args.operand('SESSION') });

export const open = calling(
  sessionOpen,
  (args) => ({
    ...place(args),
    workspace: args.operand('WORKSPACE'),
    chatId: args.operand('CHAT'),
    ...defined({ limit: args.number('limit') }),
  }),
  ({ sessionName }) => sessionName,
);

export const send: Execute = async (args, output) => {
  const prompt = await readText(args.operand('PROMPT'), false, output);
  const given = {
    ...named(args),
    prompt,
    ...defined({ command: args.value('command'), requestId: args.value('request') }),
  };
  return calling(
    sessionSend,
    () => given,
    ({ status, requestId }) => `${status} ${requestId}`,
  )(args, output);
};

export const list = calling(sessionList, place, ({ sessions }, _, output) => {
  const { style } = output;
  if (sessions.length === 0) return 'No chat sessions.';
  const rows = sessions.map(({ sessionName, busy, queued, attached, lastUsedAt }) => [
    style.bold(sessionName),
    busy ? style.green('busy') : 'idle',
    ago(lastUsedAt),
    queued > 0 ? `${queued} waiting` : '',
    attached ? 'attached' : '',
  ]);
  return listed(['SESSION', 'STATE', 'USED', 'QUEUE', 'VIEWERS'], rows, output);
});

export const exists = calling(sessionExists, named, ({ exists: lives }) => ({
  text: lives ? 'yes' : 'no',
  code: lives ? 0 : 1,
}));

export const kill = calling(sessionKill, named, ({ sessionName }) => `${sessionName} has ended.`);

export const cleanup = calling(
  sessionCleanup,
  (args) => ({
    ...defined({ idleMs: args.duration('idle') }),
    busy: args.has('busy'),
    attached: args.has('attached'),
  }),
  ({ ended }) => `${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`,
);
