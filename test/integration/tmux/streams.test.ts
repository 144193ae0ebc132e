import { describe } from 'vitest';
import { differentPlaces, usePlace } from './places.js';
import { streamsSuite } from './suites/streams.js';

describe.each(differentPlaces)('streams on $name', (place) => streamsSuite(usePlace(place)));
