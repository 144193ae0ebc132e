/** What a server keeps of runs that have ended. */
export interface RunsConfig {
  /** `max_age`: milliseconds after its end until a run goes; `undefined` where it stays. */
  readonly maxAgeMs: number | undefined;
  /** `max_runs`: how many ended runs of a host are kept; `undefined` for all. */
  readonly maxRuns: number | undefined;
  /** `max_total_bytes`: of all logs of a host together, above which the oldest go; `undefined` where they stay. */
  readonly maxTotalBytes: number | undefined;
}

const DAY_MS = 86_400_000;

/** What counts where `muxwright.yaml` says nothing. */
export const runsDefaults: RunsConfig = Object.freeze({
  maxAgeMs: 30 * DAY_MS,
  maxRuns: undefined,
  maxTotalBytes: 2_000_000_000,
});
