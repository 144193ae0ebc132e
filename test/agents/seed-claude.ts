import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ClaudeSeed {
  readonly home: string;
  readonly project: string;
  /** Of the model server. */
  readonly url: string;
  readonly key: string;
  /** Whether the folder counts as one that the person trusts; without that a dialog asks. */
  readonly trusted: boolean;
}

/** Writes the files with which Claude Code starts without a dialog and talks to the model server only. */
export async function seedClaude(seed: ClaudeSeed): Promise<void> {
  const { home, project, url, key, trusted } = seed;
  const state = {
    ...PAST_THE_WELCOME,
    // A key counts as approved by its last 20 characters.
    customApiKeyResponses: { approved: [key.slice(-20)], rejected: [] },
    projects: {
      [project]: {
        allowedTools: [],
        history: [],
        mcpServers: {},
        hasTrustDialogAccepted: trusted,
        hasCompletedProjectOnboarding: true,
        projectOnboardingSeenCount: 5,
      },
    },
  };
  const settings = {
    theme: 'dark',
    permissions: { defaultMode: 'default' },
    skipAutoPermissionPrompt: true,
    // With suggestions, which stand in the box as if they had been typed: they are what is hard about it.
    env: { ...QUIET, ANTHROPIC_BASE_URL: url, CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION: '1' },
  };
  await mkdir(join(home, '.claude'), { recursive: true });
  await writeFile(join(home, '.claude.json'), JSON.stringify(state));
  await writeFile(join(home, '.claude', 'settings.json'), JSON.stringify(settings));
}

const PAST_THE_WELCOME = {
  hasCompletedOnboarding: true,
  lastOnboardingVersion: '99.0.0',
  theme: 'dark',
  numStartups: 5,
  installMethod: 'global',
  autoUpdates: false,
  hasSeenTasksHint: true,
  hasSeenStashHint: true,
  hasUsedBackslashReturn: true,
  shiftEnterKeyBindingInstalled: true,
  lspRecommendationDisabled: true,
  officialMarketplaceAutoInstallAttempted: true,
  officialMarketplaceAutoInstalled: false,
  effortCalloutDismissed: true,
  hasSeenAutoDefaultNudge: true,
  hasSeenAutoModeEntryWarning: true,
  hasResetAutoModeOptInForDefaultOffer: true,
  migrationVersion: 15,
  opusProMigrationComplete: true,
  hasAcknowledgedCostThreshold: true,
};

const QUIET = {
  DISABLE_AUTOUPDATER: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_BUG_COMMAND: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  CLAUDE_CODE_DISABLE_FEEDBACK_SURVEY: '1',
};
