import { isMuxError } from '../model/index.js';
import type { Delivery } from './delivery.js';
import type { EnterVerdict } from './judge-enter.js';
import type { PaneTalk } from './pane-talk.js';
import type { Look } from './pane-view.js';
import type { Evidence } from './send-result.js';

/** Enter, and what the screen showed when it was pressed. */
export interface Press {
  readonly before: Look;
  readonly at: number;
  /** The first one for this text: a slow program may have taken that, just when Enter was pressed again. */
  readonly first?: Press;
}

/** What came of Enter; without `status` it was not proven, and `why` tells what was seen last. */
export interface EnterOutcome {
  readonly status?: 'submitted' | 'queued';
  readonly why?: EnterVerdict['type'] | 'refused' | 'mixed';
  /** What is asked now, where the text has led to a question. */
  readonly asks?: Look;
}

/** Something that proves that a text was taken. */
export interface Acceptance {
  readonly status: 'submitted' | 'queued';
  readonly source: Evidence['source'];
  readonly detail: string;
}

export function accept(delivery: Delivery, { status, source, detail }: Acceptance): EnterOutcome {
  delivery.add(source, detail);
  return { status };
}

export async function lookOrEnd(talk: PaneTalk): Promise<Look | 'closed'> {
  try {
    return await talk.look();
  } catch (error) {
    // A server that is gone tells nothing about the program.
    if (isMuxError(error, 'PANE_NOT_FOUND', 'PANE_DEAD')) return 'closed';
    throw error;
  }
}
