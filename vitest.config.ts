import { defineConfig } from 'vitest/config';

const common = {
  setupFiles: ['test/name-test-file.ts'],
  // For machines that are very busy; nothing takes so long elsewhere.
  testTimeout: 240_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
};

export default defineConfig({
  test: {
    // Twice the cores of a small machine: most tests wait for real programs most of the time.
    maxWorkers: 4,
    projects: [
      // These leave nothing behind that another file could see, so files need no process of their own.
      {
        test: {
          ...common,
          name: 'unit',
          include: ['{src,web/src}/**/*.test.ts', 'test/store/*.test.ts', 'test/chaos/**/*.test.ts'],
          isolate: false,
        },
      },
      // The same tests of the store on PostgreSQL, and what only concerns that.
      {
        test: {
          ...common,
          name: 'postgres',
          include: [
            'test/store/*.test.ts',
            'test/integration/store/several-processes.test.ts',
            'test/integration/store/streams.test.ts',
            'test/postgres/*.test.ts',
          ],
          globalSetup: ['test/postgres/global-setup.ts'],
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: 'integration',
          include: ['test/*.test.ts', 'test/{integration,security}/**/*.test.ts'],
          exclude: ['test/integration/matrix/**'],
          globalSetup: ['test/integration/global-setup.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'matrix',
          include: ['test/integration/matrix/**/*.test.ts'],
          globalSetup: ['test/integration/global-setup.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/e2e/global-setup.ts'],
          // A browser is several programs by itself, so these come when the others are done.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...common,
          name: 'agents',
          include: ['test/agents/**/*.test.ts'],
          globalSetup: ['test/e2e/global-setup.ts'],
          maxWorkers: 2,
          testTimeout: 900_000,
        },
      },
    ],
  },
});
