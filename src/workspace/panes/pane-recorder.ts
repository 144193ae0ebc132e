import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path/posix';
import { type HostTools, hostTools, recorderPipe, recorderProgram } from '../../recorder/index.js';
import { redactionRules } from '../../redaction/index.js';
import type { ActionContext } from '../action-context.js';

/** A recorder that waits for its pane. */
export interface PaneRecorder {
  /** For the pane's option. */
  readonly log: string;
  /** The shell command for `pipe-pane`. */
  readonly pipe: string;
  /**
   * Gives the recorder its program, once the pipe is there: until then it holds back what the pane prints.
   *
   * @param before lines that the pane has shown already; the log begins with them
   * @returns where the log goes on behind them
   */
  start(before?: readonly string[]): Promise<number>;
  /** Removes what was prepared, where there will be no pane. */
  remove(): Promise<void>;
}

/**
 * Prepares the recorder of a pane. Its log is the one source of all reads; it is rotated, and removed when the pane is
 * gone, for only the pane knows of it.
 */
export async function preparePaneRecorder(workspace: ActionContext): Promise<PaneRecorder> {
  const { settings } = workspace;
  const { host } = workspace.tmux;
  const { folder, filter } = await paneTools(workspace);
  const id = `p${randomBytes(10).toString('hex')}`;
  const program = recorderProgram(filter.dialect, {
    id,
    folder,
    startNonce: randomBytes(16).toString('hex'),
    exitNonce: randomBytes(16).toString('hex'),
    format: 'text',
    rules: redactionRules(settings.redaction),
    maxBytes: settings.maxLogBytes,
    keepSegments: settings.keepLogFiles,
    live: true,
  });
  const base = `${folder}/${id}`;
  await host.files.write(`${base}.log`, '');
  const files = ['log', 'log.*', 'tail', 'marks', 'copy', 'fault', 'in']
    .map((name) => `${id}.${name}`)
    .join(' ');
  return {
    log: `${id} ${folder}`,
    pipe: `${recorderPipe(filter, { id, folder }, Buffer.byteLength(program))}\nrm -f ${files}`,
    start: async (before = []) => {
      const shown = Buffer.from(before.map((line) => `${line}\n`).join(''));
      if (shown.length > 0) await host.files.write(`${base}.log`, shown);
      // To open the FIFO waits for its reader: what is written earlier would be lost.
      const script = `umask 077; [ -p "$1.in" ] || mkfifo "$1.in" 2>/dev/null; printf '%s\\n' "$2" >"$1.in"`;
      await host.script(script, [base, program], { timeoutMs: START_MS });
      return shown.length;
    },
    remove: async () => {
      await host.script('rm -f -- "$1".log "$1".in', [base]);
    },
  };
}

/** What the host has to record with, and the folder for what belongs to panes. */
export async function paneTools({ tmux, settings }: ActionContext): Promise<HostTools> {
  const { host } = tmux;
  if (settings.logFolder !== '') return hostTools(host, { folder: settings.logFolder });
  const { folder } = await hostTools(host);
  return hostTools(host, { folder: `${dirname(folder)}/panes` });
}

/** A busy machine may need a while to start a process. */
const START_MS = 30_000;

/** Id and folder of a log, as the option of its pane has them. */
export function logFiles(log: string): { readonly id: string; readonly folder: string } | undefined {
  const [, id, folder] = /^([a-z0-9]+) (\/.*)$/s.exec(log) ?? [];
  return id === undefined || folder === undefined ? undefined : { id, folder };
}
