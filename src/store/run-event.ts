/** What JSON can carry. Redacted by whoever appends it: the store keeps it as it is. */
export type RunEventData = Readonly<Record<string, unknown>>;

/** `prompt` has the prompt as `text` in its data, which metrics count. */
export type RunEventType = 'prompt' | 'status' | 'exit' | 'fault' | (string & {});

interface Told {
  readonly type: string;
  readonly data: RunEventData;
}

/** Types of the journal that belong to a run for as long as the store knows it. */
export const KEPT_TYPES = ['run_prompt', 'run_exit', 'run_fault'] as const;

/** Types that only a caller's own code gives begin so in the journal. Nobody who follows what happens is told of them. */
export const OWN_TYPE = 'run_event.';

/** An event of a run as the journal has it. */
export function toJournal(type: RunEventType, data: RunEventData): Told {
  if (type === 'prompt') {
    const { text, ...rest } = data;
    return { type: 'run_prompt', data: { ...(text !== undefined && { prompt: text }), ...rest } };
  }
  if (type === 'exit') return { type: 'run_exit', data };
  if (type === 'fault' || type === 'gap') return { type: 'run_fault', data: { kind: type, ...data } };
  return { type: `${OWN_TYPE}${type}`, data };
}

/** The same, as it was appended. */
export function fromJournal(type: string, data: RunEventData): Told {
  if (type === 'run_prompt') {
    const { prompt, ...rest } = data;
    return { type: 'prompt', data: { ...(prompt !== undefined && { text: prompt }), ...rest } };
  }
  if (type === 'run_exit') return { type: 'exit', data };
  if (type !== 'run_fault') return { type: type.slice(OWN_TYPE.length), data };
  const { kind, ...rest } = data;
  return kind === 'gap' || kind === 'fault' ? { type: kind, data: rest } : { type: 'fault', data };
}
