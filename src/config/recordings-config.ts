/** What is recorded by itself, and how. */
export interface RecordingsConfig {
  /** `every_run`: whether every run is recorded from its first byte to its exit. */
  readonly everyRun: boolean;
  /** `format`: of the recordings that are made by themselves. */
  readonly format: 'v2' | 'v3';
  /** `max_bytes`: how large a recording may become. */
  readonly maxBytes: number;
  /** `max_age`: milliseconds after its end until a recording goes; `undefined` where it stays. */
  readonly maxAgeMs: number | undefined;
  /** `max_total_bytes`: of all recordings together, above which the oldest go; `undefined` where they stay. */
  readonly maxTotalBytes: number | undefined;
}

/** What counts where `muxwright.yaml` says nothing. */
export const recordingsDefaults: RecordingsConfig = Object.freeze({
  everyRun: false,
  format: 'v2',
  maxBytes: 64 * 1024 * 1024,
  maxAgeMs: undefined,
  maxTotalBytes: undefined,
});
