import { describe } from 'vitest';
import { anyPlace, usePlace } from './places.js';
import { waitsSuite } from './suites/waits.js';

describe.each(anyPlace)('waits on $name', (place) => waitsSuite(usePlace(place)));
