import { describe } from 'vitest';
import { differentTools } from '../tmux/places.js';
import { useRuns } from './open-runs.js';
import { startingSuite } from './suites/starting.js';

describe.each(differentTools)('starting runs on $name', (place) => startingSuite(useRuns(place)));
