import { randomBytes } from 'node:crypto';
import type { Sampler } from './trace-settings.js';

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Where a span stands: its trace, itself, and whether it is kept. */
export interface SpanContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly sampled: boolean;
}

/** Something that took time, as it is sent. */
export interface FinishedSpan {
  readonly context: SpanContext;
  readonly parentId: string | undefined;
  readonly name: string;
  readonly kind: 'internal' | 'server';
  /** Milliseconds since 1970, with fractions. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  readonly failed: boolean;
}

/** The header `traceparent` of the W3C; an invalid one is ignored, as the standard requires. */
export function readTraceparent(header: string | undefined): SpanContext | undefined {
  const [, version, traceId, spanId, flags] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-.*)?$/.exec(header ?? '') ?? [];
  if (!traceId || !spanId || version === 'ff' || /^0+$/.test(traceId) || /^0+$/.test(spanId))
    return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags ?? '0', 16) & 1) === 1 };
}

/** The first span of this process in a trace: it continues the span of the caller, if there is one. */
export function beginTrace(sampler: Sampler, parent: SpanContext | undefined): SpanContext {
  const traceId = parent?.traceId ?? hex(16);
  const sampled = sampler.parentBased && parent ? parent.sampled : isKept(traceId, sampler.ratio);
  return { traceId, spanId: hex(8), sampled };
}

export function childOf({ traceId, sampled }: SpanContext): SpanContext {
  return { traceId, spanId: hex(8), sampled };
}

/** Every process comes to the same answer for a trace, by its id. */
function isKept(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-8), 16) < ratio * 2 ** 32;
}

function hex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}
