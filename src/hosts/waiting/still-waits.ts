import type { Host } from '../host.js';
import { readText } from './proc-files.js';

/**
 * Whether the thread of a verdict (`wait`) has not run since: then it is still in the same call, and all that was said
 * about it holds. One small file is read. `false` also where that cannot be said without a probe, as on another host.
 */
export function stillWaits({ address }: Pick<Host, 'address'>, wait: string): boolean {
  if (address.kind !== 'local' || process.platform !== 'linux') return false;
  const [pid, thread, timeslices] = wait.split(':');
  return readText(`/proc/${pid}/task/${thread}/schedstat`)?.split(' ')[2] === timeslices;
}
