import { describe } from 'vitest';
import { anyPlace, usePlace } from './places.js';
import { captureSuite } from './suites/capture.js';

describe.each(anyPlace)('capture on $name', (place) => captureSuite(usePlace(place)));
