import type { AgentName } from './installed-agents.js';
import { seedClaude } from './seed-claude.js';
import { seedCodex } from './seed-codex.js';
import { type Seed, seedContinue, seedGemini, seedOpencode, seedPi, seedQwen } from './seed-others.js';

/** What one must know about an agent to start it without a dialog on a model of ours. */
export interface AgentKind {
  /** The name of its profile. */
  readonly profile: string;
  /** What its screen shows when it can take a message. */
  readonly ready: RegExp;
  /** What its screen shows while it asks for leave; `undefined` where it never does. */
  readonly asks: RegExp | undefined;
  /** Answers to what it asks, and whether they allow it. */
  readonly answers?: Readonly<
    Record<'number' | 'label' | 'deny', { readonly text: string; readonly allows: boolean }>
  >;
  readonly seed: (seed: Seed & { readonly trusted: boolean }) => Promise<void>;
  readonly env?: (seed: Seed) => Readonly<Record<string, string>>;
  readonly args?: (seed: Seed) => readonly string[];
}

export const agentKinds: Readonly<Record<AgentName, AgentKind>> = {
  claude: {
    profile: 'claude-code',
    ready: /\? for shortcuts/,
    asks: /Do you want to proceed\?/,
    answers: {
      number: { text: '1', allows: true },
      label: { text: 'Yes', allows: true },
      deny: { text: 'No', allows: false },
    },
    seed: seedClaude,
    env: ({ key }) => ({ ANTHROPIC_API_KEY: key }),
  },
  codex: {
    profile: 'codex',
    ready: /Ask Codex to do anything/,
    asks: /Press enter to confirm or esc to cancel/,
    answers: {
      number: { text: '1', allows: true },
      label: { text: 'Yes, proceed (y)', allows: true },
      deny: { text: 'No', allows: false },
    },
    seed: seedCodex,
    env: ({ key }) => ({ OPENAI_API_KEY: key }),
  },
  gemini: {
    profile: 'gemini',
    ready: /Type your message/,
    asks: /Allow execution of/,
    answers: {
      number: { text: '1', allows: true },
      label: { text: 'Allow once', allows: true },
      deny: { text: 'No, suggest changes (esc)', allows: false },
    },
    seed: seedGemini,
    env: ({ key }) => ({ GEMINI_API_KEY: key }),
  },
  opencode: {
    profile: 'opencode',
    ready: /Ask anything/,
    asks: /Permission required/,
    answers: {
      number: { text: '1', allows: true },
      label: { text: 'Allow once', allows: true },
      deny: { text: 'Reject', allows: false },
    },
    seed: seedOpencode,
  },
  pi: {
    profile: 'pi',
    ready: /pi v\d/,
    asks: undefined,
    seed: seedPi,
    env: () => ({ PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1' }),
  },
  continue: {
    profile: 'continue',
    ready: /Ask anything/,
    asks: /Would you like to continue\?/,
    answers: {
      number: { text: '1', allows: true },
      label: { text: 'Continue (tab)', allows: true },
      deny: { text: 'No, and tell Continue what to do differently (esc)', allows: false },
    },
    seed: seedContinue,
    env: () => ({ CONTINUE_TELEMETRY_ENABLED: '0', CONTINUE_CLI_AUTO_UPDATED: '1' }),
    args: ({ home }) => ['--config', `${home}/.continue/config.yaml`],
  },
  qwen: {
    profile: 'qwen',
    ready: /Type your message/,
    asks: /Allow execution of/,
    answers: {
      number: { text: '1', allows: true },
      label: { text: 'Yes, allow once', allows: true },
      deny: { text: 'No, suggest changes (esc)', allows: false },
    },
    seed: seedQwen,
    env: ({ key, url }) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'echo' }),
  },
};
