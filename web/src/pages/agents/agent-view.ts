/** A change of state, as the feed tells it. */
export interface StateChange {
  readonly at: string;
  readonly state: string;
}

export interface Stretch {
  readonly state: string;
  readonly from: number;
  readonly to: number;
}

/** Changes as stretches of time that follow each other, up to now. */
export function stretches(changes: readonly StateChange[], now: number): readonly Stretch[] {
  const inOrder = [...changes].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const merged = inOrder.filter(({ state }, index) => inOrder[index - 1]?.state !== state);
  return merged.map(({ at, state }, index) => {
    const next = merged[index + 1];
    return { state, from: Date.parse(at), to: next ? Date.parse(next.at) : Math.max(now, Date.parse(at)) };
  });
}

/** The state in a `state_changed` event, apart from its other fields. */
export function changeOf(event: Readonly<Record<string, unknown>>): StateChange | undefined {
  const state = event.new_state;
  return typeof event.at === 'string' && typeof state === 'string' ? { at: event.at, state } : undefined;
}
