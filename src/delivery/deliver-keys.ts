import { Deadline, isMuxError, MuxError } from '../model/index.js';
import { isOfDialog, namedQuestion } from '../screen/index.js';
import { checkKey, keyCommands, type Pane, rowConditions } from '../tmux/index.js';
import { type BridgeContext, openView } from './bridge-context.js';
import { bridgeDefaults, type SendKeysOptions } from './bridge-options.js';
import { Delivery } from './delivery.js';
import { lockPane, takeTurn } from './lock/pane-lock.js';
import { PaneTalk } from './pane-talk.js';
import { deadError, type Look } from './pane-view.js';
import { questionChanged } from './question-changed.js';
import type { SendResult } from './send-result.js';
import { lostPane } from './send-safely.js';
import { failed, succeeded, unproven } from './text-outcome.js';

/** Presses keys in a pane, one after the other, whatever its program shows. */
export async function deliverKeys(
  context: BridgeContext,
  pane: Pane,
  keys: readonly string[],
  options: SendKeysOptions,
): Promise<SendResult> {
  const delivery = new Delivery('');
  const { timeoutMs = bridgeDefaults.timeoutMs, signal } = options;
  using deadline = new Deadline({
    what: `Sending keys to pane ${pane.id}`,
    timeoutMs,
    ...(signal && { signal }),
  });
  try {
    keys.forEach(checkKey);
    const leave = await takeTurn(pane.tmux, pane.id, deadline);
    try {
      const parts = await openView(context, pane, deadline);
      using _ear = parts.ear;
      await using lock = await lockPane(pane.tmux, pane.id, { ...parts, hasTurn: true });
      return await press(context, new PaneTalk({ ...parts, lock }), delivery, keys, options);
    } finally {
      leave();
    }
  } catch (error) {
    return failed(context, delivery, error, undefined);
  }
}

async function press(
  context: BridgeContext,
  talk: PaneTalk,
  delivery: Delivery,
  keys: readonly string[],
  options: SendKeysOptions,
): Promise<SendResult> {
  const { sequentialSendDelayMs = bridgeDefaults.sequentialSendDelayMs } = options;
  const isVerified = options.verifyEnter === true && keys.at(-1)?.toLowerCase() === 'enter';
  const { fingerprint } = options;
  // The first key may already change the screen that the fingerprint is of: all keys go in one step then.
  if (fingerprint !== undefined && !isOfDialog(fingerprint)) {
    const before = await talk.look();
    await pressOne(talk, delivery, keys, options, true);
    if (!isVerified) return { success: true, latencyMs: delivery.latencyMs };
    delivery.attempts = 1;
    if (await hasEffect(talk, delivery, before, 1)) return succeeded(context, delivery, 'submitted');
    return unproven(context, talk, delivery, { secret: false });
  }
  for (const [index, key] of keys.slice(0, isVerified ? -1 : undefined).entries()) {
    if (index > 0) await talk.wait(sequentialSendDelayMs);
    await pressOne(talk, delivery, [key], options, index === 0);
  }
  if (!isVerified) return { success: true, latencyMs: delivery.latencyMs };
  await watchNoise(talk, delivery, sequentialSendDelayMs);
  for (let attempt = 1; attempt <= (options.maxEnterRetries ?? 0) + 1; attempt++) {
    const before = await talk.look();
    await pressOne(talk, delivery, ['Enter'], options, keys.length === 1 && attempt === 1);
    delivery.attempts = attempt;
    if (await hasEffect(talk, delivery, before, attempt)) return succeeded(context, delivery, 'submitted');
  }
  return unproven(context, talk, delivery, { secret: false });
}

/** What changes by itself in the pause before Enter does not count as its effect. */
async function watchNoise(talk: PaneTalk, delivery: Delivery, ms: number): Promise<void> {
  await talk.lookUntil(ms, (look) => {
    delivery.noise.see(look);
    return undefined;
  });
}

async function pressOne(
  talk: PaneTalk,
  delivery: Delivery,
  keys: readonly string[],
  options: SendKeysOptions,
  isFirst: boolean,
): Promise<void> {
  const { ifShows, fingerprint } = options;
  const { id, tmux } = talk.pane;
  const commands = keyCommands(id, keys, tmux.version);
  for (let tries = 1; ; tries++) {
    const asked = fingerprint === undefined ? {} : await askedNow(talk, fingerprint, isFirst);
    const held = await talk.send({ ...(ifShows !== undefined && { shows: ifShows }), ...asked }, commands);
    if (!held) break;
    if (!held.ours) throw lostPane(id);
    if (held.inMode) await talk.leaveMode();
    else if (fingerprint === undefined || tries === MOST_TRIES) throw changed(id, ifShows);
  }
  delivery.typedAt = performance.now();
}

/** A screen may change between the look and the key by itself: a spinner, a clock. */
const MOST_TRIES = 12;

/** What must hold at the moment of a key: the question that was read, and before the first key its highlight, too. */
async function askedNow(
  talk: PaneTalk,
  fingerprint: string,
  exactly: boolean,
): Promise<{ readonly holds: readonly string[] }> {
  const look = await talk.look();
  const { screen, agent } = look;
  const question = namedQuestion(screen, fingerprint, { menu: agent.menu, exactly });
  if (!question) throw questionChanged(talk.pane.id, look);
  return { holds: rowConditions(screen, question.rows) };
}

async function hasEffect(
  talk: PaneTalk,
  delivery: Delivery,
  before: Look,
  attempt: number,
): Promise<boolean> {
  try {
    const changed = await talk.lookUntil(bridgeDefaults.enterWaitMs * attempt, (now) =>
      delivery.noise.change(before, now),
    );
    if (changed === undefined) return false;
    delivery.add('content-change', `row ${changed + 1} of the screen changed after Enter`);
  } catch (error) {
    if (!isMuxError(error, 'PANE_NOT_FOUND', 'PANE_DEAD', 'NO_SERVER')) throw error;
    delivery.add('content-change', 'the pane was closed after Enter');
  }
  return true;
}

function changed(pane: string, ifShows: string | undefined): MuxError {
  if (ifShows === undefined) return deadError(pane);
  return new MuxError('SCREEN_CHANGED', `The screen of pane ${pane} does not show '${ifShows}' any more.`, {
    suggestion: 'Look at the screen again before the next key.',
  });
}
