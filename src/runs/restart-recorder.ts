import { hostTools, recorderPipe, recorderProgram } from '../recorder/index.js';
import type { RunPlace } from './run-place.js';
import { isStopped } from './stop-run.js';
import { teachRecorder } from './teach-recorder.js';

/**
 * Puts a recorder on the pane again where the old one was killed together with the shell that looks after it. The gap
 * is marked in the log. Not where recording was stopped by somebody.
 */
export async function restartRecorder(place: RunPlace): Promise<boolean> {
  const { pane, recording, nonces, id, folder } = place;
  if (!pane || !recording || !nonces) return false;
  if (await isStopped(pane)) return false;
  const { host } = place.tmux;
  const { filter } = await hostTools(host, { folder });
  const program = recorderProgram(filter.dialect, { id, folder, ...nonces, ...recording });
  await pane.pipe(recorderPipe(filter, { id, folder }, Buffer.byteLength(program), { again: true }));
  // To open it waits for the reader: what is written earlier would be lost.
  const script = `umask 077; [ -p "$1.in" ] || mkfifo "$1.in" 2>/dev/null; printf '%s\\n' "$2" >"$1.in"`;
  await host.script(script, [`${folder}/${id}`, program]);
  for (const secret of place.redactor.secrets) await teachRecorder(place, secret);
  return true;
}
