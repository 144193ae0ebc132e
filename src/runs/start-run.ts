import { randomBytes } from 'node:crypto';
import { machineProcess } from '../hosts/index.js';
import { isMuxError, MuxError, Semaphore, shownText } from '../model/index.js';
import { observerOf } from '../panes/index.js';
import {
  commitmentTo,
  exitNonceOf,
  type HostTools,
  newProof,
  type RecorderSettings,
  recorderPipe,
  recorderProgram,
  recordHere,
} from '../recorder/index.js';
import { redactionRules } from '../redaction/index.js';
import { LiveRedactor } from '../redaction/live-redactor.js';
import type { Store } from '../store/index.js';
import {
  checkSessionName,
  type PaneFeed,
  type PaneSink,
  type Session,
  serverTime,
  type Tmux,
} from '../tmux/index.js';
import { launchRun } from './launch-run.js';
import { LearnedSecrets } from './learned-secrets.js';
import { patternText } from './pattern-text.js';
import type { RunResult } from './run.js';
import { newRunId } from './run-id.js';
import type { RunNote } from './run-option.js';
import { checkRun, type RunOptions, runDefaults } from './run-options.js';
import type { RunPlace } from './run-place.js';
import { sealNonces } from './sealed-nonces.js';
import { sealRules } from './sealed-rules.js';
import { type ShownCommand, shownCommand } from './shown-command.js';
import { whileStarting } from './starting-runs.js';
import { isStopped } from './stop-run.js';
import { usableTools } from './usable-tools.js';
import { withDefaults } from './with-defaults.js';
import { wrapperLaunch } from './wrapper.js';

export interface StartRequest {
  readonly tmux: Tmux;
  readonly sessionName: string;
  readonly command: string | readonly string[];
  readonly options: RunOptions;
  readonly store: Store | undefined;
  /** Folder for logs on the host, where it is not the usual one. */
  readonly folder: string | undefined;
  /** @default the clock of the tmux server */
  readonly clock?: (() => Date) | undefined;
  readonly attempt?: number;
  readonly retryOf?: string;
}

export interface StartedRun {
  readonly result: RunResult;
  readonly place: RunPlace;
}

/** Starts a command in a window of its own: checked first, then written down, then launched. */
export async function startRun(request: StartRequest): Promise<StartedRun> {
  const { tmux, command, store } = request;
  const clock = async (): Promise<Date> => request.clock?.() ?? serverTime(tmux);
  const options = withDefaults(runDefaults, request.options);
  checkRun(command, options);
  checkSessionName(request.sessionName);
  const rules = redactionRules(options);
  const redactor = new LiveRedactor(options);
  checkFolder(options.cwd);
  const { tools, entersCwd } = await usableTools(tmux.host, request.folder, options.cwd);
  if (!entersCwd) throw folderNotFound(tmux, options.cwd ?? '/');
  const id = newRunId(await clock());
  const proof = newProof();
  const nonces = { startNonce: newNonce(), exitNonce: exitNonceOf(proof) };
  const commitment = commitmentTo(nonces.exitNonce);
  const recording = {
    format: options.logFormat,
    rules,
    maxBytes: options.maxLogBytes,
    keepSegments: Math.max(1, options.keepLogFiles),
  };
  const settings = { id, folder: tools.folder, ...nonces, ...recording };
  const program = hostRecorder(tools, options.recordHere ?? false, settings);
  await checkControl(tmux);
  // Nothing is refused any more: a command that cannot run leaves no session behind.
  const session = await sharedSession(tmux, request.sessionName);
  const shown = shownCommand(command, redactor);
  // Written down when it has its turn: who looks for it meanwhile must not take one that waits for it for lost.
  return launchesOf(tmux).run(() => whileStarting(id, launch));

  async function launch(): Promise<StartedRun> {
    const now = await clock();
    const note = {
      ...runNote(id, tools, request, shown, now),
      maxLogBytes: recording.maxBytes,
      keepLogFiles: recording.keepSegments,
      recordedHere: program === undefined,
      commitment,
    };
    const windowName = options.name ?? `auto:${id}`;
    const logPath = `${tools.folder}/${id}.log`;
    await store?.runs.insert({
      id,
      host: tmux.place,
      server: tmux.server && `${tmux.server.pid}:${tmux.server.startTime}`,
      sessionId: request.sessionName,
      windowName,
      logPath,
      logFormat: options.logFormat,
      command: note.command,
      argv: shown.argv,
      type: note.type,
      cwd: options.cwd,
      interactive: options.interactive,
      timeoutMs: options.timeoutMs,
      startedAt: now,
      detectors: note.detectors,
      secretRules: await sealRules(store.vault, id, options),
      startNonce: await sealNonces(store.vault, id, nonces),
      exitNonce: commitment,
      attempt: request.attempt,
      retryOf: request.retryOf,
      starter: machineProcess(),
      tags: options.tags,
    });
    const launched = await launchRecorded(
      request,
      session,
      {
        windowName,
        cwd: options.cwd,
        size: options.size,
        note: JSON.stringify(note),
        paneOptions: options.paneOptions ?? {},
        pipe: program && recorderPipe(tools.filter, { id, folder: tools.folder }, Buffer.byteLength(program)),
        wrapper: wrapperLaunch({
          id,
          folder: tools.folder,
          command,
          shell: tools.shell || '/bin/sh',
          login: options.login,
          env: options.env ?? {},
          cwd: options.cwd,
          size: options.size,
          interactive: options.interactive,
          held: options.held ?? false,
          pipedInput: options.pipedInput ?? false,
          timeoutMs: options.timeoutMs,
          graceMs: options.graceMs,
          ...nonces,
          proof,
          recorder: program,
        }),
      },
      id,
    );
    const pane = tmux.pane(launched.paneId);
    // It runs, whatever the store says now; the note on its pane tells the next process where.
    await store?.runs.update(id, { paneId: launched.paneId }).catch(() => {});
    if (program === undefined) {
      const listen = (sink: PaneSink): Promise<PaneFeed> => observerOf(pane).listen(sink);
      // Of a pane that is closed the last lines are still to be written.
      const stopped = (): Promise<boolean> => isStopped(pane).catch(() => false);
      const begun = recordHere({ host: tmux.host, ...settings, redactor, listen, stopped });
      await begun.catch(async (error: unknown) => {
        // The caller is told that it failed, and must not find it running later.
        await pane.kill().catch(() => {});
        await store?.runs.remove([id]).catch(() => {});
        throw error;
      });
    }
    return {
      result: {
        id,
        session: request.sessionName,
        target: `=${request.sessionName}:${launched.windowId}.${launched.paneId}`,
        paneId: launched.paneId,
        logPath,
      },
      place: {
        id,
        tmux,
        pane,
        command: note.command,
        startedAt: now,
        recorded: undefined,
        folder: tools.folder,
        detectors: options.promptDetectors ?? [],
        redactor,
        learned: store && new LearnedSecrets(store, id, redactor),
        interactive: options.interactive,
        pipedInput: options.pipedInput ?? false,
        silenceMs: options.silenceMs,
        recording: program === undefined ? undefined : recording,
        commitment,
        nonces,
      },
    };
  }
}

/** The program for the host's filter; none where a rule cannot be translated and this process may record instead. */
function hostRecorder(
  tools: HostTools,
  mayRecordHere: boolean,
  settings: RecorderSettings,
): string | undefined {
  try {
    return recorderProgram(tools.filter.dialect, settings);
  } catch (error) {
    if (mayRecordHere && isMuxError(error, 'PATTERN_NOT_TRANSLATABLE')) return undefined;
    throw error;
  }
}

/** A run that was written down but could not be launched is not left as one that goes on. */
async function launchRecorded(
  { tmux, store }: StartRequest,
  session: Session,
  launch: Parameters<typeof launchRun>[2],
  id: string,
): ReturnType<typeof launchRun> {
  try {
    return await launchRun(tmux, session, launch);
  } catch (error) {
    // Where the connection broke the run may go on: it is found again, and needs its row.
    if (!isMuxError(error, 'CONNECTION_LOST')) await store?.runs.remove([id]);
    throw error;
  }
}

/** As arguments of a tmux process, what a run is started with would be too long, and be seen by everybody. */
async function checkControl(tmux: Tmux): Promise<void> {
  // What was refused a while ago may be allowed by now.
  if (tmux.mode !== 'control') await tmux.open();
  if (tmux.mode === 'control') return;
  throw new MuxError(
    'CONTROL_MODE_REFUSED',
    `Runs need control mode, which is turned off for ${tmux.place}.`,
    {
      suggestion: 'Connect without `control: false`.',
    },
  );
}

function runNote(
  id: string,
  tools: HostTools,
  { options }: StartRequest,
  shown: ShownCommand,
  now: Date,
): RunNote {
  return {
    id,
    folder: tools.folder,
    startedAt: now.toISOString(),
    command: shown.text.slice(0, LONGEST_NOTE),
    interactive: options.interactive ?? runDefaults.interactive,
    type: options.type ?? shown.type,
    logFormat: options.logFormat ?? runDefaults.logFormat,
    detectors: (options.promptDetectors ?? []).map(patternText),
    timeoutMs: options.timeoutMs ?? runDefaults.timeoutMs,
    silenceMs: options.silenceMs ?? runDefaults.silenceMs,
  };
}

/**
 * Each window costs tmux a fork and some processes: hundreds that are asked for at once would all be late, and a
 * command that is late is a failed one.
 */
function launchesOf(tmux: Tmux): Semaphore {
  const launches = launchesByTmux.get(tmux) ?? new Semaphore(LAUNCHES_AT_ONCE);
  launchesByTmux.set(tmux, launches);
  return launches;
}

const LAUNCHES_AT_ONCE = 4;
const launchesByTmux = new WeakMap<Tmux, Semaphore>();

/** Callers who need the same session at the same moment ask for it once. */
function sharedSession(tmux: Tmux, name: string): Promise<Session> {
  const asked = sessionsByTmux.get(tmux) ?? new Map<string, Promise<Session>>();
  sessionsByTmux.set(tmux, asked);
  const session = asked.get(name) ?? tmux.ensureSession(name).finally(() => asked.delete(name));
  asked.set(name, session);
  return session;
}

const sessionsByTmux = new WeakMap<Tmux, Map<string, Promise<Session>>>();

const LONGEST_NOTE = 2_000;

function checkFolder(cwd: string | undefined): void {
  if (cwd === undefined || (cwd.startsWith('/') && !cwd.includes('\0'))) return;
  throw new MuxError(
    'INVALID_ARGUMENT',
    `The working directory '${shownText(cwd)}' is not an absolute path.`,
    {
      suggestion: 'Use an absolute path, or omit it to use the folder of the session.',
    },
  );
}

/** tmux would silently start the command somewhere else. */
function folderNotFound(tmux: Tmux, cwd: string): MuxError {
  const shown = shownText(cwd, LONGEST_SHOWN);
  return new MuxError('CWD_NOT_FOUND', `'${shown}' is not a folder on ${tmux.place} that can be entered.`, {
    suggestion: 'Create it first, or give another cwd.',
    details: { cwd },
  });
}

/** Longer than most paths that are real. */
const LONGEST_SHOWN = 300;

function newNonce(): string {
  return randomBytes(16).toString('hex');
}
