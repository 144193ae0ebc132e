import { existsSync } from 'node:fs';
import { type AgentName, agentNames, agentPrograms } from '../../agents/installed-agents.js';
import manifest from '../../agents/manifest.json' with { type: 'json' };

/** One version of an agent that the lab drives. */
export interface Target {
  readonly name: AgentName;
  readonly version: string;
}

/** Newer versions than those of the manifest, as far as they are installed beside them. */
const NEWEST: Readonly<Partial<Record<AgentName, string>>> = { claude: '2.1.326', codex: '0.169.0' };

/** What is installed of the agents that were asked for; all where none was named. */
export function targets(which: string | undefined): Target[] {
  return agentNames
    .filter((name) => which === undefined || which === name)
    .flatMap((name) => {
      const versions = [manifest[name].version, NEWEST[name]].filter((version) => version !== undefined);
      return versions.map((version) => ({ name, version }));
    })
    .filter(isInstalled);
}

function isInstalled({ name, version }: Target): boolean {
  try {
    return existsSync(agentPrograms(name, version));
  } catch {
    return false;
  }
}
