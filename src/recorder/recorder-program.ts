import { MuxError } from '../model/index.js';
import type { FilterDialect } from '../redaction/index.js';
import { awkProgram } from './awk-program.js';
import { perlProgram } from './perl-program.js';
import { recorderLimits } from './recorder-limits.js';
import type { RecorderSettings } from './recorder-settings.js';

/**
 * The program that turns the output of a pane into a log, as text for `perl` or `awk`: it stamps lines, hides secrets
 * before anything is written, and takes the marks of the run out.
 */
export function recorderProgram(dialect: FilterDialect, settings: RecorderSettings): string {
  checkSettings(settings);
  const program = dialect === 'perl' ? perlProgram(settings) : awkProgram(settings);
  const bytes = Buffer.byteLength(program);
  if (bytes <= recorderLimits.programBytes) return program;
  throw new MuxError(
    'INVALID_ARGUMENT',
    `The recorder with these redaction rules is ${bytes} bytes long; the maximum is ${recorderLimits.programBytes}.`,
    { suggestion: 'Use fewer or shorter redactors and secrets.' },
  );
}

/** They become a part of a program, so they are looked at before. */
function checkSettings({ id, startNonce, exitNonce }: RecorderSettings): void {
  if (!/^[a-z0-9]{1,64}$/.test(id)) {
    throw new MuxError(
      'INVALID_ARGUMENT',
      `'${id}' is not a run id: ids consist of lower-case letters and digits.`,
    );
  }
  if (![startNonce, exitNonce].every((nonce) => /^[0-9a-f]{32}$/.test(nonce))) {
    throw new MuxError('INVALID_ARGUMENT', 'A nonce has 32 hex digits.');
  }
}
