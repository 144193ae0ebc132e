import { automation } from './requirements/automation.js';
import { bridge } from './requirements/bridge.js';
import { capability } from './requirements/capability.js';
import { kubernetes } from './requirements/kubernetes.js';
import type { Requirement, Room } from './requirements/requirement.js';
import { sessions } from './requirements/sessions.js';
import { workers } from './requirements/workers.js';

const parts = { ...automation, ...capability, ...bridge, ...sessions, ...workers, ...kubernetes };

export type RequirementId = keyof typeof parts;

/**
 * Every behaviour that muxwright promises. Tests cite the ids in their names: `it('creates a missing session
 * detached [A4]', …)`. An id is never reused or renumbered; a new one takes the next number of its letter.
 */
export const requirements: Readonly<Record<RequirementId, Requirement>> = Object.freeze(parts);

/**
 * The rooms that are built: a requirement of theirs that no test cites fails the gate. Where a room serves several of
 * the systems, what one of them asks of it is named by its letter.
 */
export const finishedRooms: readonly (Room | `${Room}:${'A' | 'C' | 'B' | 'M' | 'W' | 'K'}`)[] = [
  'model',
  'screen',
  'hosts',
  'tmux',
  'testing',
  'redaction',
  'recorder',
  'store',
  'runs',
  'agents',
  'workspace',
  'sessions',
  'workers',
  'operations',
  'cli',
  'mcp',
  'server',
];
