import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error The scripts are plain Node, without types.
import { traceViewer } from '../../../scripts/lib/trace-viewer.mjs';
import type { Trace } from '../../../src/trace/trace-schema.js';

/** A folder for reports, which is removed at the end. */
export interface TracePlace extends AsyncDisposable {
  readonly folder: string;
  /** The folders of the traces in it. */
  traces(): string[];
  /** The only trace in it. */
  trace(): Trace;
}

export async function tracePlace(): Promise<TracePlace> {
  const folder = await mkdtemp(join(tmpdir(), 'muxwright-traces-'));
  const traces = (): string[] =>
    existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  return {
    folder,
    traces,
    trace: () => {
      const [only, ...more] = traces();
      if (!only || more.length > 0) throw new Error(`There are ${more.length + (only ? 1 : 0)} traces.`);
      return JSON.parse(readFileSync(join(only, 'trace.json'), 'utf8')) as Trace;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
  };
}

/** Builds the viewer as it is now, for the traces of this process. */
export async function useViewer(): Promise<AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'muxwright-viewer-'));
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'viewer.html');
  await traceViewer(path);
  process.env.MUX_TEST_VIEWER = path;
  return {
    [Symbol.asyncDispose]: async () => {
      delete process.env.MUX_TEST_VIEWER;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
