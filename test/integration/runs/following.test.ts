import { describe } from 'vitest';
import { differentTools } from '../tmux/places.js';
import { useRuns } from './open-runs.js';
import { followingSuite } from './suites/following.js';

describe.each(differentTools)('following runs on $name', (place) => followingSuite(useRuns(place)));
