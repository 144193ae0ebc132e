import { z } from 'zod';
import type { RecordingRecord } from '../../store/index.js';
import { time, timeField } from '../fields.js';
import { mayStillWrite } from './recording-owner.js';

/** What names a recording. */
export const recordingField = z
  .string()
  .min(1)
  .max(100)
  .describe(
    'Id of the recording, or of a run: for a run that ended without a recording, one is made from its log, with times in whole seconds.',
  );

/** What is told of a recording. */
export const recordingOutput = {
  id: z.string(),
  state: z
    .enum(['recording', 'interrupted', 'stopped'])
    .describe('interrupted: its process has ended, and the next server continues it.'),
  target: z.string().describe('The requested target.'),
  host: z.string(),
  paneId: z.string().optional(),
  runId: z.string().optional().describe('Id of the run that was in the pane.'),
  title: z.string().optional(),
  source: z
    .enum(['live', 'log'])
    .describe('live: as it was printed. log: made from the log of a run, with times in whole seconds.'),
  format: z.enum(['v2', 'v3']).describe('Version of asciicast.'),
  input: z.boolean().describe('Whether it contains keyboard input.'),
  path: z.string().describe('Its file, on the machine of muxwright.'),
  width: z.number().describe('Columns at the start.'),
  height: z.number().describe('Rows at the start.'),
  startedAt: timeField,
  stoppedAt: timeField.optional(),
  durationMs: z.number(),
  bytes: z.number(),
  endReason: z
    .enum(['stopped', 'exited', 'pane-gone', 'full', 'failed'])
    .optional()
    .describe('Why it ended.'),
  exitCode: z.number().optional(),
};

type Told = { [Key in keyof typeof recordingOutput]?: z.input<(typeof recordingOutput)[Key]> };

export function toldRecording(record: RecordingRecord, now: Date): Told & Required<Pick<Told, RequiredKey>> {
  const { stoppedAt, startedAt, owner, server: _, state, ...rest } = record;
  const goesOn = state === 'recording' && mayStillWrite(owner);
  return {
    ...rest,
    state: state === 'recording' && !goesOn ? 'interrupted' : state,
    startedAt: time(startedAt),
    stoppedAt: stoppedAt && time(stoppedAt),
    durationMs: goesOn ? now.getTime() - startedAt.getTime() : record.durationMs,
  };
}

type RequiredKey =
  | 'id'
  | 'state'
  | 'target'
  | 'host'
  | 'source'
  | 'format'
  | 'input'
  | 'path'
  | 'width'
  | 'height'
  | 'startedAt'
  | 'durationMs'
  | 'bytes';
