import { z } from 'zod';
import type { WorkerSelection } from '../../workers/workers.js';

/** Which of several workers are meant. */
export const selectionFields = {
  all: z.literal(true).optional().describe('All of them. Give this or tag.'),
  tag: z.string().min(1).max(1_000).optional().describe('Those with this tag.'),
};

interface Selection {
  readonly all?: true | undefined;
  readonly tag?: string | undefined;
}

export function hasSelection({ all, tag }: Selection): boolean {
  return (all === undefined) !== (tag === undefined);
}

export const selectionMissing = 'give exactly one of all and tag';

export function selectionOf({ tag }: Selection): WorkerSelection {
  return tag === undefined ? { all: true } : { tag };
}
