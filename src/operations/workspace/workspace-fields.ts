import { z } from 'zod';

/** Which workspace is meant. */
export const workspaceFields = {
  host: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Host: local, docker://NAME, ssh://user@host:port (default: local, or as configured).'),
  session: z.string().min(1).max(1_000).optional().describe('Name of its session (default: workspace).'),
  folder: z
    .string()
    .min(1)
    .max(4_096)
    .optional()
    .describe('Its working folder on the host, an absolute path (default: ~/workspace).'),
};
