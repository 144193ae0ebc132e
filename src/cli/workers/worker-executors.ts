import {
  defined,
  workerBroadcast,
  workerClean,
  workerKill,
  workerKillOrphans,
  workerOrphans,
  workerRespawn,
  workerSpawn,
  workerStatus,
} from '../../operations/index.js';
import { calling } from '../calling.js';
import type { Execute } from '../command.js';
import type { ParsedArguments } from '../parse-arguments.js';
import { commandOf, isLocal, workingFolder } from '../runs/run-arguments.js';
import { columns } from '../text/columns.js';
import { readText } from '../text/read-text.js';
import { remainsText } from '../text/remains-text.js';
import { workerRow } from './worker-text.js';

const plainCommand = (args: ParsedArguments): string | string[] => {
  const command = commandOf(args);
  return typeof command === 'string' ? command : [...command];
};

const readiness = (args: ParsedArguments) =>
  defined({
    readyWait: args.has('ready-wait') || undefined,
    readyRegex: args.value('ready'),
    readyTimeoutMs: args.duration('ready-timeout'),
  });

export const spawn = calling(
  workerSpawn,
  (args) => ({
    name: args.operand('NAME'),
    command: plainCommand(args),
    ...defined({
      host: args.value('host'),
      socket: args.value('socket'),
      session: args.value('session'),
      cwd: isLocal(args) ? workingFolder(args) : args.value('cwd'),
      env: args.has('env') ? args.pairs('env') : undefined,
      tags: args.has('tag') ? [...args.values('tag')] : undefined,
      redact: args.has('redact') ? [...args.values('redact')] : undefined,
      timeLimitMs: args.duration('timeout'),
      worktree: worktreeOf(args),
      ...readiness(args),
    }),
  }),
  (worker, _, { style }) =>
    `${style.bold(worker.name)} is running in ${worker.tmux.session}${worker.worktree ? `, on the branch ${worker.worktree.branch} in ${worker.worktree.path}` : ''}.`,
);

function worktreeOf(args: ParsedArguments): true | { branch?: string; base?: string } | undefined {
  const chosen = defined({ branch: args.value('branch'), base: args.value('base') }) as { branch?: string };
  if (Object.keys(chosen).length > 0) return chosen;
  return args.has('worktree') ? true : undefined;
}

export const status = calling(
  workerStatus,
  (args) => ({ name: args.operand('TARGET') }),
  (worker, _, { style }) => {
    const { activity } = worker;
    const doing = activity
      ? `${activity.state}: ${activity.detail} (${activity.confidence}, by ${activity.source})\n`
      : '';
    return columns([workerRow(worker, style)]) + doing;
  },
);

export const respawn = calling(
  workerRespawn,
  (args) => ({
    name: args.operand('WORKER'),
    force: args.has('force'),
    ...(args.command.length > 0 && { command: plainCommand(args) }),
    ...(args.has('env') && { env: args.pairs('env') }),
    ...readiness(args),
  }),
  ({ name }) => `Restarted ${name}.`,
);

export const kill = calling(
  workerKill,
  (args) => ({
    name: args.operand('TARGET'),
    force: args.has('force'),
    removeWorktree: args.has('remove-worktree'),
    ...defined({ graceMs: args.duration('grace') }),
  }),
  ({ worker, wasRunning, worktree, remains }) => {
    const kept =
      worktree?.keptBranch === undefined ? '' : ` Its commits are on the branch ${worktree.keptBranch}.`;
    return `${worker.name} ${wasRunning ? 'has ended' : 'had already ended'}.${kept} Its log is kept until: mux clean ${worker.name}${remainsText(remains)}`;
  },
);

export const clean = calling(
  workerClean,
  (args) => ({
    ...defined({ name: args.operand('WORKER') || undefined, tag: args.value('tag') }),
    ...(args.has('all') && { all: true as const }),
    force: args.has('force'),
    keepWorktree: args.has('keep-worktree'),
  }),
  ({ cleaned, kept }) => ({
    text: [
      ...cleaned.map((name) => `Removed ${name}.\n`),
      ...kept.map(({ name, error }) => `Kept ${name}: ${error.message} ${error.suggestion ?? ''}\n`),
      ...(cleaned.length + kept.length === 0 ? ['Nothing to clean.\n'] : []),
    ].join(''),
    code: kept.length > 0 ? 1 : 0,
  }),
);

export const broadcast: Execute = async (args, output) => {
  const text = await readText(args.operand('TEXT'), args.has('secret'), output);
  const tag = args.value('tag');
  const given = {
    text,
    ...(tag === undefined ? { all: true as const } : { tag }),
    enter: !args.has('no-enter'),
    secret: args.has('secret'),
  };
  return calling(
    workerBroadcast,
    () => given,
    ({ results }) => ({
      text:
        results.length === 0
          ? 'No matching worker is running.'
          : columns(results.map((sent) => [sent.name, sent.status])),
      code: results.some(({ status: how }) => how === 'failed') ? 1 : 0,
    }),
  )(args, output);
};

export const orphans: Execute = (args, output) =>
  args.has('kill')
    ? calling(
        workerKillOrphans,
        (given) => ({ force: given.has('force') }),
        ({ killed }) =>
          killed.length === 0
            ? 'No orphaned session was ended.'
            : killed.map((name) => `Ended ${name}.\n`).join(''),
      )(args, output)
    : calling(
        workerOrphans,
        () => ({}),
        ({ orphans: found }) =>
          found.length === 0
            ? 'No orphaned sessions.'
            : columns(found.map((orphan) => [orphan.session, orphan.host])),
      )(args, output);
