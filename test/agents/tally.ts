import type { SendResult } from '../../src/delivery/send-result.js';
import type { AgentName } from './installed-agents.js';
import { asSeenByModel, asSent } from './messages.js';
import type { Model } from './model.js';
import type { ModelLogEntry } from './model-server.js';

/** One message that was given to the bridge, and what the bridge said. */
export interface Delivery {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly calledAtMs: number;
  readonly answeredAtMs: number;
  readonly result: SendResult;
}

/** What was given to the bridge one after the other, and the number of the model's last request before. */
export interface Delivered {
  readonly deliveries: readonly Delivery[];
  readonly after: number;
}

export interface Tally {
  readonly messages: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  /** What the model saw and nobody sent. */
  readonly altered: readonly string[];
  /** Those that say that the model has it or will have it where it never had, the other way round, or not how. */
  readonly wrongReceipts: readonly string[];
  /** Those of them that say that the model has it or will have it where it never had. */
  readonly silent: readonly string[];
  /** Messages that are said not to be taken, or whose receipt proves nothing. */
  readonly refused: readonly string[];
  /** Those of them that arrived. */
  readonly unproven: readonly string[];
  /** From the call to the model, sorted. */
  readonly times: readonly number[];
}

/** Compares what was sent with the model server's own log. */
export function tally(
  { name, model }: { readonly name: AgentName; readonly model: Model },
  { deliveries, after }: Delivered,
  isRight: (delivery: Delivery, seenAtMs: number) => boolean,
): Tally {
  const arrivals = model.log
    .filter(({ side, n }) => !side && n > after)
    .flatMap((entry) => arrivalsIn(name, entry));
  const expected = deliveries.map(({ text }) => asSeenByModel(name, text));
  const seen = assign(deliveries, expected, arrivals);
  const shorten = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
  const told = ({ text, result }: Delivery): string => `${shorten(text)}: ${JSON.stringify(result)}`;
  return {
    messages: deliveries.length,
    lost: expected.filter((_, index) => !seen[index]).map(shorten),
    doubled: [...new Set(expected)]
      .filter((text) => arrivals.filter((each) => each.text === text).length > timesIn(expected, text))
      .map(shorten),
    altered: arrivals
      .filter(({ text }) => !expected.includes(text) && !isFileContent(text))
      .map(({ text }) => shorten(text)),
    wrongReceipts: deliveries
      .filter((delivery, index) => {
        const first = seen[index];
        return first ? !isRight(delivery, first.atMs) : delivery.result.success;
      })
      .map(told),
    silent: deliveries.filter(({ result }, index) => result.success && !seen[index]).map(told),
    refused: deliveries.filter(({ result }) => !result.success).map(told),
    unproven: deliveries.filter(({ result }, index) => !result.success && seen[index]).map(told),
    times: deliveries
      .flatMap(({ calledAtMs }, index) => {
        const { atMs } = seen[index] ?? {};
        return atMs === undefined ? [] : [atMs - calledAtMs];
      })
      .sort((a, b) => a - b),
  };
}

interface Arrival {
  readonly text: string;
  readonly atMs: number;
}

/** Which arrival belongs to each delivery. Of the same text twice, those that are said to be taken come first. */
function assign(
  deliveries: readonly Delivery[],
  expected: readonly string[],
  arrivals: readonly Arrival[],
): (Arrival | undefined)[] {
  const left = [...arrivals];
  const found: (Arrival | undefined)[] = deliveries.map(() => undefined);
  for (const taken of [true, false]) {
    deliveries.forEach(({ result }, index) => {
      if (result.success !== taken) return;
      const at = left.findIndex(({ text }) => text === expected[index]);
      if (at >= 0) [found[index]] = left.splice(at, 1);
    });
  }
  return found;
}

function timesIn(texts: readonly string[], text: string): number {
  return texts.filter((each) => each === text).length;
}

/** Gemini CLI and its relatives send what stands in a file that a message names as further parts of the message. */
function isFileContent(text: string): boolean {
  return /^(?:--- (?:Content from referenced files|End of content)|Content from [@/]|# A project$|Called the Read tool |<path>)/.test(
    text.trim(),
  );
}

/** Whether a request holds what was sent. */
export function hasArrived(name: AgentName, { text }: Delivery, entry: ModelLogEntry): boolean {
  const wanted = asSeenByModel(name, text);
  return !entry.side && arrivalsIn(name, entry).some((arrival) => arrival.text === wanted);
}

export function printTally(
  what: string,
  { messages, lost, doubled, altered, wrongReceipts, times }: Tally,
): void {
  const median = times[times.length >> 1] ?? Number.NaN;
  const slowest = times.at(-1) ?? Number.NaN;
  console.log(
    `${what.padEnd(34)} ${messages} messages, ${lost.length} lost, ${doubled.length} doubled, ${altered.length} altered, ` +
      `${wrongReceipts.length} wrong receipts; median ${median.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`,
  );
}

/** Claude Code gives messages that have waited to the model together, and puts a newline behind all but the last. */
function arrivalsIn(name: AgentName, { prompts, atMs }: ModelLogEntry): Arrival[] {
  return prompts.map((text, index) => {
    const hasMore = index < prompts.length - 1;
    return { text: asSent(name, hasMore && text.endsWith('\n') ? text.slice(0, -1) : text), atMs };
  });
}
