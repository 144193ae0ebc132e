import type { Extractor } from './extractor.js';

/** What `gh auth login` and `gh auth token` print. */
export const githubExtractor: Extractor = {
  tool: 'github-cli',
  description: 'The one-time code, the address to enter it at, the account, and the token.',
  values: [
    { name: 'code', pattern: /one-time code:? *\(?([A-Z0-9]{4}-[A-Z0-9]{4})\b/i, group: 1 },
    { name: 'url', pattern: /https:\/\/[\w.-]+\/login\/device\b/ },
    { name: 'account', pattern: /logged in as ([A-Za-z0-9][A-Za-z0-9-]*)/i, group: 1 },
    { name: 'token', pattern: /gh[opu]_[A-Za-z0-9]{36,}/, secret: true, split: true },
  ],
};
