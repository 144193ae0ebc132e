import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import manifest from './manifest.json' with { type: 'json' };

export type AgentName = keyof typeof manifest;

export const agentNames = Object.keys(manifest) as readonly AgentName[];

/** The folder of an agent's programs, which `npm run test:agents` has filled. */
export function agentPrograms(name: AgentName, version: string = manifest[name].version): string {
  const { program } = manifest[name];
  const folder = join(agentsFolder(), `${name}-${version}`, 'node_modules', '.bin');
  if (existsSync(join(folder, program))) return folder;
  throw new Error(`${name} ${version} is not installed in ${folder}. Run: npm run test:agents`);
}

/** The command that starts an agent. */
export function agentProgram(name: AgentName): string {
  return manifest[name].program;
}

function agentsFolder(): string {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return process.env.MUXWRIGHT_AGENTS_DIR || join(cache, 'muxwright', 'agents');
}
