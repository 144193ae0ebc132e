/** Which workspace is meant where a call names none; `undefined` for the default of the service. */
export interface WorkspacePlaceConfig {
  /** `host`: address of its host. */
  readonly host: string | undefined;
  /** `session`: name of its session. */
  readonly session: string | undefined;
  /** `folder`: its working folder on the host. */
  readonly folder: string | undefined;
  /** `start_suggestion`: what to do about a container that does not run. */
  readonly startSuggestion: string | undefined;
}

/** What applies where `muxwright.yaml` says nothing. */
export const workspacePlaceDefaults: WorkspacePlaceConfig = Object.freeze({
  host: undefined,
  session: undefined,
  folder: undefined,
  startSuggestion: undefined,
});
