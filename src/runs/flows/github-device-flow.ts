import { githubExtractor } from '../extractors/github-extractor.js';
import type { Flow } from './flow.js';

/** Signs the GitHub CLI in, and keeps its token. Tells `code` and `url` as events: a person enters the one at the other. */
export const githubDeviceFlow: Flow = {
  name: 'github-device',
  command:
    'gh auth login --hostname github.com --git-protocol https --web && gh auth token --hostname github.com',
  steps: [
    { when: /authenticate git with your github credentials/i, answer: { text: 'Y' } },
    { when: /press enter/i, keys: ['Enter'], times: 2 },
  ],
  extract: [githubExtractor],
  store: [{ agent: 'github', name: 'oauth-token', value: 'token', metadata: ['account'] }],
};
