import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface Seed {
  readonly home: string;
  readonly project: string;
  /** Of the model server. */
  readonly url: string;
  readonly key: string;
}

/** Writes the files with which Gemini CLI starts without a dialog and talks to the model server only. */
export async function seedGemini({ home, project, url, key }: Seed): Promise<void> {
  await writeJson(join(home, '.gemini', 'settings.json'), {
    security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: true } },
    general: {
      enableAutoUpdate: false,
      enableAutoUpdateNotification: false,
      disableAutoUpdate: true,
      disableUpdateNag: true,
      sessionRetention: { enabled: false, warningAcknowledged: true },
    },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    ui: { theme: 'Default', hideTips: true, showHomeDirectoryWarning: false, dynamicWindowTitle: true },
    ide: { hasSeenNudge: true, enabled: false },
    tools: { sandbox: false },
    model: { name: 'gemini-2.5-flash' },
  });
  await writeJson(join(home, '.gemini', 'trustedFolders.json'), { [project]: 'TRUST_FOLDER' });
  await writeFile(join(home, '.gemini', '.env'), `GOOGLE_GEMINI_BASE_URL=${url}\nGEMINI_API_KEY=${key}\n`);
}

/** Likewise for OpenCode, which asks for leave before each command. */
export async function seedOpencode({ home, url, key }: Seed): Promise<void> {
  const model = { name: 'Echo', tool_call: true, limit: { context: 200_000, output: 8_000 } };
  await writeJson(join(home, '.config', 'opencode', 'opencode.json'), {
    autoupdate: false,
    share: 'disabled',
    provider: {
      loopback: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Loopback',
        options: { baseURL: `${url}/v1`, apiKey: key },
        models: { echo: model },
      },
    },
    model: 'loopback/echo',
    small_model: 'loopback/echo',
    enabled_providers: ['loopback'],
    permission: { bash: 'ask' },
  });
}

/** Likewise for pi, which asks for no leave. */
export async function seedPi({ home, url, key }: Seed): Promise<void> {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const model = { id: 'echo', name: 'Echo', reasoning: false, input: ['text'], cost };
  await writeJson(join(home, '.pi', 'agent', 'models.json'), {
    providers: {
      loopback: {
        baseUrl: `${url}/v1`,
        api: 'openai-completions',
        apiKey: key,
        models: [{ ...model, contextWindow: 200_000, maxTokens: 8_000 }],
      },
    },
  });
  await writeJson(join(home, '.pi', 'agent', 'settings.json'), {
    defaultProvider: 'loopback',
    defaultModel: 'echo',
  });
}

/** Likewise for Continue. */
export async function seedContinue({ home, url, key }: Seed): Promise<void> {
  const config = `name: local
version: 1.0.0
schema: v1
models:
  - name: Echo
    provider: openai
    model: echo
    apiBase: ${url}/v1
    apiKey: ${key}
    roles: [chat]
    capabilities: [tool_use]
`;
  await mkdir(join(home, '.continue'), { recursive: true });
  await writeFile(join(home, '.continue', 'config.yaml'), config);
}

/** Likewise for Qwen Code. */
export async function seedQwen({ home }: Seed): Promise<void> {
  await writeJson(join(home, '.qwen', 'settings.json'), {
    security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: false } },
    general: { disableAutoUpdate: true, enableAutoUpdate: false, disableUpdateNag: true },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    ui: { hideTips: true },
    ide: { hasSeenNudge: true },
    model: { name: 'echo' },
    $version: 3,
  });
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(value));
}
