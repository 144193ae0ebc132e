import type { Words } from '../model/phrase.js';

/** Operations and their fields by their names, as over HTTP. */
export const operationWords: Words = { call: ({ operation }) => operation, field: (name) => name };
