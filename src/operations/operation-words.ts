import type { Words } from '../model/index.js';

/** Operations and their fields by their names, as over HTTP. */
export const operationWords: Words = { call: ({ operation }) => operation, field: (name) => name };
