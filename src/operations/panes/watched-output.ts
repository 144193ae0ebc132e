import { isMuxError } from '../../model/index.js';
import { observerOf } from '../../panes/index.js';
import type { RedactingStream } from '../../redaction/index.js';
import { type Pane, PaneStream, parseSnapshot, snapshotCommands, TornLine } from '../../tmux/index.js';
import { textBeforeCursor } from '../terminals/paint-terminal.js';

/**
 * What a pane prints from now on, as text. The redaction is given the begin of the line that the cursor is in, as it is at
 * this very place of the output: what comes first may be the rest of a secret.
 */
export function watchedOutput(
  pane: Pane,
  redaction: RedactingStream,
  signal: AbortSignal,
): PaneStream<string> {
  let decoder = new TextDecoder();
  const decode = (data: Buffer, gap: boolean): string => {
    if (gap) decoder = new TextDecoder();
    return decoder.decode(data, { stream: true });
  };
  return new PaneStream(decode, async (sink) => {
    let begun = false;
    const line = new TornLine();
    const feed = await observerOf(pane).listen({
      output: (data) => {
        if (!begun) return;
        // What stands before it is the begin of what is taken away.
        if (line.isTornBy(data)) redaction.end();
        sink.output(line.output(data));
      },
      gap: (reason) => {
        line.gap();
        if (begun) sink.gap(reason);
      },
      closed: (reason) => sink.closed(reason),
    });
    try {
      const commands = snapshotCommands(pane.id);
      const moment = ({ bodies }: { readonly bodies: readonly Buffer[] }): void => {
        const snapshot = parseSnapshot(bodies);
        if (snapshot.paneId === pane.id) redaction.push(textBeforeCursor(snapshot.screen));
        begun = true;
      };
      await feed.look(commands, moment, { tries: LOOKS, signal });
    } catch (error) {
      // A broken connection is followed by a gap, or by the end; so is a pane that is gone.
      if (!signal.aborted && !isMuxError(error, 'CONNECTION_LOST', 'PANE_NOT_FOUND', 'NO_SERVER')) {
        feed.close();
        throw error;
      }
    }
    begun = true;
    return () => feed.close();
  });
}

/** Where other panes print very much, the order of things is in doubt. */
const LOOKS = 20;
