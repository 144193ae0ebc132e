import { describe } from 'vitest';
import { anyPlace, usePlace } from './places.js';
import { handlesSuite } from './suites/handles.js';

describe.each(anyPlace)('handles on $name', (place) => handlesSuite(usePlace(place)));
