import { isMuxError } from '../model/index.js';
import { JOB_PREFIX, QUEUE_OPTION } from '../shells/index.js';
import type { Tmux } from '../tmux/index.js';

/**
 * Drops what waited for sessions that have ended by other means than ours. A buffer and its name in a queue are made in
 * one turn, and go in one turn: what no queue names at one moment is nobody's for ever.
 */
export async function dropOrphans(tmux: Tmux): Promise<void> {
  try {
    const [buffers, queues] = await tmux.request([
      ['list-buffers', '-f', `#{m:${JOB_PREFIX}*,#{buffer_name}}`, '-F', '#{buffer_name}'],
      ['list-sessions', '-F', `#{${QUEUE_OPTION}}`],
    ]);
    const wanted = new Set((queues ?? '').toString().split(/\s/));
    const orphans = (buffers ?? '')
      .toString()
      .split('\n')
      .filter((name) => name !== '' && !wanted.has(name));
    // Another process may be as far.
    await Promise.allSettled(orphans.map((name) => tmux.request([['delete-buffer', '-b', name]])));
  } catch (error) {
    if (!isMuxError(error, 'NO_SERVER')) throw error;
  }
}
