import { printable, type Style } from '../style.js';
import { ago } from '../text/ago.js';
import { exitText } from '../text/exit-text.js';

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
export function workerRow(worker: ShownWorker, style: Style): string[] {
  const { name, host, tags, command, startedAt, stoppedAt } = worker;
  return [
    style.bold(name),
    stateText(worker, style),
    ago(stoppedAt ?? startedAt),
    host === 'local' ? '' : host,
    style.dim(tags.map((tag) => `#${tag}`).join(' ')),
    printable(command),
  ];
}

function stateText({ state, exit }: ShownWorker, style: Style): string {
  if (state === 'running') return style.green(state);
  if (state !== 'stopped') return style.yellow(state);
  const text = exitText(exit ?? {});
  return exit?.code === 0 ? text : style.red(text);
}
