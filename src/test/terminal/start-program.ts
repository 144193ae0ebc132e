import { join } from 'node:path';
import { Deadline, MuxError } from '../../model/index.js';
import { testDefaults } from '../test-defaults.js';
import type { TerminalTrace } from '../trace/terminal-trace.js';
import { KernelWatch } from './kernel-watch.js';
import type { TerminalOptions } from './launch-options.js';
import { programScript, shownCommand } from './program-script.js';
import { type OutputTap, TerminalFeed } from './terminal-feed.js';
import type { RunningProgram } from './terminal-state.js';
import type { TestServer } from './test-server.js';

/** Starts a program in a session of its own. Resolves when it runs; rejects where it is not there. */
export async function startProgram(
  server: TestServer,
  command: readonly string[],
  options: TerminalOptions,
  trace?: TerminalTrace,
  tap?: OutputTap,
): Promise<RunningProgram> {
  checkCommand(command);
  const { tmux, host, socket, address } = server.isolated;
  trace?.starts({
    command: shownCommand(command),
    host: host.address.kind,
    tmux: tmux.version?.text,
    env: options.env ?? {},
  });
  const name = `t${server.nextNumber()}`;
  const here = host.address.kind === 'local' ? process.cwd() : undefined;
  const cwd = options.cwd === '~' ? undefined : (options.cwd ?? here);
  const script = programScript({
    command,
    cwd,
    home: join(server.folder, name),
    env: options.env ?? {},
    mark: `${socket}/${name}`,
  });
  const [width, height] = sizeOf(options);
  // The first output must be heard: so the pane waits for a word before it starts anything.
  const session = await tmux.ensureSession(name, {
    command: ['sh', '-c', 'exec cat >/dev/null'],
    size: { width, height },
  });
  const [pane] = await session.panes();
  if (!pane) throw new MuxError('PANE_NOT_FOUND', `The session ${name} on ${address} has no pane.`);
  const handle = tmux.pane(pane.id);
  const feed = await new TerminalFeed(handle, script.nonce, trace, tap).open();
  const begun = { command, name, host, session, pane: handle, feed };
  try {
    await tmux.command('respawn-pane', '-k', '-t', pane.id, '--', ...script.command);
    await untilStarted(begun, cwd);
    const { pid, tty } = await handle.info();
    return { ...begun, kernel: new KernelWatch(host, { pid, tty }, (verdict) => trace?.said(verdict)) };
  } catch (error) {
    await endProgram(server, begun);
    throw error;
  }
}

/** Ends a program, and all that it has started. */
export async function endProgram(
  server: TestServer,
  { feed, session, host, name }: Omit<RunningProgram, 'kernel'>,
): Promise<void> {
  feed.close();
  await session.kill();
  const mark = `MUXWRIGHT_TEST=${server.isolated.socket}/${name}`;
  await host.script(END_MARKED, [mark, join(server.folder, name)], { timeoutMs: START_MS });
}

/** What a program has started carries the mark of its terminal; what ignores the end of its terminal is ended here. */
const END_MARKED = `for path in $(grep -lsF -e "$1" /proc/[0-9]*/environ); do
  path=\${path%/environ}
  tr '\\0' '\\n' <"$path/environ" 2>/dev/null | grep -qxF -e "$1" && kill -KILL "\${path#/proc/}" 2>/dev/null
done
rm -rf -- "$2" "$2.tmp"`;

async function untilStarted(
  { feed, command, host }: Omit<RunningProgram, 'kernel'>,
  cwd: string | undefined,
): Promise<void> {
  const [name = ''] = command;
  using deadline = new Deadline({ what: `Starting ${name} for a test`, timeoutMs: START_MS });
  while (!feed.started) {
    const { changes } = feed;
    if (feed.refused === 'no-program') {
      throw new MuxError(
        'PROGRAM_NOT_FOUND',
        `The program ${name} is not on ${host.address.kind}, or cannot be run.`,
        {
          suggestion: 'Install it there, or give its path. A path is relative to `cwd`.',
        },
      );
    }
    if (feed.refused) {
      throw new MuxError('CWD_NOT_FOUND', `The folder ${cwd ?? 'for the home'} cannot be entered.`, {
        suggestion: 'Give `cwd` as an absolute path of a folder on the host.',
      });
    }
    if (feed.exit) throw new MuxError('PANE_DEAD', `The terminal was closed before ${name} had started.`);
    await deadline.race(feed.next(changes, Number.POSITIVE_INFINITY));
  }
}

/** On a machine that does much else at the same time. */
const START_MS = 60_000;

function checkCommand(command: readonly string[]): void {
  if (Array.isArray(command) && typeof command[0] === 'string' && command[0] !== '') return;
  throw new MuxError('INVALID_ARGUMENT', 'A command needs at least the name of a program.', {
    suggestion: "Give the program and its arguments as a list, e.g. ['vim', 'notes.txt'].",
  });
}

/** The number of columns and rows. */
export function sizeOf({ size }: Pick<TerminalOptions, 'size'>): readonly [number, number] {
  const [columns, rows] = size ?? [testDefaults.columns, testDefaults.rows];
  const isSize = (value: unknown): boolean =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 10_000;
  if (isSize(columns) && isSize(rows)) return [columns, rows];
  throw new MuxError('INVALID_ARGUMENT', `${columns}×${rows} is not a valid terminal size.`, {
    suggestion: 'Give columns and rows as whole numbers from 1, e.g. [80, 24].',
  });
}
