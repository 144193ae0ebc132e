import type { Migration } from '../migration.js';

/** What a token may reach, as JSON; nothing means the hosts that are known. */
export const tokenReach: Migration = {
  name: 'token-reach',
  async up(db) {
    await db.schema.alterTable('server_tokens').addColumn('reach', 'text').execute();
  },
};
