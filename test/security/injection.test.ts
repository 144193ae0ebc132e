import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMuxError } from '../../src/model/mux-error.js';
import { type OpenOperations, openOperations } from '../integration/operations/open-operations.js';
import { differentPlaces, type OpenPlace } from '../integration/tmux/places.js';
import { sized } from '../soak.js';

/** Ways out of the places that a value is put into: words of a shell, of tmux, of perl and awk, of a regular expression. */
function payloads(command: string): string[] {
  const around = [
    ...[
      ';C',
      '; C;',
      '&& C',
      '|| C',
      '| C',
      '& C',
      '$(C)',
      '`C`',
      '<(C)',
      '> x; C',
      '\nC\n',
      '\rC\r',
      '$IFS$(C)',
    ],
    ...[
      "'; C; '",
      '"; C; "',
      "'$(C)'",
      '"$(C)"',
      "\\'; C; \\'",
      '\'"; C; "\'',
      '); C; (',
      '} C; {',
      '# \nC',
      '\\\nC',
    ],
    ...[
      '#(C)',
      '#{l:#(C)}',
      '#{?1,#(C),}',
      '##(C)',
      '#[x]#(C)',
      '%if 1\nrun-shell "C"\n%endif',
      '%1 #(C) %2',
    ],
    ...[
      '; run-shell "C" ;',
      "' ; run-shell 'C' ; '",
      '" ; run-shell "C" ; "',
      '\\; run-shell "C"',
      '{ run-shell "C" }',
    ],
    ...[
      '$(C)/../..',
      '~$(C)',
      '-C',
      '--x=$(C)',
      '-F#(C)',
      '@{[`C`]}',
      '/e;`C`;#',
      '/;system("C");/',
      '"; system("C"); "',
    ],
    ...[
      '(?{system("C")})',
      '|getline; "C" | getline',
      '\\x27; C; \\x27',
      "%s%n%x '; C #",
      '*?[C]$(C)',
      '!C',
      '{C,$(C)}',
    ],
  ];
  return around.map((one) => one.replaceAll('C', command));
}

/** Every field that takes words of a caller and is not itself a command. Each is called with one payload, and a folder for files. */
const FIELDS: Readonly<
  Record<string, (word: string, folder: string) => [operation: string, input: Record<string, unknown>]>
> = {
  'a word of a command, its variables, names, tags and rules': (word) => [
    'run.complete',
    {
      command: ['printf', '%s', word],
      env: { WORD: word },
      name: word.replace(/\s/g, ' ').slice(0, 200),
      tags: [word.slice(0, 100)],
      type: word.slice(0, 100),
      redact: [`never ${word.replace(/\s/g, ' ').replace(/[^\w]/g, '\\$&')}`],
      prompts: [`never ${word.replace(/\s/g, ' ').replace(/[^\w]/g, '\\$&')}`],
      secrets: [`never ${word}`],
    },
  ],
  'a folder': (word) => ['run.complete', { command: ['true'], cwd: `/tmp/${word}` }],
  'a session': (word) => ['run.complete', { command: ['true'], session: word.slice(0, 200) }],
  'a variable': (word) => ['run.complete', { command: ['true'], env: { [word]: 'x' } }],
  'a target': (word) => ['pane.screen', { target: word }],
  'the session of a target': (word) => ['pane.keys', { target: `${word}:0.0`, keys: ['Enter'] }],
  'a key': (word) => ['pane.keys', { target: 'held:', keys: [word] }],
  'a text that a screen must show': (word) => ['pane.keys', { target: 'held:', keys: ['F5'], ifShows: word }],
  'a text that is typed': (word) => [
    'pane.send',
    { target: 'held:', text: word, via: 'keys', timeoutMs: 1_000 },
  ],
  'a worker': (word) => ['worker.spawn', { name: word, command: ['true'] }],
  'the session of a worker': (word) => ['worker.spawn', { name: 'w', command: ['true'], session: word }],
  'a title': (word) => ['workspace.split', { title: word, session: 'room' }],
  'a window': (word) => ['workspace.window', { name: word, session: 'room' }],
  'a file': (word, folder) => [
    'workspace.record',
    { pane: '0.0', state: 'on', file: `${folder}/${word}`, session: 'room' },
  ],
  'a layout': (word) => ['workspace.layout', { operation: 'save', name: word, session: 'room' }],
  'a chat': (word) => ['session.open', { workspace: 'w', chatId: word.slice(0, 100) }],
  'a prompt': (word) => [
    'session.send',
    { sessionName: 'chat', prompt: word, requestId: word, command: ['true', '{prompt}'] },
  ],
};

describe.each(differentPlaces)('words of a caller, on $name', (place) => {
  let opened: OpenPlace;
  let here: OpenOperations;
  let canaries: string;
  let folder: string;
  let words: string[];
  beforeAll(async () => {
    opened = await place.open();
    here = await openOperations({ ...opened.options, address: opened.address, reach: opened.options });
    const made = async (): Promise<string> =>
      (await here.tmux.host.run(['mktemp', '-d'])).stdout.toString().trim();
    [canaries, folder] = await Promise.all([made(), made()]);
    words = payloads(`touch ${canaries}/it`);
    const held = await here.tmux.ensureSession('held');
    await held.newWindow({ command: ['cat'] });
  });
  afterAll(async () => {
    await here.tmux.host.run(['rm', '-rf', canaries, folder]);
    await here[Symbol.asyncDispose]();
    await opened[Symbol.asyncDispose]();
  });

  const carriedOut = async (): Promise<string> =>
    (await here.tmux.host.run(['ls', '-A', canaries])).stdout.toString().trim();

  it.each(Object.entries(FIELDS).map(([name, fill], turn) => [name, fill, turn] as const))(
    'are no command and no mistake of ours as %s',
    async (_, fill, turn) => {
      for (const [index, word] of words.entries()) {
        if ((index + turn) % sized(8, 1) !== 0) continue;
        const [operation, input] = fill(word, folder);
        const answer = await here
          .call(operation, { ...input, host: here.host })
          .catch((error: unknown) => error);
        if (answer instanceof Error)
          expect([word, isMuxError(answer) && answer.code]).not.toContain('INTERNAL_ERROR');
        if (operation === 'run.complete' && input.env && 'WORD' in (input.env as object))
          expect([word, answer.code]).toEqual([word, 0]);
        expect([word, await carriedOut()]).toEqual([word, '']);
      }
    },
  );
});
