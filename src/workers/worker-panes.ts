import { isMuxError } from '../model/index.js';
import { parseRunNote, RUN_OPTION, type RunNote } from '../runs/index.js';
import { parseRecords, recordFormat, type Tmux } from '../tmux/index.js';
import { parseWorkerNote, WORKER_OPTION, type WorkerNote } from './worker-note.js';

/** A live pane that belongs to a worker. */
export interface WorkerPane {
  readonly worker: WorkerNote;
  readonly run: RunNote;
  readonly paneId: string;
  readonly windowId: string;
  readonly windowName: string;
  readonly sessionName: string;
  readonly program: string;
  readonly pid: number;
  /** The shell that tmux starts where nobody said what. */
  readonly shell: string;
  readonly activeAt: Date;
  /** Whether a person has its window on the screen. */
  readonly viewed: boolean;
}

const fields = {
  worker: WORKER_OPTION,
  run: RUN_OPTION,
  paneId: 'pane_id',
  windowId: 'window_id',
  windowName: 'window_name',
  sessionName: 'session_name',
  program: 'pane_current_command',
  panePid: 'pane_pid',
  shell: 'default-shell',
  dead: 'pane_dead',
  active: 'window_activity',
  clients: 'window_active_clients_list',
} as const;

/** The panes of all workers on a server, of whatever state folder, by one query; none where no server runs. */
export async function workerPanes(tmux: Tmux): Promise<WorkerPane[]> {
  const list = ['list-panes', '-a', '-f', `#{${WORKER_OPTION}}`, '-F', recordFormat(fields)] as const;
  const records = await tmux
    .request([list])
    .then(([body]) => parseRecords(fields, body ?? Buffer.alloc(0)))
    .catch((error: unknown) => {
      if (isMuxError(error, 'NO_SERVER')) return [];
      throw error;
    });
  const panes = new Map<string, WorkerPane>();
  for (const { worker: note, run: runNote, dead, active, clients, panePid, ...place } of records) {
    const [worker, run] = [parseWorkerNote(note), parseRunNote(runNote)];
    // A window that is linked into several sessions is listed once for each.
    if (!worker || !run || dead === '1' || panes.has(place.paneId)) continue;
    panes.set(place.paneId, {
      ...place,
      worker,
      run,
      pid: Number(panePid),
      activeAt: new Date(Number(active) * 1000),
      // The names of control-mode clients, ours among them, are no paths.
      viewed: clients.split(',').some((client) => client.startsWith('/')),
    });
  }
  return [...panes.values()];
}
