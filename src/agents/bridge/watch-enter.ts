import { isMuxError } from '../../model/mux-error.js';
import { isBlankRow } from '../../screen/row-shapes.js';
import type { Profile } from '../profiles/profile-shape.js';
import { bridgeDefaults } from './bridge-options.js';
import type { Delivery } from './delivery.js';
import { type EnterVerdict, isDialog, isWorking, judgeEnter, type Sent } from './judge-enter.js';
import type { HeardSignal } from './pane-ear.js';
import type { PaneTalk } from './pane-talk.js';
import type { Look } from './pane-view.js';
import type { Evidence } from './send-result.js';
import { showsText } from './text-match.js';

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
  readonly why?: EnterVerdict['type'] | 'refused';
}

/** Watches until something proves that Enter was taken; each attempt is given more time than the one before. */
export async function watchEnter(
  talk: PaneTalk,
  delivery: Delivery,
  snippet: string | null,
  press: Press,
  attempt: number,
): Promise<EnterOutcome> {
  const { enterWaitMs, slowestEnterMs, confirmEmptyMs, positiveProofMs } = bridgeDefaults;
  const { text, echo, toBusy } = delivery;
  const first = press.first ?? press;
  const paints = talk.profile.programs.length > 0 || first.before.screen.alternate;
  const sent: Sent = { text, snippet, echo, toBusy, first: first.before };
  // A program that was slow to show the text is slow to take it, too.
  const { echoMs = 0 } = delivery;
  const patience = Math.min(Math.max(enterWaitMs, 4 * echoMs), slowestEnterMs);
  const proofMs = Math.max(positiveProofMs, 8 * echoMs);
  let until = performance.now() + patience * attempt;
  let verdict: EnterVerdict = { type: 'unclear' };
  let since = press.at;
  let wasKept = false;
  for (;;) {
    if (isToldByHook(talk, sent, first)) return accept(delivery, HOOK_RAN);
    const now = await lookOrEnd(talk);
    if (now === 'closed') {
      const isProof = sent.echo?.kind !== 'marker' && !wasKept && (!paints || endsProgram(text));
      return isProof ? accept(delivery, CLOSED) : { why: 'gone' };
    }
    const { keepsEnter } = now.agent;
    if (keepsEnter !== undefined) {
      if (!wasKept) delivery.add('screen', `Enter is kept for later ('${keepsEnter}')`);
      wasKept = true;
      until = performance.now() + patience * attempt;
    }
    const judged = judgeEnter(sent, press.before, now, delivery.noise.rows);
    // A program that ends while it starts leaves its screen, and what it had kept undone.
    const hasLeftScreen = wasKept
      ? !now.agent.input && !isDialog(now)
      : hasEnded(first.before, now) && !endsProgram(text);
    const next: EnterVerdict = hasLeftScreen && judged.type === 'accepted' ? { type: 'gone' } : judged;
    if (next.type !== verdict.type) since = now.at;
    verdict = next;
    const lasts = now.at - since;
    const refusal = refusalOf(talk.profile, sent.text, press.before, now);
    if (refusal !== undefined) {
      delivery.add('screen', `the program refused it ('${refusal}')`);
      return { why: 'refused' };
    }
    // One that just starts works at something else, and shows what it was sent as queued.
    if (verdict.type === 'accepted' && verdict.sure && verdict.status === 'queued')
      return accept(delivery, verdict);
    // A program that just starts tells of work, too, so the text must have left the box.
    const hasLeft = now.agent.input && verdict.type !== 'there' && verdict.type !== 'completed';
    if ((hasLeft || !sent.echo) && beganToWork(talk, first)) return accept(delivery, WORKS);
    if (verdict.type === 'accepted') {
      if (verdict.sure || lasts >= confirmEmptyMs) return accept(delivery, verdict);
    } else if (verdict.type === 'completed') {
      if (lasts >= confirmEmptyMs) return { why: 'completed' };
    } else {
      // Of a program that has ended no proof comes any more.
      if (verdict.type === 'gone' && !hasEnded(first.before, now))
        until = Math.max(until, press.at + proofMs);
      if (performance.now() >= until) return { why: verdict.type };
    }
    const settles = verdict.type === 'accepted' || verdict.type === 'completed';
    await talk.deadline.race(talk.ear.next(settles ? confirmEmptyMs : until - performance.now()));
  }
}

/**
 * The last row of the conversation, where it says that this text is not taken. It may have said so of the same text
 * before; but then something else shows that Enter was read.
 */
function refusalOf({ refuses }: Profile, text: string, before: Look, now: Look): string | undefined {
  const { firstRow } = now.agent.input ?? {};
  const row = now.screen.rows.slice(0, firstRow ?? 0).findLast((each) => !isBlankRow(each));
  const refused = row && refuses.map((pattern) => pattern.exec(row)?.[1]).find((each) => each !== undefined);
  if (!refused || !text.trim().startsWith(refused)) return undefined;
  const { cursor, rows } = now.screen;
  const moved = cursor.x !== before.screen.cursor.x || cursor.y !== before.screen.cursor.y;
  return moved || rows.join() !== before.screen.rows.join() ? row.trim() : undefined;
}

/** A program that gives the whole screen back is about to end. */
function hasEnded(before: Look, now: Look): boolean {
  return before.screen.alternate && !now.screen.alternate;
}

/** Whether a text tells a program to end. One that paints its screen and ends without that may have failed. */
function endsProgram(text: string): boolean {
  return /^[^\p{L}\p{N}]{0,2}(?:sys\.)?(?:exit|quit|q|qa|wq|bye|logout|close|halt)(?![\p{L}\p{N}]| \p{L})/iu.test(
    text.trim(),
  );
}

interface Acceptance {
  readonly status: 'submitted' | 'queued';
  readonly source: Evidence['source'];
  readonly detail: string;
}

const CLOSED: Acceptance = {
  status: 'submitted',
  source: 'content-change',
  detail: 'the pane was closed after Enter',
};

const HOOK_RAN: Acceptance = {
  status: 'submitted',
  source: 'hook',
  detail: 'the hook UserPromptSubmit ran',
};

const WORKS: Acceptance = {
  status: 'submitted',
  source: 'program-status',
  detail: 'the program told that it works',
};

/** What a hook told after Enter is worth more than what the screen shows. */
function isToldByHook(talk: PaneTalk, sent: Sent, press: Press): boolean {
  return talk.ear.since(press.at).some(({ signal }) => isSubmitHook(signal, sent));
}

function isSubmitHook(signal: HeardSignal['signal'], sent: Sent): boolean {
  if (signal.type !== 'hook' || signal.event !== 'UserPromptSubmit') return false;
  const { prompt } = signal.payload;
  return typeof prompt !== 'string' || showsText(prompt, sent.text.slice(0, 200));
}

/** Of a program that was at work, or that had something answered, it says nothing that it works. */
function beganToWork(talk: PaneTalk, { before, at }: Press): boolean {
  if (isWorking(before)) return false;
  let previous: string | undefined;
  for (const { signal, at: toldAt } of talk.ear.since(0)) {
    if (signal.type !== 'status') continue;
    const began = signal.state === 'working' && previous !== 'working' && previous !== 'blocked';
    if (began && toldAt >= at) return true;
    previous = signal.state;
  }
  return false;
}

function accept(delivery: Delivery, { status, source, detail }: Acceptance): EnterOutcome {
  delivery.add(source, detail);
  return { status };
}

async function lookOrEnd(talk: PaneTalk): Promise<Look | 'closed'> {
  try {
    return await talk.look();
  } catch (error) {
    // A server that is gone tells nothing about the program.
    if (isMuxError(error, 'PANE_NOT_FOUND', 'PANE_DEAD')) return 'closed';
    throw error;
  }
}
