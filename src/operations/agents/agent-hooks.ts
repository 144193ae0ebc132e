import { z } from 'zod';
import {
  installCodexNotify,
  installHooks,
  uninstallCodexNotify,
  uninstallHooks,
} from '../../agents/index.js';
import { call } from '../operation.js';

const hooksInput = {
  program: z.enum(['claude-code', 'codex']).default('claude-code').describe('Which agent.'),
  path: z
    .string()
    .max(4_096)
    .regex(/^\/[^\0]*$/, 'give an absolute path')
    .optional()
    .describe('Its settings file on this machine (default: the usual one of the user).'),
  dryRun: z.boolean().default(false).describe('Only tell what would change.'),
};

const editOutput = z.object({
  path: z.string().describe('The file, behind all links.'),
  changed: z.boolean(),
  diff: z.string().describe('What changed, or would: lines with - and +.'),
  backup: z.string().optional().describe('Where the text from before is kept.'),
  warnings: z.array(z.string()),
});

export const agentInstallHooks = call({
  name: 'agent.install-hooks',
  summary: 'Make an agent tell muxwright what it does',
  description:
    'Adds our hook to the settings of Claude Code or Codex on this machine, beside whatever is there, with a copy of what was. Agents that are started then register themselves, and their state is known for certain. Doing it again changes nothing.',
  effect: 'change',
  idempotent: true,
  faces: ['cli', 'http'],
  input: z.strictObject({
    ...hooksInput,
    chain: z
      .boolean()
      .default(false)
      .describe(
        'For codex: a notify program that is there is kept, and called by ours. Else it fails with HOOK_IN_USE.',
      ),
  }),
  output: editOutput,
  examples: [{ does: 'show what would change', input: { dryRun: true } }],
  handler: async ({ program, path, dryRun, chain }) => {
    if (program === 'codex')
      return { ...(await installCodexNotify({ configPath: path, dryRun, chain })), warnings: [] };
    const edit = await installHooks({ settingsPath: path, dryRun });
    return { ...edit, warnings: [...edit.warnings] };
  },
});

export const agentUninstallHooks = call({
  name: 'agent.uninstall-hooks',
  summary: 'Take the hooks of muxwright out of the settings of an agent',
  description: 'Everything else in the file stays as it is.',
  effect: 'change',
  idempotent: true,
  faces: ['cli', 'http'],
  input: z.strictObject(hooksInput),
  output: editOutput,
  examples: [{ does: 'those of Codex', input: { program: 'codex' } }],
  handler: async ({ program, path, dryRun }) => {
    if (program === 'codex')
      return { ...(await uninstallCodexNotify({ configPath: path, dryRun })), warnings: [] };
    const edit = await uninstallHooks({ settingsPath: path, dryRun });
    return { ...edit, warnings: [...edit.warnings] };
  },
});
