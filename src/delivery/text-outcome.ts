import { MuxError } from '../model/index.js';
import type { BridgeContext } from './bridge-context.js';
import type { Delivery } from './delivery.js';
import { diagnosticDump } from './dump.js';
import { failure } from './failure.js';
import type { Look, PaneView } from './pane-view.js';
import type { DeliveryStatus, SendResult } from './send-result.js';

/** The result of a text that the program took. */
export function succeeded(
  context: BridgeContext,
  delivery: Delivery,
  status: Exclude<DeliveryStatus, 'unconfirmed'>,
  { key, asks }: { readonly key?: string | undefined; readonly asks?: Look | undefined } = {},
): SendResult {
  const receipt = delivery.receipt(status, context.clock(), key);
  return {
    success: true,
    status,
    receipt,
    latencyMs: receipt.latencyMs,
    ...(asks && { asks: questionOf(asks) }),
    ...lostDraft(delivery),
  };
}

/** The result of a text sent without verification: that is neither a failure nor a proof. */
export function unchecked(context: BridgeContext, delivery: Delivery, key: string | undefined): SendResult {
  delivery.add(
    'echo',
    'Enter was pressed; whether the program took the text was not checked, as verifyEnter is false',
  );
  const receipt = delivery.receipt('unconfirmed', context.clock(), key);
  return {
    success: true,
    status: 'unconfirmed',
    receipt,
    latencyMs: receipt.latencyMs,
    ...lostDraft(delivery),
  };
}

/** The result of a text that failed. If it was sent, there is a receipt that says how far it came. */
export function failed(
  context: BridgeContext,
  delivery: Delivery,
  error: unknown,
  key: string | undefined,
): SendResult {
  const result = failure(error, delivery.latencyMs);
  if (!delivery.isTyped) return { ...result, ...lostDraft(delivery) };
  if (delivery.lastSeen === undefined) delivery.add('screen', result.errorMessage ?? '');
  const receipt = delivery.receipt('unconfirmed', context.clock(), key);
  const errorMessage = `${result.errorMessage ?? ''} ${whatIsThere(delivery)}`.trim();
  return { ...result, errorMessage, status: 'unconfirmed', receipt, ...lostDraft(delivery) };
}

/** Where all tries have failed: what the pane shows goes to the log. */
export async function unproven(
  context: BridgeContext,
  view: PaneView,
  delivery: Delivery,
  options: { readonly key?: string | undefined; readonly secret: boolean; readonly asks?: boolean },
): Promise<SendResult> {
  const times = delivery.attempts === 1 ? 'once' : `${delivery.attempts} times`;
  const seen = delivery.lastSeen === undefined ? '' : ` Seen last: ${delivery.lastSeen}.`;
  const message = `Enter was pressed ${times} in pane ${view.pane.id}, and nothing proves that the program took the text.${seen}`;
  const look = await view.look().catch(() => undefined);
  const asks = options.asks && look?.agent.menu ? { asks: questionOf(look) } : {};
  const error = new MuxError('SEND_UNCONFIRMED', message, {
    suggestion: 'Look at the screen before the text is sent again: it may have been taken.',
  });
  const dump = look ? diagnosticDump(look, options.secret ? delivery.text : undefined) : '';
  context.log?.({ level: 'warn', message, paneId: view.pane.id, dump });
  return { ...failed(context, delivery, error, options.key), ...asks, dump };
}

function questionOf({ agent }: Look): NonNullable<SendResult['asks']> {
  return {
    title: agent.menu?.title ?? agent.evidence,
    options: agent.menu?.options.map(({ label }) => label) ?? [],
  };
}

/** Where the program says that it does not take the text. */
export function refusedError(paneId: string, isBack: boolean): MuxError {
  const where = isBack ? 'It was taken out of the input box again.' : 'It stands in the input box.';
  return new MuxError('TEXT_REFUSED', `The program in pane ${paneId} refused the text. ${where}`, {
    suggestion: 'What begins like a command and is meant as a message needs a space in front.',
  });
}

/** An earlier call with the same key has ended in the middle. */
export function interrupted(context: BridgeContext, delivery: Delivery, key: string | undefined): SendResult {
  const error = new MuxError(
    'SEND_UNCONFIRMED',
    'An earlier call with this key was interrupted after it had begun to send the text.',
    { suggestion: 'Look at the screen; to send the text in any case use another key.' },
  );
  delivery.typedAt = performance.now();
  return failed(context, delivery, error, key);
}

function whatIsThere({ attempts, echo }: Delivery): string {
  if (attempts > 0) return '';
  return echo
    ? 'The text stands in the input box; Enter was not pressed.'
    : 'The text was sent, but was not seen in the input box; Enter was not pressed.';
}

export function lostDraft({ draft }: Delivery): Pick<SendResult, 'lostDraft'> {
  return draft === undefined ? {} : { lostDraft: draft };
}
