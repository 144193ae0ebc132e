import { isMuxError } from '../model/index.js';
import { recorderLimits } from '../recorder/index.js';
import { secretLines } from '../redaction/index.js';
import type { RunPlace } from './run-place.js';

/**
 * Has the recorder of a run hide what its redactor has learned, so that it is never written. The recorder is told by
 * the terminal itself: what is printed there later comes later to the recorder, too, and nobody has to wait for an
 * answer. A terminal shows nothing of it. A run whose number is not known, because the store was lost, is not told.
 */
export async function teachRecorder(
  { tmux, pane, nonces, recording, redactor }: RunPlace,
  secret: string,
): Promise<void> {
  if (!pane || !nonces || !recording || !redactor.secrets.includes(secret)) return;
  // Of a longer one that is hidden already nothing may be left when this one is hidden in it.
  const lines = [secret, ...redactor.secrets.filter((known) => known.includes(secret))].flatMap(secretLines);
  const texts = [...new Set(lines)].map((line) => Buffer.from(line).toString('hex'));
  const short = texts.filter((hex) => hex.length < recorderLimits.sentinelBytes - ROOM);
  const [tty = ''] = await tmux.command('display-message', '-p', '-t', pane.id, '#{pane_tty}').catch(noPane);
  if (tty !== '' && short.length > 0) await tmux.host.script(TEACH, [tty, nonces.startNonce, ...short]);
}

/** Whoever sends something there is told. */
function noPane(error: unknown): string[] {
  if (isMuxError(error, 'PANE_NOT_FOUND', 'NO_SERVER')) return [];
  throw error;
}

/** For what stands around the text. */
const ROOM = 100;

/** By what the shell has built in: no list of processes shows it. */
const TEACH = `tty=$1 nonce=$2; shift 2
for secret; do printf '\\030\\033]7770;%s;hide;%s\\033\\\\' "$nonce" "$secret" || exit; done >"$tty"`;
