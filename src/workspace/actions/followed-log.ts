import { setTimeout as delay } from 'node:timers/promises';
import type { Host } from '../../hosts/index.js';
import { type Deadline, isMuxError } from '../../model/index.js';
import { type RunFiles, readTail } from '../../recorder/index.js';
import type { ActionContext } from '../action-context.js';
import { logFiles } from '../panes/pane-recorder.js';
import type { WorkspacePane } from '../panes/survey.js';
import { readLines } from '../transcript/follow-log.js';
import type { CommandOutput } from './command-output.js';

/** The log of a pane from a moment on. */
export interface FollowedLog {
  /** Follows it until it has what is wanted. */
  follow(output: CommandOutput, deadline: Deadline): Promise<true>;
}

/** The log of a pane from here on; `undefined` where it has none. */
export async function beginLog(
  { tmux }: ActionContext,
  { log, piped }: WorkspacePane,
): Promise<FollowedLog | undefined> {
  const { host } = tmux;
  const files = piped ? logFiles(log) : undefined;
  const begin = files && (await endOfLog(host, files));
  if (!files || begin === undefined) return undefined;
  let cursor = begin;
  return {
    follow: async (output, deadline) => {
      for (;;) {
        cursor = await deadline.race(
          readLines(host, files, cursor, (lines) => {
            for (const { text } of lines) output.feed(`${text}\n`);
          }),
        );
        const tail = await deadline.race(readTail(host, files));
        if (output.found || (tail?.position === cursor && output.foundIn(tail.text))) return true;
        await deadline.race(delay(LOOK_AGAIN_MS));
      }
    },
  };
}

/** Where the line will stand that the pane prints now. */
async function endOfLog(host: Host, files: RunFiles): Promise<number | undefined> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const tail = await readTail(host, files);
    if (tail) return tail.position;
    // It is just being written, or nothing was printed yet.
    await delay(tries);
  }
  return readLines(host, files, 0, () => {}).catch((error: unknown) => {
    if (isMuxError(error, 'LOG_UNAVAILABLE')) return undefined;
    throw error;
  });
}

const TRIES = 10;
const LOOK_AGAIN_MS = 100;
