import { createHash } from 'node:crypto';

/** The guide as a file that agents find by themselves: what it is for first, then the guide. */
export function skillFile(guide: string): string {
  const body = `# Terminals with muxwright

Commands below are for a shell; \`--json\` gives JSON. If you have tools named \`run_start\` and the like from the MCP
server muxwright, they do the same, and you should prefer them.

${guide}

More: \`mux help COMMAND\`, and \`mux call OPERATION JSON\` for everything.
`;
  return `---\nname: ${SKILL_NAME}\ndescription: ${DESCRIPTION}\n---\n\n${mark(body)}\n\n${body}`;
}

export const SKILL_NAME = 'muxwright';

/** Agents decide by it whether they read on. */
const DESCRIPTION =
  'Run commands that take long, several at once, or ask something; drive interactive programs, REPLs, installers, logins and other agents in tmux, here, in containers or over SSH. Use it when a command outlives one tool call, needs an answer typed, or must be watched. Not for quick one-off commands.';

/**
 * Whether a file is one that we wrote and nobody has touched since. Everything else is somebody's work.
 */
export function isOurSkill(text: string): boolean {
  const found = /^<!-- Written by mux guide --install\. \(([0-9a-f]{16})\) .*-->\n\n/m.exec(text);
  if (!found) return false;
  return fingerprint(text.slice(found.index + found[0].length)) === found[1];
}

function mark(body: string): string {
  return `<!-- Written by mux guide --install. (${fingerprint(body)}) mux guide --uninstall removes it. -->`;
}

function fingerprint(body: string): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 16);
}
