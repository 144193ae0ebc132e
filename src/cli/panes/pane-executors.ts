import { writeFile } from 'node:fs/promises';
import {
  defined,
  type ElementRole,
  invoke,
  paneChoose,
  paneExec,
  paneFill,
  paneKeys,
  paneKill,
  paneRead,
  paneScreen,
  paneSend,
  paneTree,
  paneWatch,
  runEnd,
  workerEof,
  workerInterrupt,
  workerPeek,
  workerSend,
} from '../../operations/index.js';
import { byKind } from '../by-kind.js';
import { calling, inContext, streaming } from '../calling.js';
import type { Execute } from '../command.js';
import type { ParsedArguments } from '../parse-arguments.js';
import { exitText } from '../text/exit-text.js';
import { readText } from '../text/read-text.js';
import { kill as killWorker } from '../workers/worker-executors.js';

interface Target {
  target: string;
  host?: string;
}

const meant = (args: ParsedArguments): Target =>
  defined({ target: args.operand('TARGET'), host: args.value('host') }) as Target;

const named = (args: ParsedArguments): { name: string } => ({ name: args.operand('TARGET') });

export const send: Execute = async (args, output) => {
  const text = await readText(args.operand('TEXT'), args.has('secret'), output);
  const given = {
    text,
    enter: !args.has('no-enter'),
    secret: args.has('secret'),
    ...(args.has('when-idle') && { when: 'idle' as const }),
    ...defined({ fingerprint: args.value('question'), timeoutMs: args.duration('timeout') }),
  };
  const shown = ({ status }: { status: string }) => ({
    text: status,
    code: status === 'unconfirmed' ? 1 : 0,
  });
  return byKind('TARGET', {
    worker: calling(workerSend, (words) => ({ ...named(words), ...given }), shown),
    run: calling(paneSend, (words) => ({ ...meant(words), ...given }), shown),
    other: calling(paneSend, (words) => ({ ...meant(words), ...given }), shown),
  })(args, output);
};

export const keys = calling(
  paneKeys,
  (args) => ({
    ...meant(args),
    keys: [...args.rest],
    ...defined({
      fingerprint: args.value('question'),
      ifShows: args.value('if-shows'),
      delayMs: args.duration('delay'),
    }),
  }),
  () => '',
);

const key = (name: string): Execute =>
  calling(
    paneKeys,
    (args) => ({ ...meant(args), keys: [name] }),
    () => '',
  );

export const interrupt: Execute = byKind('TARGET', {
  worker: calling(workerInterrupt, named, () => ''),
  run: key('C-c'),
  other: key('C-c'),
});

export const eof: Execute = byKind('TARGET', {
  worker: calling(workerEof, named, () => ''),
  run: key('C-d'),
  other: key('C-d'),
});

export const read = calling(
  paneRead,
  (args) => ({
    ...meant(args),
    ...defined({ lines: args.number('lines'), since: args.value('since') }),
    ...(args.has('all') && { all: true }),
    maxBytes: 1_048_576,
  }),
  ({ lines, partial, cursor, gap }, args, { printError, errorStyle }) => {
    if (gap)
      printError(
        `${errorStyle.yellow('mux:')} Lines after that cursor are lost; this is everything that remains.\n`,
      );
    if (args.has('all') || args.has('since'))
      printError(`${errorStyle.dim(`continue with --since ${cursor}`)}\n`);
    return [...lines, ...(partial === undefined ? [] : [partial])].map((line) => `${line}\n`).join('');
  },
);

export const tree = calling(
  paneTree,
  (args) => ({
    ...meant(args),
    guesses: args.has('guesses'),
    cells: args.has('cells'),
    details: args.has('json'),
  }),
  ({ text }) => text,
);

/** A reference, or a name with or without a role. */
const element = (args: ParsedArguments): { ref?: string; role?: ElementRole; name?: string } => {
  const word = args.operand('ELEMENT');
  const isRef = /^e\d{1,6}(?:\.\d+of\d+)?$/.test(word);
  return isRef
    ? { ref: word }
    : { name: word, ...defined({ role: args.value('role') as ElementRole | undefined }) };
};

export const choose = calling(
  paneChoose,
  (args) => ({
    ...meant(args),
    ...element(args),
    enter: !args.has('no-enter'),
    ...(args.has('on') && { checked: true }),
    ...(args.has('off') && { checked: false }),
    ...defined({ timeoutMs: args.duration('timeout') }),
  }),
  ({ effect }) => effect,
);

export const fill: Execute = async (args, output) => {
  const text = await readText(args.operand('TEXT'), args.has('secret'), output);
  const given = {
    ...element(args),
    text,
    enter: args.has('enter'),
    secret: args.has('secret'),
    ...defined({ timeoutMs: args.duration('timeout') }),
  };
  return calling(
    paneFill,
    (words) => ({ ...meant(words), ...given }),
    () => '',
  )(args, output);
};

export const screen: Execute = async (args, output) => {
  const file = args.value('png') ?? args.value('svg');
  if (file === undefined) {
    const format = args.has('ansi') ? ('ansi' as const) : ('text' as const);
    return calling(
      paneScreen,
      (words) => ({ ...meant(words), format }),
      ({ text }) => text,
    )(args, output);
  }
  const format = args.has('png') ? ('png' as const) : ('svg' as const);
  const { image, ...rest } = await inContext(output, (context) =>
    invoke(paneScreen, { ...meant(args), format }, context),
  );
  const data = Buffer.from(image?.data ?? '', format === 'png' ? 'base64' : 'utf8');
  if (file === '-') output.print(data);
  else await writeFile(file, data);
  if (args.has('json'))
    output.print(`${JSON.stringify({ ...rest, file, bytes: data.length }, undefined, 2)}\n`);
  return 0;
};

export const peek: Execute = byKind('TARGET', {
  worker: calling(
    workerPeek,
    (args) => ({ ...named(args), ...defined({ lines: args.number('lines') }), ansi: args.has('ansi') }),
    ({ text }) => text,
  ),
  run: (args, output) => peekPane(args, output),
  other: (args, output) => peekPane(args, output),
});

const peekPane: Execute = (args, output) => (args.has('lines') ? read(args, output) : screen(args, output));

export const exec = calling(
  paneExec,
  (args) => ({
    ...meant(args),
    command: args.command.join(' '),
    ...(args.has('when-idle') && { when: 'idle' as const }),
    ...defined({ timeoutMs: args.duration('timeout') }),
  }),
  ({ output: text, code }) => ({ text, code }),
);

export const watch = streaming(paneWatch, meant, ({ data, type, reason }, _, { printError, errorStyle }) => {
  if (type === 'gap') printError(`\n${errorStyle.yellow('mux:')} Output is missing here: ${reason ?? ''}.\n`);
  return data ?? '';
});

export const kill: Execute = byKind('TARGET', {
  worker: killWorker,
  run: calling(
    runEnd,
    (args) => ({ run: args.operand('TARGET'), ...defined({ graceMs: args.duration('grace') }) }),
    (run) => `${run.id} ${exitText(run)}`,
  ),
  other: calling(paneKill, meant, ({ paneId, killed }) =>
    killed ? `${paneId} has ended.` : `${paneId} no longer existed.`,
  ),
});
