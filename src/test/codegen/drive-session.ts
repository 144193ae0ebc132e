import { readFile } from 'node:fs/promises';
import { isMuxError, MuxError } from '../../model/index.js';
import { openCast } from '../../recorder/index.js';
import { cursorLine, screenText } from '../../screen/index.js';
import { waitUntil } from '../terminal/wait-until.js';
import type { DrivenSession, DrivenStep } from './driven-session.js';
import { InputReader } from './read-input.js';
import { readTape } from './read-tape.js';
import { recordSession } from './record-session.js';
import type { Recording, SessionPlan } from './recording.js';
import { untilAtRest } from './replay.js';

/** What a recording with input, or a tape of VHS, does. */
export async function readDriven(path: string): Promise<DrivenSession> {
  if (path.endsWith('.tape')) return readTape(await textOf(path), path);
  const { header, events } = await openCast(path);
  const reader = new InputReader();
  const steps: DrivenStep[] = [];
  for await (const event of events) {
    if (event.type === 'input')
      steps.push(
        ...reader.read(Buffer.from(event.data)).map((input): DrivenStep => ({ kind: 'input', input })),
      );
    else if (event.type === 'resize') steps.push({ kind: 'resize', size: [event.width, event.height] });
  }
  if (!steps.some(({ kind }) => kind === 'input')) {
    throw new MuxError(
      'RECORDING_INVALID',
      `'${path}' has no input: only what the program printed was recorded.`,
      {
        suggestion: 'Record what is typed, too, e.g. with asciinema rec --stdin.',
      },
    );
  }
  const { command, width, height } = header;
  return { steps, size: [width, height], command: command === undefined ? undefined : ['sh', '-c', command] };
}

/** Does it to the program: each input when the program waits for one, however long the pauses were. */
export async function driveSession(plan: SessionPlan, steps: readonly DrivenStep[]): Promise<Recording> {
  await using session = await recordSession(plan, { output: () => {}, gap: () => {} });
  const { terminal } = session;
  for (const step of steps) {
    if (terminal.state.program.feed.exit) break;
    if (step.kind === 'wait') {
      await waitUntil(
        terminal.state,
        ({ screen }) => ({
          pass: step.shows(step.where === 'screen' ? screenText(screen) : cursorLine(screen)),
          expected: '',
          received: '',
        }),
        { timeoutMs: REST_MS, patienceMs: 0 },
      );
      continue;
    }
    await untilAtRest(terminal, REST_MS);
    if (step.kind === 'resize') await session.resize(step.size);
    else await session.do([step.input]);
  }
  await untilAtRest(terminal, REST_MS);
  return await session.finish();
}

/** Programs that never rest get their input all the same. */
const REST_MS = 15_000;

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMuxError(error)) throw error;
    throw new MuxError('FILE_NOT_FOUND', `The file '${path}' cannot be read.`, {
      suggestion: 'Give the path of a recording or a tape.',
      cause: error,
    });
  }
}
