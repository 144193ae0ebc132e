import type { Host } from '../hosts/index.js';
import { type CallOptions, Deadline } from '../model/index.js';
import { SecretPlaces } from '../redaction/index.js';
import { logDefaults } from './log-reader.js';
import { maskBytes } from './mask-bytes.js';
import { readSpan } from './read-span.js';
import type { RunFiles } from './run-ending.js';

/**
 * Overwrites every occurrence of the secrets in the log of a run, rotated segments included, with as many `*` as
 * it has bytes. Files stay the same files, cursors stay valid, and the recorder may keep writing. The secrets are
 * searched for in this process: none of them is sent to the host.
 *
 * The content of the log at the moment of the call is scrubbed; a secret of several lines is searched for line by
 * line. Returns the number of places overwritten.
 *
 * @example
 * await scrubLog(host, { folder, id }, [token]);
 */
export async function scrubLog(
  host: Host,
  run: RunFiles,
  secrets: readonly string[],
  options: CallOptions = {},
): Promise<number> {
  const { timeoutMs = logDefaults.scrubTimeoutMs, signal } = options;
  using deadline = new Deadline({
    what: `Scrubbing the log of run ${run.id}`,
    timeoutMs,
    ...(signal && { signal }),
  });
  const places = new SecretPlaces(secrets);
  let found = 0;
  let cursor = 0;
  /** The log may grow faster than it is read: what comes after the call is not its business. */
  let until: number | undefined;
  let asked: number = logDefaults.maxBytes;
  for (;;) {
    if (deadline.error) throw deadline.error;
    const span = await deadline.race(readSpan(host, run, { cursor, maxBytes: asked }, { timeoutMs }));
    until ??= span.size;
    if (cursor < span.oldest) {
      cursor = span.oldest;
      continue;
    }
    if (cursor >= until) return found;
    const end = span.start + span.data.length;
    const newline = span.data.lastIndexOf(0x0a);
    // The end of what was asked for may be in the middle of a secret; the end of a segment is that of a line.
    const cut = end >= cursor + asked && end < span.size;
    if (cut && newline < cursor - span.start) {
      asked *= 4;
      continue;
    }
    const lines = cut ? span.data.subarray(0, newline + 1) : span.data;
    const ranges = places.find(lines);
    if (ranges.length > 0) {
      const shift = span.start - span.segment;
      const inSegment = ranges.map(({ offset, length }) => ({ offset: offset + shift, length }));
      await maskBytes(host, run, span.segment, inSegment, { timeoutMs });
    }
    found += ranges.length;
    cursor = span.start + lines.length;
    asked = logDefaults.maxBytes;
  }
}
