import { isMuxError, redactedError } from '../../model/index.js';
import {
  HIDDEN_OPTION,
  hiddenTexts,
  parseRunNote,
  RUN_OPTION,
  type Run,
  redactedLines,
} from '../../runs/index.js';
import { missing, parseRecord, recordFormat } from '../../tmux/index.js';
import type { BaseRuntime } from '../base-runtime.js';
import { openRun } from '../runs/open-run.js';
import { resolveTarget, type Target } from '../targets/resolve-target.js';

/** A pane that somebody asked for, and what must not be shown of it. */
export interface OpenPane extends Target {
  /** The run that is in it, where one is. */
  readonly run: Run | undefined;
  /** Lines of its screen without secrets: by the rules for everybody, of its run, and what was typed as one. */
  redact(lines: readonly string[]): string[];
  /** Carries something out; its errors may show the screen, and do so without secrets. */
  use<T>(work: () => Promise<T>): Promise<T>;
}

/** Finds the pane of a target. Fails with `PANE_NOT_FOUND` where it is gone, and as `resolveTarget` does. */
export async function openPane(runtime: BaseRuntime, target: string, host?: string): Promise<OpenPane> {
  const found = await resolveTarget(runtime, target, host);
  const { tmux, pane } = found;
  const [body] = await tmux.request([['display-message', '-p', '-t', pane.id, recordFormat(fields)]]);
  const { id, note, hidden } = parseRecord(fields, body ?? Buffer.alloc(0));
  // For a pane that is gone tmux answers with empty values, or those of another pane.
  if (id !== pane.id) throw missing('PANE_NOT_FOUND', 'pane', pane.id, tmux.place);
  const redactor = await runtime.redactor();
  if (hidden !== '') {
    for (const text of await hiddenTexts(await runtime.store(), pane, hidden)) redactor.hide(text);
  }
  const run = await runOf(runtime, found, parseRunNote(note)?.id);
  const redact = (lines: readonly string[]): string[] => redactedLines({ redactor, run }, lines);
  return {
    ...found,
    run,
    redact,
    use: (work) =>
      work().catch((error: unknown) => {
        // What is known of the question is not what stands there: those who have read it are told what does.
        if (isMuxError(error, 'QUESTION_CHANGED')) run?.watcher.lookSoon();
        throw redactedError(error, (text) => redact(text.split('\n')).join('\n'));
      }),
  };
}

/** Anybody can write a note that names a run: of one that is not known, or in another pane, it says nothing. */
async function runOf(runtime: BaseRuntime, found: Target, id: string | undefined): Promise<Run | undefined> {
  if (id === undefined) return undefined;
  const { tmux, pane, host } = found;
  try {
    const { run } = await openRun(runtime, id, host);
    return run.isIn(tmux, pane.id) ? run : undefined;
  } catch (error) {
    if (isMuxError(error, 'RUN_NOT_FOUND', 'HOST_NOT_ALLOWED')) return undefined;
    throw error;
  }
}

const fields = { id: 'pane_id', note: RUN_OPTION, hidden: HIDDEN_OPTION } as const;
