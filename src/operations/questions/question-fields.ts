import { z } from 'zod';

/** What every operation says about the question that a program asks. */
export const questionOutput = {
  question: z
    .string()
    .optional()
    .describe('The whole question: the command, the file, the rows above the options.'),
  fingerprint: z
    .string()
    .optional()
    .describe('Of the question: give it back with the answer, so that no other question gets it.'),
};

/** The question that an answer is meant for. */
export const fingerprintField = z.string().min(1).max(200).optional().describe('Of the question.');
