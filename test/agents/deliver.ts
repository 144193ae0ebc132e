import type { SendTextOptions } from '../../src/delivery/bridge-options.js';
import type { TmuxBridge } from '../../src/systems/tmux-bridge.js';
import { startOver } from './empty-box.js';
import type { OpenAgent } from './open-agent.js';
import { type Delivered, type Delivery, hasArrived } from './tally.js';
import { untilIdle } from './until-idle.js';

export interface DeliverOptions extends SendTextOptions {
  /** Whether each message waits until the agent has answered the one before, by the model server's word. */
  readonly eachIdle?: boolean;
}

/** Gives messages to an agent one after the other, and waits until those have arrived that are said to be taken. */
export async function deliver(
  agent: OpenAgent,
  bridge: TmuxBridge,
  messages: readonly string[],
  { eachIdle, ...options }: DeliverOptions = {},
): Promise<Delivered> {
  const { pane, model } = agent;
  const after = model.log.length;
  const deliveries: Delivery[] = [];
  for (const text of messages) {
    const before = eachIdle ? model.log.length : after;
    const calledAtMs = now();
    const result = await bridge.sendText(pane.id, text, options);
    const delivery = { text, calledAtMs, answeredAtMs: now(), result };
    deliveries.push(delivery);
    if (!result.success) await startOver(agent);
    if (!eachIdle) continue;
    await untilArrived(agent, { deliveries: [delivery], after: before });
    await untilIdle(agent);
  }
  await untilArrived(agent, { deliveries, after });
  // Longer than a turn, for what was sent twice.
  await model.waitForSilence(eachIdle ? 500 : 4_000);
  return { deliveries, after };
}

/** Waits for what the bridge says has been taken; what never comes is for the tally. */
async function untilArrived(agent: OpenAgent, { deliveries, after }: Delivered): Promise<void> {
  for (const delivery of deliveries) {
    if (!delivery.result.success) continue;
    await agent.model
      .waitFor((entry) => hasArrived(agent.name, delivery, entry), after, ARRIVAL_MS)
      .catch(() => undefined);
  }
}

const ARRIVAL_MS = 90_000;

function now(): number {
  return performance.timeOrigin + performance.now();
}
