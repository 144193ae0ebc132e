import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

// Everything that a test starts inherits it, so that a process that is left behind says where it is from.
const root = fileURLToPath(new URL('..', import.meta.url));
process.env.STARTED_BY_TEST = relative(root, expect.getState().testPath ?? '');
