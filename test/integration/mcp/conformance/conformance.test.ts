import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenServer, openServer } from '../../server/open-server.js';
import { runConformance } from './run-conformance.js';

let open: OpenServer;
beforeAll(async () => {
  open = await openServer();
});
afterAll(() => open[Symbol.asyncDispose]());

describe('the official conformance suite', () => {
  it.each(['2026-07-28', '2025-11-25'])(
    'finds nothing in revision %s but what needs its own tools',
    async (revision) => {
      const expected = fileURLToPath(new URL(`./expected-${revision}.yml`, import.meta.url));
      const args = ['--requirements', revision, '--expected-failures', expected];
      const { code, text } = await runConformance(open.url, open.token, ...args);
      // A scenario that fails unexpectedly, and one that is expected to fail and passes, both end it with 1.
      expect(code, text).toBe(0);
      expect(text).toMatch(/✓ tools-list: [1-9]/);
    },
  );
});
