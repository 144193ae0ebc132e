import type { Migration } from '../migration.js';

/** The process that starts a run: as long as it exists, a run without a pane may still get one. */
export const runStarter: Migration = {
  name: 'run-starter',
  async up(db) {
    await db.schema.alterTable('automation_runs').addColumn('starter', 'text').execute();
  },
};
