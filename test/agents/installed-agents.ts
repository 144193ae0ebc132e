import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import manifest from './manifest.json' with { type: 'json' };

export type AgentName = keyof typeof manifest;

/** The folder of an agent's programs, which `npm run test:agents` has filled. */
export function agentPrograms(name: AgentName): string {
  const { version, program } = manifest[name];
  const folder = join(agentsFolder(), `${name}-${version}`, 'node_modules', '.bin');
  if (existsSync(join(folder, program))) return folder;
  throw new Error(`${name} ${version} is not installed in ${folder}. Run: npm run test:agents`);
}

function agentsFolder(): string {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return process.env.MUXWRIGHT_AGENTS_DIR || join(cache, 'muxwright', 'agents');
}
