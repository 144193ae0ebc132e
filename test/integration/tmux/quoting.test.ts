import { describe } from 'vitest';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { sized } from '../../soak.js';
import { quotingSuite } from './suites/quoting.js';

describe('quoting', () => quotingSuite(isolatedTmux, sized(1_000, 10_000)));
