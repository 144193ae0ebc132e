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
    .regex(/^\/[^\0]*$/, 'use an absolute path')
    .optional()
    .describe('Settings file on this machine (default: the usual one of the user).'),
  dryRun: z.boolean().default(false).describe('Only report what would change.'),
};

const editOutput = z.object({
  path: z.string().describe('Path of the file, with links resolved.'),
  changed: z.boolean(),
  diff: z.string().describe('The changes as a diff: lines with - and +.'),
  backup: z.string().optional().describe('Path of the copy of the previous file.'),
  warnings: z.array(z.string()),
});

export const agentInstallHooks = call({
  name: 'agent.install-hooks',
  summary: 'Install hooks so that an agent reports its state to muxwright',
  description:
    'Adds a hook to the settings of Claude Code or Codex on this machine, keeps existing entries, and saves a copy of the previous file. Agents started afterwards register themselves and report their state. Running it again changes nothing.',
  effect: 'change',
  idempotent: true,
  faces: ['cli', 'http'],
  input: z.strictObject({
    ...hooksInput,
    chain: z
      .boolean()
      .default(false)
      .describe(
        'Codex only: keep an existing notify program and call it from the hook. By default, an existing one fails with HOOK_IN_USE.',
      ),
  }),
  output: editOutput,
  examples: [{ does: 'show the changes only', input: { dryRun: true } }],
  handler: async ({ program, path, dryRun, chain }) => {
    if (program === 'codex')
      return { ...(await installCodexNotify({ configPath: path, dryRun, chain })), warnings: [] };
    const edit = await installHooks({ settingsPath: path, dryRun });
    return { ...edit, warnings: [...edit.warnings] };
  },
});

export const agentUninstallHooks = call({
  name: 'agent.uninstall-hooks',
  summary: 'Remove the hooks of muxwright from the settings of an agent',
  description: 'Leaves everything else in the file unchanged.',
  effect: 'change',
  idempotent: true,
  faces: ['cli', 'http'],
  input: z.strictObject(hooksInput),
  output: editOutput,
  examples: [{ does: 'remove those of Codex', input: { program: 'codex' } }],
  handler: async ({ program, path, dryRun }) => {
    if (program === 'codex')
      return { ...(await uninstallCodexNotify({ configPath: path, dryRun })), warnings: [] };
    const edit = await uninstallHooks({ settingsPath: path, dryRun });
    return { ...edit, warnings: [...edit.warnings] };
  },
});
