import { z } from 'zod';

/** What every operation says about the question that a program asks. */
export const questionOutput = {
  question: z
    .string()
    .optional()
    .describe('The complete question: the command, the file, the rows above the options.'),
  fingerprint: z
    .string()
    .optional()
    .describe(
      'Fingerprint of the question: pass it with the answer, so that the answer cannot go to another question.',
    ),
};

/** The question that an answer is meant for. */
export const fingerprintField = z.string().min(1).max(200).optional().describe('Of the question.');
