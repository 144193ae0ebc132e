import type { SendResult } from '../../src/agents/bridge/send-result.js';
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
  const seen = expected.map((text) => arrivals.filter((arrival) => arrival.text === text));
  const shorten = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
  return {
    messages: deliveries.length,
    lost: expected.filter((_, index) => seen[index]?.length === 0).map(shorten),
    doubled: expected
      .filter((text, index) => (seen[index]?.length ?? 0) > timesIn(expected, text))
      .map(shorten),
    altered: arrivals
      .filter(({ text }) => !expected.includes(text) && !isFileContent(text))
      .map(({ text }) => shorten(text)),
    wrongReceipts: deliveries
      .filter((delivery, index) => {
        const first = seen[index]?.[0];
        return first ? !isRight(delivery, first.atMs) : delivery.result.success;
      })
      .map(({ text, result }) => `${shorten(text)}: ${JSON.stringify(result)}`),
    times: deliveries
      .flatMap(({ calledAtMs }, index) => seen[index]?.slice(0, 1).map(({ atMs }) => atMs - calledAtMs) ?? [])
      .sort((a, b) => a - b),
  };
}

function timesIn(texts: readonly string[], text: string): number {
  return texts.filter((each) => each === text).length;
}

/** Gemini CLI and its relatives send what stands in a file that a message names as further parts of the message. */
function isFileContent(text: string): boolean {
  return /^(?:--- (?:Content from referenced files|End of content)|Content from @|# A project$)/.test(
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
function arrivalsIn(name: AgentName, { prompts, atMs }: ModelLogEntry): { text: string; atMs: number }[] {
  return prompts.map((text, index) => {
    const hasMore = index < prompts.length - 1;
    return { text: asSent(name, hasMore && text.endsWith('\n') ? text.slice(0, -1) : text), atMs };
  });
}
