import { MuxError } from '../../model/index.js';
import { type Recording, recordSession, type SessionPlan } from '../../test/codegen/codegen.js';
import { Interrupts } from '../foreground/interrupts.js';
import { Leaving } from '../foreground/leaving.js';
import { PersonInput } from '../foreground/person-input.js';
import { TerminalOutput } from '../foreground/shown-output.js';
import type { Output } from '../output.js';

/** A person works with a program in this terminal, until it ends or Ctrl-C is pressed twice. */
export async function recordPerson(plan: SessionPlan, output: Output): Promise<Recording> {
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY) {
    throw new MuxError(
      'INVALID_ARGUMENT',
      'Nobody can work here: stdin and stdout are not both a terminal.',
      {
        suggestion: 'Run mux codegen in a terminal, or give --from with a recording or a .tape file.',
      },
    );
  }
  const leaving = new Leaving();
  const interrupts = new Interrupts(() => leaving.leave('detached'));
  const shown = new TerminalOutput(stdout.fd, leaving);
  const starting = recordSession(plan, { output: (data) => shown.live(data), gap: () => shown.gap() });
  // What is typed before the program runs waits for it.
  const type = async (data: Uint8Array): Promise<void> => (await starting).type(data);
  using input = new PersonInput(stdin, { type, ...onlyKeys }, interrupts);
  output.printError('mux: Recording. Work as usual; Ctrl-C twice ends the session.\r\n');
  await using session = await starting;
  using _signals = whileRecording(leaving, () => {
    const [columns, rows] = stdout.getWindowSize();
    void session.resize([columns, rows]).catch(() => {});
  });
  const reason = await Promise.race([session.ended(), leaving.left]);
  input[Symbol.dispose]();
  const recording = await session.finish();
  await shown.end(true);
  if (
    reason === 'terminated' ||
    reason === 'hung-up' ||
    reason === 'reader-gone' ||
    typeof reason === 'object'
  )
    throw new MuxError('ABORTED', 'The session was ended from outside, and no test was written.');
  return recording;
}

/** A terminal does not end, as a pipe does. */
const onlyKeys = { feed: async () => {}, endInput: async () => {} };

function whileRecording(leaving: Leaving, resize: () => void): Disposable {
  const listeners: Partial<Record<NodeJS.Signals, () => void>> = {
    SIGTERM: () => leaving.leave('terminated'),
    SIGHUP: () => leaving.leave('hung-up'),
    SIGWINCH: resize,
  };
  for (const [signal, listener] of Object.entries(listeners)) process.on(signal, listener);
  return {
    [Symbol.dispose]: () => {
      for (const [signal, listener] of Object.entries(listeners)) process.off(signal, listener);
    },
  };
}
