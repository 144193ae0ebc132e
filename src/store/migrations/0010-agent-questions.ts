import type { Migration } from '../migration.js';

/** What an agent asks is kept with its state, so that nobody has to look at its pane again. */
export const agentQuestions: Migration = {
  name: 'agent-questions',
  async up(db) {
    await db.schema.alterTable('agents').addColumn('asks', 'text').execute();
  },
};
