import { formatHostAddress, parseHostAddress } from '../../model/index.js';
import type { Runtime } from '../runtime.js';

export interface InboxContext {
  readonly runtime: Runtime;
  readonly signal: AbortSignal;
  /** Only what waits there. */
  readonly host: string | undefined;
}

/** Things that are looked at, all hosts together: more than a person could answer. */
export const MOST_LOOKS = 200;
/** How long a host may take to show a screen, before its things are listed without it. */
export const LOOK_MS = 4_000;

export function isOn(context: InboxContext, host: string): boolean {
  return context.host === undefined || formatHostAddress(parseHostAddress(context.host)) === host;
}
