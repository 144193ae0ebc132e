import { z } from 'zod';

export const sessionNameField = z
  .string()
  .min(1)
  .max(1_000)
  .describe('Name of the session, as returned by session.open.');

export const workspaceField = z.string().min(1).max(1_000).describe('Name of the workspace.');

export const chatField = z
  .union([z.string().min(1).max(1_000), z.number().int()])
  .describe('Id of the chat; a number is treated as its digits.');
