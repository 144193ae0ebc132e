import { describe } from 'vitest';
import { soak } from '../../soak.js';
import { differentTools } from '../tmux/places.js';
import { useRuns } from './open-runs.js';
import { secretsSuite, ways } from './suites/secrets.js';

// Perl on this machine, awk in the container: there is no third filter.
describe.each(differentTools)('secrets of runs on $name', (place) =>
  secretsSuite(useRuns(place), place.name === 'this machine' || soak ? ways : ways.slice(0, 1)),
);
