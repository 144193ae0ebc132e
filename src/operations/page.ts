import { z } from 'zod';

/** Fields of an operation that gives a list piece by piece. */
export const pageFields = {
  limit: z.number().int().min(1).max(1_000).default(200).describe('Maximum number of results.'),
  cursor: z
    .string()
    .regex(/^\d{1,9}$/, 'This is not a cursor')
    .optional()
    .describe('nextCursor of the previous page.'),
};

/** What such an operation answers beside the list. */
export const pageOutput = {
  hasMore: z.boolean(),
  nextCursor: z.string().optional().describe('Pass it as cursor to get the next page.'),
};

export interface Page<T> {
  readonly items: T[];
  readonly next: { readonly hasMore: boolean; readonly nextCursor?: string };
}

/** A piece of a list that is there as a whole. */
export function page<T>(
  all: readonly T[],
  { limit, cursor = '0' }: { readonly limit: number; readonly cursor?: string | undefined },
): Page<T> {
  const begin = Number(cursor);
  const end = begin + limit;
  const hasMore = end < all.length;
  return { items: all.slice(begin, end), next: { hasMore, ...(hasMore && { nextCursor: String(end) }) } };
}
