import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface CodexSeed {
  readonly home: string;
  readonly project: string;
  /** Of the model server. */
  readonly url: string;
  /** Whether the folder counts as one that the person trusts; without that a dialog asks. */
  readonly trusted: boolean;
}

/** Writes the file with which Codex starts without a dialog and talks to the model server only. */
export async function seedCodex({ home, project, url, trusted }: CodexSeed): Promise<void> {
  const trust = trusted ? `[projects.${JSON.stringify(project)}]\ntrust_level = "trusted"\n` : '';
  await mkdir(join(home, '.codex'), { recursive: true });
  await writeFile(join(home, '.codex', 'config.toml'), `${general(url)}\n${trust}`);
}

// A daemon that Codex starts by itself would outlive it.
function general(url: string): string {
  return `model = "echo"
model_provider = "loopback"
model_context_window = 200000
model_auto_compact_token_limit = 190000
approval_policy = "on-request"
sandbox_mode = "workspace-write"
check_for_update_on_startup = false
hide_agent_reasoning = true

[model_providers.loopback]
name = "loopback"
base_url = "${url}/v1"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
supports_websockets = false
request_max_retries = 1
stream_max_retries = 1

[analytics]
enabled = false

[feedback]
enabled = false

[features]
daemon_auto_start = false

[tui]
notifications = true
notification_method = "osc9"
show_tooltips = false
`;
}
