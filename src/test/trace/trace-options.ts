import { resolve } from 'node:path';
import { MuxError } from '../../model/index.js';

/**
 * When a test leaves a trace: never; always; when it has failed in the end, retries included; when an attempt has failed,
 * also where a retry passes; when it is tried for the second time.
 */
export type TraceMode = 'off' | 'on' | 'retain-on-failure' | 'retain-all-failures' | 'on-first-retry';

const traceModes: readonly TraceMode[] = [
  'off',
  'on',
  'retain-on-failure',
  'retain-all-failures',
  'on-first-retry',
];

export interface TraceOptions {
  /** @default that of `MUX_TEST_TRACE`, else 'retain-on-failure'; of `launch` without a runner 'off' */
  readonly mode?: TraceMode;
  /**
   * The folder of all reports.
   * @default that of `MUX_TEST_REPORT`, else 'muxwright-report'
   */
  readonly folder?: string;
  /**
   * How many bytes the files of one trace may have together.
   * @default 5000000
   */
  readonly maxBytes?: number;
}

export interface TraceSettings {
  readonly mode: TraceMode;
  readonly folder: string;
  readonly maxBytes: number;
}

const traceDefaults = Object.freeze({ folder: 'muxwright-report', maxBytes: 5_000_000 });

/** The settings of a test. What the test says comes before what the environment says. */
export function traceSettings(
  options: TraceMode | TraceOptions | undefined,
  usualMode: TraceMode,
): TraceSettings {
  const { mode, folder, maxBytes }: TraceOptions =
    typeof options === 'string' ? { mode: options } : (options ?? {});
  const { MUX_TEST_TRACE, MUX_TEST_REPORT } = process.env;
  const settings = {
    mode: mode ?? ((MUX_TEST_TRACE || usualMode) as TraceMode),
    folder: resolve(folder ?? (MUX_TEST_REPORT || traceDefaults.folder)),
    maxBytes: maxBytes ?? traceDefaults.maxBytes,
  };
  if (!traceModes.includes(settings.mode)) {
    throw new MuxError('INVALID_ARGUMENT', `'${String(settings.mode)}' is not a trace mode.`, {
      suggestion: `Use one of ${traceModes.join(', ')}.`,
    });
  }
  if (!Number.isInteger(settings.maxBytes) || settings.maxBytes < LEAST_BYTES) {
    throw new MuxError('INVALID_ARGUMENT', `A trace does not fit into ${settings.maxBytes} bytes.`, {
      suggestion: `Give maxBytes as a whole number from ${LEAST_BYTES}.`,
    });
  }
  return settings;
}

/** The page that shows a trace has some hundred kilobytes by itself. */
const LEAST_BYTES = 1_000_000;
