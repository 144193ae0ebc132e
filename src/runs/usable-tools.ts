import type { Host } from '../hosts/index.js';
import { type HostTools, hostTools } from '../recorder/index.js';

export interface UsableTools {
  readonly tools: HostTools;
  /** Whether the folder for the command can be entered. */
  readonly entersCwd: boolean;
}

/**
 * What a host has for runs. What is known from before holds only while the folder is there and can be written to: a
 * run without one would go on unrecorded. The folder for the command is looked at in the same script, because a second
 * one at the same time would open a second shell.
 */
export async function usableTools(
  host: Host,
  folder: string | undefined,
  cwd: string | undefined,
): Promise<UsableTools> {
  const given = folder === undefined ? {} : { folder };
  const look = async (tools: HostTools): Promise<number | undefined> =>
    (await host.script(LOOK, [tools.folder, cwd ?? '/'])).code;
  let tools = await hostTools(host, given);
  let code = await look(tools);
  if (code === UNUSABLE) {
    tools = await hostTools(host, { ...given, refresh: true });
    code = await look(tools);
  }
  return { tools, entersCwd: code !== NO_CWD };
}

const UNUSABLE = 3;
const NO_CWD = 4;

const LOOK = `[ -w "$1" ] && [ -x "$1" ] || exit ${UNUSABLE}
cd -- "$2" || exit ${NO_CWD}`;
