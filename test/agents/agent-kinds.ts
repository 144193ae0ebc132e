import type { AgentName } from './installed-agents.js';
import { QUESTION } from './scene-texts.js';
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
  /** How it is brought to ask something that has an answer in one's own words, or why that cannot be. */
  readonly other: { readonly prompt: string; readonly asks: RegExp } | { readonly none: string };
  /** The command that ends it. */
  readonly exit: string;
  readonly seed: (seed: Seed & { readonly trusted: boolean }) => Promise<void>;
  readonly env?: (seed: Seed) => Readonly<Record<string, string>>;
  readonly args?: (seed: Seed) => readonly string[];
}

const NEVER_ASKS = { none: 'never asks' } as const;
const NO_OTHER = { none: 'its prompt has no such row' } as const;
const COMMAND = 'RUNTOOL{touch answered.txt}';

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
    other: { prompt: `CALLTOOL=AskUserQuestion${JSON.stringify(QUESTION)}`, asks: /Enter to select/ },
    exit: '/exit',
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
    other: { prompt: COMMAND, asks: /Press enter to confirm or esc to cancel/ },
    exit: '/quit',
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
    other: { prompt: COMMAND, asks: /Allow execution of/ },
    exit: '/quit',
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
    other: NO_OTHER,
    exit: 'exit',
  },
  pi: {
    profile: 'pi',
    ready: /pi v\d/,
    asks: undefined,
    seed: seedPi,
    other: NEVER_ASKS,
    exit: '/quit',
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
    other: { prompt: COMMAND, asks: /Would you like to continue\?/ },
    exit: '/exit',
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
    other: { prompt: COMMAND, asks: /Allow execution of/ },
    exit: '/quit',
    env: ({ key, url }) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'echo' }),
  },
};
