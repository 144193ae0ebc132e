import { stat } from 'node:fs/promises';
import { type CastHeader, openCast } from '../../recorder/index.js';
import type { Runtime } from '../runtime.js';
import { findRecording } from './find-recording.js';

export interface PlayOptions {
  /** Twice as fast with 2. */
  readonly speed: number;
  /** The longest pause, in milliseconds; that of the recording, or none, without it. */
  readonly idleLimitMs?: number | undefined;
}

export interface PlayedRecording {
  readonly path: string;
  readonly header: CastHeader;
  /** What is to be printed, each after a pause. */
  readonly pieces: AsyncGenerator<PlayedPiece, void, undefined>;
}

export interface PlayedPiece {
  readonly waitMs: number;
  readonly data: string;
}

/** A file, or a recording or run by its id, as what a terminal is to be given, and when. */
export async function playRecording(
  runtime: Runtime,
  fileOrId: string,
  options: PlayOptions,
): Promise<PlayedRecording> {
  const path = await pathOf(runtime, fileOrId);
  const { header, events } = await openCast(path);
  const limit = options.idleLimitMs ?? (header.idleTimeLimit ?? Number.POSITIVE_INFINITY) * 1000;
  return { path, header, pieces: piecesOf(events, options.speed, limit) };
}

async function pathOf(runtime: Runtime, fileOrId: string): Promise<string> {
  const isFile = await stat(fileOrId).then(
    () => true,
    () => false,
  );
  if (isFile || !/^[a-z0-9-]+$/.test(fileOrId)) return fileOrId;
  return (await findRecording(runtime, fileOrId)).path;
}

async function* piecesOf(
  events: Awaited<ReturnType<typeof openCast>>['events'],
  speed: number,
  limitMs: number,
): AsyncGenerator<PlayedPiece, void, undefined> {
  let last = 0;
  let waitMs = 0;
  for await (const event of events) {
    waitMs += Math.min((event.at - last) * 1000, limitMs);
    last = event.at;
    if (event.type !== 'output') continue;
    yield { waitMs: waitMs / speed, data: event.data };
    waitMs = 0;
  }
}
