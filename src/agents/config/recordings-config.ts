/** What is recorded by itself, and how. */
export interface RecordingsConfig {
  /** `every_run`: whether every run is recorded from its first byte to its exit. */
  readonly everyRun: boolean;
  /** `format`: of the recordings that are made by themselves. */
  readonly format: 'v2' | 'v3';
  /** `max_bytes`: how large a recording may become. */
  readonly maxBytes: number;
}

/** What counts where `muxwright.yaml` says nothing. */
export const recordingsDefaults: RecordingsConfig = Object.freeze({
  everyRun: false,
  format: 'v2',
  maxBytes: 64 * 1024 * 1024,
});
