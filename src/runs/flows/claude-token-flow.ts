import { claudeExtractor } from '../extractors/claude-extractor.js';
import type { Flow } from './flow.js';

/** Makes a long-lived token of Claude Code, and keeps it. Needs the input `code`: what the browser shows in the end. */
export const claudeTokenFlow: Flow = {
  name: 'claude-token',
  command: 'claude setup-token',
  steps: [
    { when: /paste.*(?:code|token)/i, answer: { input: 'code', secret: true, echoMs: 300 } },
    { when: /press .*enter/i, keys: ['Enter'] },
  ],
  extract: [claudeExtractor],
  store: [{ agent: 'claude', name: 'oauth-token', value: 'token' }],
};
