import { z } from 'zod';
import { field } from '../../model/index.js';
import type { WorkerSelection } from '../../workers/workers.js';
import { rule } from '../rule.js';

/** Which of several workers are meant. */
export const selectionFields = {
  all: z.literal(true).optional().describe('All of them. Alternative to tag.'),
  tag: z.string().min(1).max(1_000).optional().describe('Those with this tag.'),
};

interface Selection {
  readonly all?: true | undefined;
  readonly tag?: string | undefined;
}

export function hasSelection({ all, tag }: Selection): boolean {
  return (all === undefined) !== (tag === undefined);
}

export const selectionMissing = rule`give exactly one of ${field('all')} and ${field('tag')}`;

export function selectionOf({ tag }: Selection): WorkerSelection {
  return tag === undefined ? { all: true } : { tag };
}
