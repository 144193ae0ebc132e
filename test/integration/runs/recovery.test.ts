import { describe } from 'vitest';
import { differentTools } from '../tmux/places.js';
import { useRuns } from './open-runs.js';
import { recoverySuite } from './suites/recovery.js';

describe.each(differentTools)('recovering runs on $name', (place) => recoverySuite(useRuns(place)));
