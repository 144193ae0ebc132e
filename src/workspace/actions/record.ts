import { MuxError } from '../../model/index.js';
import type { ActionContext } from '../action-context.js';
import type { ParametersOf } from '../capability-actions.js';
import { findPane } from '../panes/find-pane.js';
import { recordedPane } from '../panes/record-pane.js';
import { survey } from '../panes/survey.js';
import { checkFile } from './check-file.js';

export interface RecordData {
  readonly pane: string;
  readonly recording: boolean;
  readonly file: string | null;
}

/** Begins or ends to append what a pane prints to a file. Its recorder does that, whoever is there to look. */
export async function record(
  workspace: ActionContext,
  parameters: ParametersOf<'record'>,
): Promise<RecordData> {
  const { tmux, settings } = workspace;
  const pane = findPane(await survey(workspace), parameters.pane);
  const file = parameters.file ?? `${settings.folder}/${settings.recordings}/pane-${pane.address}.log`;
  checkFile(file);
  const log = await recordedPane(workspace, pane);
  if (!log) {
    throw new MuxError(
      'LOG_UNAVAILABLE',
      `Pane ${pane.address} cannot be recorded: something else has its output.`,
      {
        suggestion: "Use a pane made by action='split' or action='window'.",
      },
    );
  }
  const on = parameters.state === 'on';
  const { code, stderr } = await tmux.host.script(SCRIPT, [`${log.folder}/${log.id}.copy`, on ? file : '']);
  if (code !== 0) {
    throw new MuxError('PERMISSION_DENIED', `'${file}' cannot be written: ${stderr.toString().trim()}`, {
      suggestion: 'Give another file="…" that may be written.',
    });
  }
  return { pane: pane.address, recording: on, file: on ? file : null };
}

/** The wish is there in one step, so that the recorder never reads half a path. */
const SCRIPT = `umask 077
[ -n "$2" ] || { rm -f -- "$1"; exit 0; }
[ ! -e "$2" ] || [ -f "$2" ] || { echo 'it is not a regular file' >&2; exit 1; }
case $2 in */*) mkdir -p -- "\${2%/*}" || exit 1;; esac
: >>"$2" || exit 1
printf '%s\\n' "$2" >"$1.new" && mv -f -- "$1.new" "$1"`;
