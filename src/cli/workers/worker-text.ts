import { workerState } from '../../model/index.js';
import { printable, type Style, stateWord } from '../style.js';
import { ago } from '../text/ago.js';

/** What a list of workers says of each. */
export interface ShownWorker {
  readonly name: string;
  readonly state: 'starting' | 'running' | 'stopped' | 'unknown';
  readonly exit?:
    | {
        readonly code: number;
        readonly signal?: string | undefined;
        readonly timedOut?: true | undefined;
        readonly lost?: true | undefined;
      }
    | undefined;
  readonly host: string;
  readonly startedAt: string;
  readonly stoppedAt?: string | undefined;
  readonly tags: readonly string[];
  readonly command: string;
}

/** The cells of a worker: name, state, since when, where, tags, command. */
/** What stands in the columns of a row. */
export const workerHead = ['WORKER', 'STATE', 'SINCE', 'HOST', 'TAGS', 'COMMAND'];

export function workerRow(worker: ShownWorker, style: Style): string[] {
  const { name, host, tags, command, startedAt, stoppedAt } = worker;
  return [
    style.bold(name),
    stateWord(workerState(worker), style),
    ago(stoppedAt ?? startedAt),
    host === 'local' ? '' : host,
    style.dim(tags.map((tag) => `#${tag}`).join(' ')),
    printable(command),
  ];
}
