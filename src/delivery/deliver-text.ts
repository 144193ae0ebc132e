import { Deadline, isMuxError } from '../model/index.js';
import { extractVerificationSnippet } from '../screen/index.js';
import { forgetMessages, hideInput, type Pane } from '../tmux/index.js';
import { type BridgeContext, openView } from './bridge-context.js';
import { bridgeDefaults, enterDelayMs, type SendTextOptions } from './bridge-options.js';
import { Delivery } from './delivery.js';
import { prepareBox, putDraftBack, takeBack } from './draft.js';
import { findInput } from './find-input.js';
import { giveText } from './give-text.js';
import { holdsBack, isAtWork, waitForEndOfWork } from './hold-back.js';
import { isWorking } from './judge-enter.js';
import { KeptResults } from './kept-results.js';
import { lockPane, takeTurn } from './lock/pane-lock.js';
import { mixedError } from './mixed-error.js';
import { PaneTalk } from './pane-talk.js';
import { type Look, PaneView, type PaneViewParts } from './pane-view.js';
import { enterCommands, pressEnter } from './press-enter.js';
import type { SendResult } from './send-result.js';
import {
  failed,
  interrupted,
  lostDraft,
  refusedError,
  succeeded,
  unchecked,
  unproven,
} from './text-outcome.js';
import { waitForEcho } from './wait-for-echo.js';
import { waitForReader } from './wait-for-reader.js';
import { waitUntilIdle } from './wait-until-idle.js';

/** Gives a text to the program of a pane, presses Enter, and proves that it was taken. */
export async function deliverText(
  context: BridgeContext,
  pane: Pane,
  text: string,
  options: SendTextOptions,
): Promise<SendResult> {
  const delivery = new Delivery(text, options.secret);
  const { timeoutMs = bridgeDefaults.timeoutMs, signal } = options;
  const what = `Sending text to pane ${pane.id}`;
  using deadline = new Deadline({ what, timeoutMs, ...(signal && { signal }) });
  try {
    if (options.when === 'idle') return await deliverWhenIdle(context, pane, delivery, deadline, options);
    // Texts are sent in the order of the calls.
    const leave = await takeTurn(pane.tmux, pane.id, deadline);
    try {
      return await deliverAt(context, pane, delivery, deadline, options);
    } finally {
      leave();
    }
  } catch (error) {
    return failed(context, delivery, error, options.idempotencyKey);
  }
}

/** How often another program may come to the front before anything is typed. */
const MOST_PROGRAMS = 8;

async function deliverAt(
  context: BridgeContext,
  pane: Pane,
  delivery: Delivery,
  deadline: Deadline,
  options: SendTextOptions,
): Promise<SendResult> {
  for (let programs = 1; ; programs++) {
    const parts = await openView(context, pane, deadline, options.profile);
    using _ear = parts.ear;
    delivery.holdsBack = holdsBack(parts.profile, options);
    if (delivery.holdsBack) await waitForEndOfWork(new PaneView(parts), delivery);
    try {
      return await withPane(context, { ...parts, hasTurn: true }, delivery, options);
    } catch (error) {
      // A program that starts takes the place of the shell that started it.
      const isNew = isMuxError(error, 'PROGRAM_CHANGED') && programs < MOST_PROGRAMS;
      if (!isNew && !(error instanceof WorksAgain)) throw error;
    }
  }
}

/** A caller that waits for an idle program does not keep the pane from others. */
async function deliverWhenIdle(
  context: BridgeContext,
  pane: Pane,
  delivery: Delivery,
  deadline: Deadline,
  options: SendTextOptions,
): Promise<SendResult> {
  for (;;) {
    const parts = await openView(context, pane, deadline, options.profile);
    using _ear = parts.ear;
    delivery.holdsBack = holdsBack(parts.profile, options);
    await waitUntilIdle(new PaneView(parts));
    try {
      return await withPane(context, parts, delivery, options);
    } catch (error) {
      if (!(error instanceof WorksAgain) && !isMuxError(error, 'PROGRAM_CHANGED')) throw error;
    }
  }
}

/** The program has begun to work before the pane was ours. */
class WorksAgain extends Error {}

/** With the pane to ourselves. */
async function withPane(
  context: BridgeContext,
  parts: PaneViewParts & { readonly hasTurn?: boolean },
  delivery: Delivery,
  options: SendTextOptions,
): Promise<SendResult> {
  const { pane } = parts;
  const { idempotencyKey: key } = options;
  await using lock = await lockPane(pane.tmux, pane.id, parts);
  using _hidden = options.secret ? hideInput(pane.tmux.place, pane.id) : undefined;
  const { text } = delivery;
  const { secret = false } = options;
  const kept = key === undefined ? undefined : await KeptResults.read(pane, { key, text, secret });
  if (kept?.first) return kept.first === 'interrupted' ? interrupted(context, delivery, key) : kept.first;
  const talk = new PaneTalk({ ...parts, lock });
  const look = await findInput(talk);
  const mustRest = options.when === 'idle' ? isWorking(look) : delivery.holdsBack && isAtWork(look, delivery);
  if (mustRest) throw new WorksAgain();
  const result = await submit(context, talk, delivery, look, kept, options).catch((error: unknown) => {
    if (isMuxError(error, 'PROGRAM_CHANGED') && !delivery.isTyped && delivery.draft === undefined)
      throw error;
    return failed(context, delivery, error, key);
  });
  // What was never sent may be tried again with the same key.
  if (kept && delivery.isTyped) await talk.note(kept.note(result)).catch(() => {});
  // What tmux was told to look for may be a part of it.
  if (options.secret) await talk.request(forgetMessages).catch(() => {});
  return result;
}

async function submit(
  context: BridgeContext,
  talk: PaneTalk,
  delivery: Delivery,
  first: Look,
  kept: KeptResults | undefined,
  options: SendTextOptions,
): Promise<SendResult> {
  const { text } = delivery;
  const { ifNotEmpty = 'refuse', secret = false, idempotencyKey: key } = options;
  if (first.screen.inMode) await talk.leaveMode();
  delivery.noise.see(first);
  const read = await waitForReader(talk, delivery, first);
  const look = await prepareBox(talk, delivery, read, ifNotEmpty);
  delivery.noise.expectChange();
  const isSending = (is: boolean): void => {
    delivery.typedAt = is ? performance.now() : undefined;
  };
  let before: Look;
  try {
    const together = kept ? [kept.note()] : [];
    before = await giveText(talk, text, {
      look,
      secret,
      together,
      isSending,
      enter: options.enter !== false,
    });
  } finally {
    if (secret) await talk.request(forgetMessages).catch(() => {});
  }
  const shown = await waitForEcho(talk, delivery, before, {
    longestMs: enterDelayMs(text.length, options.textEnterDelayMs),
    enter: options.enter === false ? undefined : enterCommands(talk),
  });
  if (options.enter === false)
    return { success: true, latencyMs: delivery.latencyMs, ...lostDraft(delivery) };
  const outcome = await pressEnter(talk, delivery, shown, {
    snippet: extractVerificationSnippet(text),
    verifyEnter: options.verifyEnter ?? true,
    detectGhostText: options.detectGhostText ?? true,
    clearDelayMs: options.clearDelayMs ?? bridgeDefaults.clearDelayMs,
    maxEnterRetries: options.maxEnterRetries ?? bridgeDefaults.maxEnterRetries,
  });
  const isBack = outcome.why === 'refused' && (await takeBack(talk, delivery).catch(() => false));
  if (delivery.draft !== undefined) await putDraftBack(talk, delivery).catch(() => {});
  if (outcome.status) return succeeded(context, delivery, outcome.status, { key, asks: outcome.asks });
  if (options.verifyEnter === false) return unchecked(context, delivery, key);
  if (outcome.why === 'mixed') throw mixedError(talk, delivery, await talk.look());
  if (outcome.why === 'refused') throw refusedError(talk.pane.id, isBack);
  return unproven(context, talk, delivery, { key, secret, asks: outcome.why === 'dialog' });
}
