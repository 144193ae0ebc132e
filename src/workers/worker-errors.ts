import { callOf, field, MuxError, phrase } from '../model/index.js';
import type { WorkerExit } from '../store/index.js';
import type { Worker } from './worker.js';

export function workerNotFound(name: string, known: readonly string[]): MuxError {
  const shown = known.slice(0, 10).join(', ');
  return new MuxError('WORKER_NOT_FOUND', `There is no worker '${name.slice(0, 64)}'.`, {
    suggestion:
      known.length === 0
        ? 'There are no workers: spawn one.'
        : `There are: ${shown}${known.length > 10 ? ', …' : ''}.`,
    details: { name: name.slice(0, 64) },
  });
}

/** The name is taken, by a worker or by a window that is none. */
export function nameInUse(name: string, holder: Worker | { readonly window: string }): MuxError {
  const other = `${name}-2`;
  if ('window' in holder) {
    return new MuxError('WORKER_EXISTS', `A window named '${name}' is already in ${holder.window}.`, {
      suggestion: `Choose another name, such as '${other}', or another session.`,
      details: { name },
    });
  }
  const stopped = holder.state === 'stopped';
  return new MuxError('WORKER_EXISTS', `'${name}' is the name of a worker that ${doing(holder)}.`, {
    suggestion: stopped
      ? `Respawn '${name}' or clean it, or choose another name, such as '${other}'.`
      : `Choose another name, such as '${other}', or kill and clean '${name}' first.`,
    details: { name, state: holder.state },
  });
}

export function workerRunning(worker: Worker, what: 'killed' | 'cleaned' | 'respawned'): MuxError {
  const first = phrase`Kill '${worker.name}' first${what === 'respawned' ? phrase`, or respawn it with ${field('force')}` : ''}.`;
  return new MuxError(
    'WORKER_RUNNING',
    `Worker '${worker.name}' ${doing(worker)}, so it cannot be ${what}.`,
    {
      suggestion: worker.state === 'starting' ? 'Try again in a moment.' : first,
      details: { name: worker.name, state: worker.state },
    },
  );
}

/** Somebody else has it just now. */
export function workerTaken(name: string, what: 'cleaned' | 'respawned'): MuxError {
  return new MuxError(
    'WORKER_RUNNING',
    `Worker '${name}' is being started or removed by another process, so it cannot be ${what}.`,
    { suggestion: 'Check its status, and try again in a moment.', details: { name } },
  );
}

/** Its program has ended, but the shell that stayed is in use. */
export function shellInUse({ name, viewed }: Worker, what: 'cleaned' | 'respawned'): MuxError {
  const use = viewed ? 'a person is viewing it' : 'a program runs in it';
  return new MuxError(
    'WORKER_RUNNING',
    `Worker '${name}' has ended and left a shell, which would go if it is ${what}, but ${use}.`,
    { suggestion: phrase`End what is there, kill '${name}', or use ${field('force')}.`, details: { name } },
  );
}

/** Why nothing can be done with a worker that does not run. */
export function workerStopped(worker: Worker): MuxError {
  if (worker.state === 'starting') {
    return new MuxError('WORKER_STARTING', `Worker '${worker.name}' is being started.`, {
      suggestion: 'Try again in a moment.',
      details: { name: worker.name },
    });
  }
  return new MuxError('WORKER_STOPPED', `Worker '${worker.name}' ${doing(worker)}.`, {
    suggestion: phrase`Read what it printed with ${callOf('worker.logs', { name: worker.name }, 'logs')}, and start it again with ${callOf('worker.respawn', { name: worker.name }, 'respawn')}.`,
    details: { name: worker.name, ...(worker.exit && { exit: worker.exit }) },
  });
}

function doing({ state, exit, reason }: Worker): string {
  if (state === 'starting') return 'is being started';
  if (state === 'running') return 'runs';
  if (state === 'unknown') return `may run: ${reason ?? 'its host does not answer'}`;
  return exit ? `has ended ${exitText(exit)}` : 'has stopped';
}

/** How a program ended, behind "it ended". */
function exitText({ code, signal, lost, timedOut }: WorkerExit): string {
  if (lost) return 'with its window, without a record';
  if (timedOut) return 'because its time limit was reached';
  return signal ? `by ${signal}` : `with code ${code}`;
}
