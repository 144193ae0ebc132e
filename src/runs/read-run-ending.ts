import { type EndingTexts, parseEnding, type RunEnding, readEndingTexts } from '../recorder/index.js';
import { parseRecord, recordFormat } from '../tmux/index.js';
import { EXIT_OPTION, FAULT_OPTION, RECORD_OPTION } from './run-option.js';
import type { RunPlace } from './run-place.js';

/**
 * What is known of the end of a run: from its files, and from its pane, which has what the wrapper could write to no file
 * because the disk is full, read-only or gone.
 */
export async function readRunEnding(place: RunPlace): Promise<RunEnding> {
  const { commitment } = place;
  const texts = await readEndingTexts(place.tmux.host, place);
  const ending = parseEnding(texts, commitment);
  if (ending.exitCode !== undefined) return ending;
  const told = await toldByPane(place);
  if (!told) return ending;
  // Any program of the same user can write options: what the files prove stands.
  const record = ending.leavingCode === undefined ? told.record : texts.record;
  const fault = texts.fault || told.fault;
  return parseEnding({ ...texts, ...told, record: record ?? texts.record, fault }, commitment);
}

/** What the wrapper told its pane, in a format of tmux. */
export const toldFields = { record: RECORD_OPTION, exit: EXIT_OPTION, fault: FAULT_OPTION } as const;

/** In the form of the files; `undefined` where the files have all. */
export function toldTexts({
  record,
  exit,
  fault,
}: Readonly<Record<keyof typeof toldFields, string>>): EndingTexts | undefined {
  if (record === '' && exit === '' && fault === '') return undefined;
  return { ...(record && { record }), ...(exit && { exit }), ...(fault && { fault }) };
}

async function toldByPane({ tmux, pane }: RunPlace): Promise<EndingTexts | undefined> {
  if (!pane) return undefined;
  const fields = { paneId: 'pane_id', ...toldFields } as const;
  const [body] = await tmux
    .request([['display-message', '-p', '-t', pane.id, recordFormat(fields)]])
    .catch(() => []);
  const told = body && parseRecord(fields, body);
  // For a pane that is gone tmux may answer with another one.
  return told?.paneId === pane.id ? toldTexts(told) : undefined;
}
