import { describe } from 'vitest';
import { anyPlace } from '../tmux/places.js';
import { useRuns } from './open-runs.js';
import { flowsSuite } from './suites/flows.js';

describe.each(anyPlace)('flows on $name', (place) => flowsSuite(useRuns(place)));
