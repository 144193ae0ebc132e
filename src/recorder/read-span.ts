import { setTimeout as delay } from 'node:timers/promises';
import type { Host } from '../hosts/index.js';
import { type CallOptions, MuxError } from '../model/index.js';
import type { LogSpan, SpanRequest } from './log-span.js';
import { readLocalSpan } from './log-span-local.js';
import { readScriptSpan } from './log-span-script.js';
import type { RunFiles } from './run-ending.js';

/**
 * Reads up to `maxBytes` of the segment that `cursor` lies in, and the byte before where that is in the same segment.
 * Nothing is read where the cursor is at or beyond the end, or before what is still there.
 *
 * The recorder may rotate the log at any moment. Then nothing of what was read can be trusted to lie where it seemed
 * to, and it is read again.
 */
export async function readSpan(
  host: Host,
  { folder, id }: RunFiles,
  request: SpanRequest,
  options: CallOptions = {},
): Promise<LogSpan> {
  if (!/^[a-z0-9]+$/.test(id)) {
    throw new MuxError(
      'INVALID_ARGUMENT',
      `'${id}' is not a run id: ids consist of lower-case letters and digits.`,
    );
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const span =
      host.address.kind === 'local'
        ? await readLocalSpan(folder, id, request)
        : await readScriptSpan(host, folder, id, request, options);
    if (span === 'missing') throw unavailable(folder, id);
    if (span !== 'changed') return span;
    await delay(attempt);
  }
  throw new MuxError('HOST_IO_FAILED', `The log of run ${id} is rotated faster than it can be read.`, {
    suggestion: 'Increase the size at which logs are rotated.',
    details: { folder, id },
  });
}

const ATTEMPTS = 20;

function unavailable(folder: string, id: string): MuxError {
  return new MuxError('LOG_UNAVAILABLE', `There is no log of run ${id} in '${folder}'.`, {
    suggestion: 'It may have been removed, or the run may have been started without recording.',
    details: { folder, id },
  });
}
