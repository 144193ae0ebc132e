import type { Extractor } from './extractor.js';

/** What `claude setup-token` prints. */
export const claudeExtractor: Extractor = {
  tool: 'claude',
  description: 'The address to sign in at, and the long-lived token that comes of it.',
  values: [
    // The counts are the least that is issued: a longer token of tomorrow is taken whole.
    { name: 'token', pattern: /sk-ant-oat\d\d-[\w-]{32,}/, secret: true, split: true },
    {
      name: 'url',
      pattern: /https:\/\/(?:[\w-]+\.)*(?:claude|anthropic)\.(?:ai|com)\/\S*oauth\/authorize\?\S+/,
      split: true,
    },
  ],
};
