import { isMuxError } from '../model/index.js';
import { JOB_PREFIX, QUEUE_OPTION } from '../shells/index.js';
import type { Tmux } from '../tmux/index.js';

/**
 * Drops queued prompts of sessions that were not ended by muxwright. A buffer and its name in a queue are created
 * under one lock and removed under one lock: a buffer that no queue names at one moment will never be used.
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
