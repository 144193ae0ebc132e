import { describe } from 'vitest';
import { anyPlace, usePlace } from './places.js';
import { inputSuite } from './suites/input.js';

describe.each(anyPlace)('input on $name', (place) => inputSuite(usePlace(place)));
