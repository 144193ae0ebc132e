import type { Host } from '../hosts/index.js';
import { MuxError } from '../model/index.js';
import { type Command, commandLine, type Tmux } from '../tmux/index.js';
import type { RunPane } from './run-panes.js';
import type { RunPlace } from './run-place.js';
import { PASSING_KINDS } from './run-remains.js';

/** Removes dead panes. One that somebody has brought back to life meanwhile stays. */
export function removeOrphans(tmux: Tmux, panes: readonly RunPane[]): Promise<void> {
  return killPanesIf(tmux, panes, '#{pane_dead}');
}

/** Kills those panes for which tmux itself finds the condition true at that moment. */
export async function killPanesIf(tmux: Tmux, panes: readonly RunPane[], condition: string): Promise<void> {
  const commands = panes.map(({ paneId }): Command => {
    return ['if-shell', '-F', '-t', paneId, condition, commandLine([['kill-pane', '-t', paneId]])];
  });
  // By themselves: one that fails, because its pane has just gone, would keep the others of its group from being sent.
  const ended = await Promise.allSettled(commands.map((command) => tmux.request([command])));
  const left = new Set((await tmux.panes()).map(({ id }) => id));
  const failed = ended.find((end, n) => end.status === 'rejected' && left.has(panes[n]?.paneId ?? ''));
  if (failed?.status === 'rejected') throw failed.reason;
}

const FILES_AT_ONCE = 500;

/** Removes files by their paths; those that are gone already are no error. */
export async function removeRunFiles(host: Host, paths: readonly string[]): Promise<void> {
  for (let i = 0; i < paths.length; i += FILES_AT_ONCE) {
    const some = paths.slice(i, i + FILES_AT_ONCE);
    const { code, stderr } = await host.script('rm -f -- "$@"', some, { timeoutMs: 30_000 });
    if (code === 0) continue;
    throw new MuxError('HOST_IO_FAILED', 'Files of ended runs could not be removed.', {
      details: { code, stderr: stderr.toString() },
    });
  }
}

/** Removes what is of no use without a running command, such as the pipes to its recorder, of a run whose pane is gone. */
export async function removePassingFiles({ tmux, folder, id }: RunPlace): Promise<void> {
  await removeRunFiles(
    tmux.host,
    PASSING_KINDS.map((kind) => `${folder}/${id}.${kind}`),
  );
}
