import { clockPlace, clockSet } from './faults/clock-faults.js';
import { diskFaults, diskPlace } from './faults/disk-faults.js';
import { closeDocker, dockerFaults, dockerPlace } from './faults/docker-faults.js';
import type { Fault } from './faults/fault.js';
import { filesExhausted } from './faults/limit-faults.js';
import { closePostgres, postgresFaults, postgresPlace } from './faults/postgres-faults.js';
import { processFaults } from './faults/process-faults.js';
import { recorderFaults } from './faults/recorder-faults.js';
import { sshFaults, sshPlace } from './faults/ssh-faults.js';
import { storeLocked } from './faults/store-faults.js';
import { tmuxKilled, tmuxStopped } from './faults/tmux-faults.js';
import { localPlace, type Place } from './place.js';

/** Where a round takes place, and which faults come there. */
export interface Profile {
  readonly name: string;
  readonly faults: readonly Fault[];
  /** The longest pause between two faults. */
  readonly pauseMs: number;
  /** @param folder of the round */
  open(folder: string): Promise<Place>;
}

const here = async (): Promise<Place> => localPlace();

export const profiles: readonly Profile[] = [
  { name: 'local', faults: [...processFaults, ...recorderFaults, tmuxStopped], pauseMs: 150, open: here },
  { name: 'tmux', faults: [...processFaults, tmuxStopped, tmuxKilled], pauseMs: 150, open: here },
  { name: 'store', faults: [...processFaults, storeLocked], pauseMs: 150, open: here },
  { name: 'disk', faults: [...processFaults, ...diskFaults], pauseMs: 150, open: diskPlace },
  { name: 'postgres', faults: [...processFaults, ...postgresFaults], pauseMs: 150, open: postgresPlace },
  { name: 'ssh', faults: [...processFaults, ...sshFaults], pauseMs: 150, open: sshPlace },
  { name: 'docker', faults: [...processFaults, ...dockerFaults], pauseMs: 150, open: dockerPlace },
  { name: 'clock', faults: [...processFaults, clockSet], pauseMs: 150, open: clockPlace },
  { name: 'limits', faults: [...processFaults, filesExhausted], pauseMs: 150, open: here },
];

/** Ends what rounds share. */
export async function closeProfiles(): Promise<void> {
  await closePostgres();
  await closeDocker();
}
