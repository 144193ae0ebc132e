import type { LabProgram } from '../lab-program.js';
import { fullScreen } from './full-screen.js';
import { lines } from './lines.js';
import { listeners } from './listeners.js';
import { machine } from './machine.js';
import { nested } from './nested.js';
import { nodePackages } from './node-packages.js';
import { remote } from './remote.js';
import { secrets } from './secrets.js';
import { shells } from './shells.js';
import { tricky } from './tricky.js';
import { workers } from './workers.js';

/** Everything that the lab tries, by kind. */
export const programGroups: Readonly<Record<string, readonly LabProgram[]>> = {
  Shells: shells,
  'Lines and interpreters': lines,
  'Passwords and keys': secrets,
  'Full-screen programs': fullScreen,
  'Packages of npm': nodePackages,
  'Programs that only listen': listeners,
  'Programs that work': workers,
  'Behind another terminal or session': nested,
  'Machines, accounts, databases': machine,
  'On another machine': remote,
  'Uncommon ways to look, and watchers': tricky,
};

export const allPrograms: readonly LabProgram[] = Object.values(programGroups).flat();
