import { fileURLToPath } from 'node:url';
import type { SendTextOptions } from '../../../src/delivery/bridge-options.js';

/** A program of the lab, and how texts are sent to it. */
export interface LabProgram {
  readonly name: string;
  readonly command: readonly string[];
  /** Of 3,000 sends. */
  readonly share: number;
  /** Sends to one process, before another is started. */
  readonly each: number;
  readonly text: (id: string, round: number) => string;
  /** Whether it takes every text, so that a receipt without proof is a failure of ours. */
  readonly takes?: boolean;
  /** A person types into the pane during each send. */
  readonly person?: boolean;
  readonly options?: SendTextOptions;
}

const box = fileURLToPath(new URL('./programs/box.mjs', import.meta.url));
const line = fileURLToPath(new URL('./programs/line.py', import.meta.url));

const boxed = (settings: Readonly<Record<string, unknown>> = {}): string[] => [
  process.execPath,
  box,
  JSON.stringify(settings),
];
const lines = (kind: string): string[] => ['python3', '-S', line, kind];
/** Behind it is a shell that would run what it is given. */
const beforeShell = (settings: Readonly<Record<string, unknown>>): string[] => [
  'sh',
  '-c',
  `"$@"; PS1='after> ' exec sh -i`,
  'sh',
  ...boxed(settings),
];

const words = (id: string): string => `please look at ${id}`;
const mixed = (id: string, round: number): string =>
  [
    words(id),
    `fix ${id}`,
    `${id}: the quick brown fox jumps over the lazy dog, and then it does the same once more`,
    `${id} ${'long text '.repeat(20)}end`,
    `first ${id}\nsecond line\n\nlast line of it`,
    `${id} größer als 日本 ✓`,
  ][round % 6] ?? id;
const plain = (id: string, round: number): string =>
  [words(id), `fix ${id}`, `${id} ${'long text '.repeat(9)}end`][round % 3] ?? id;
/** A text of so many characters. */
const filled = (id: string, length: number): string => id + 'x'.repeat(Math.max(0, length - id.length));
const column = (id: string, round: number): string => filled(id, 20 + ((round * 7) % 140));
const lastColumns = (id: string, round: number): string => filled(id, 73 + (round % 6));
const appending = (id: string): string => `printf '{"type":"took","text":"%s"}\\n' ${id} >>"$TRUTH"`;

export const labPrograms: readonly LabProgram[] = [
  // Programs that take what they are given, each in its own way.
  { name: 'framed box', command: boxed(), share: 200, each: 10, text: mixed, takes: true },
  {
    name: 'box between rules',
    command: boxed({ look: 'rules' }),
    share: 120,
    each: 10,
    text: mixed,
    takes: true,
  },
  { name: 'bare prompt', command: boxed({ look: 'prompt' }), share: 80, each: 10, text: plain, takes: true },
  {
    name: 'cursor drawn by itself',
    command: boxed({ look: 'rules', drawn: true }),
    share: 40,
    each: 10,
    text: plain,
    takes: true,
  },
  { name: 'box that scrolls', command: boxed({ rows: 2 }), share: 80, each: 8, text: mixed, takes: true },
  {
    name: 'repaints all the time',
    command: boxed({ repaintMs: 15 }),
    share: 100,
    each: 10,
    text: mixed,
    takes: true,
  },
  { name: 'shows text late', command: boxed({ echoMs: 250 }), share: 60, each: 6, text: plain },
  { name: 'starts slowly', command: boxed({ startMs: 900 }), share: 40, each: 1, text: words, takes: true },
  {
    name: 'Enter in a burst is a line break',
    command: boxed({ burstMs: 40 }),
    share: 200,
    each: 10,
    text: mixed,
    takes: true,
  },
  {
    name: 'works for a while',
    command: boxed({ workMs: 600, transcript: false }),
    share: 60,
    each: 3,
    text: plain,
  },
  {
    name: 'menu opens at once',
    command: boxed({ enter: 'menu' }),
    share: 100,
    each: 1,
    text: words,
    takes: true,
  },
  {
    name: 'Enter completes a word',
    command: boxed({ complete: ['@REA', '@README.md '] }),
    share: 40,
    each: 1,
    text: (id) => `${id} @REA`,
    takes: true,
  },
  { name: 'masks the text', command: boxed({ text: 'mask' }), share: 40, each: 5, text: words },
  { name: 'takes it late', command: boxed({ enter: 'late' }), share: 40, each: 4, text: words },
  {
    name: 'swallows Enter twice',
    command: boxed({ swallow: 2 }),
    share: 50,
    each: 1,
    text: plain,
    takes: true,
  },
  // Programs that do not.
  { name: 'swallows Enter', command: boxed({ enter: 'swallow' }), share: 70, each: 1, text: plain },
  {
    name: 'swallows Enter and repaints',
    command: boxed({ enter: 'swallow', repaintMs: 20 }),
    share: 60,
    each: 1,
    text: plain,
  },
  {
    name: 'swallows Enter, with a preview',
    command: boxed({ enter: 'swallow', preview: true }),
    share: 50,
    each: 1,
    text: plain,
  },
  {
    name: 'drops the text',
    command: boxed({ enter: 'drop', transcript: false }),
    share: 100,
    each: 1,
    text: plain,
  },
  {
    name: 'prompt that drops the text',
    command: boxed({ look: 'prompt', enter: 'drop' }),
    share: 60,
    each: 1,
    text: plain,
  },
  {
    name: 'Enter is always a line break',
    command: boxed({ enter: 'newline' }),
    share: 80,
    each: 1,
    text: plain,
  },
  {
    name: 'prompt, Enter a line break',
    command: boxed({ look: 'prompt', enter: 'newline' }),
    share: 60,
    each: 1,
    text: plain,
  },
  { name: 'Enter changes other rows', command: boxed({ enter: 'scatter' }), share: 80, each: 1, text: plain },
  { name: 'Enter moves the box', command: boxed({ enter: 'move' }), share: 80, each: 1, text: plain },
  { name: 'crashes on text', command: boxed({ text: 'crash' }), share: 60, each: 1, text: plain },
  {
    name: 'crashes on text, before a shell',
    command: beforeShell({ text: 'crash' }),
    share: 60,
    each: 1,
    text: appending,
  },
  { name: 'crashes on Enter', command: boxed({ enter: 'crash' }), share: 60, each: 1, text: plain },
  { name: 'is killed on Enter', command: boxed({ enter: 'kill' }), share: 40, each: 1, text: plain },
  { name: 'quits on Enter', command: boxed({ enter: 'quit' }), share: 40, each: 1, text: plain },
  {
    name: 'crash report shows the text',
    command: beforeShell({ enter: 'report' }),
    share: 50,
    each: 1,
    text: plain,
  },
  {
    name: 'drops the first character',
    command: boxed({ text: 'headless' }),
    share: 50,
    each: 1,
    text: plain,
  },
  { name: 'takes characters twice', command: boxed({ text: 'twice' }), share: 50, each: 1, text: plain },
  {
    name: 'stops reading',
    command: boxed({ text: 'stop' }),
    share: 30,
    each: 1,
    text: (id) => `${id} ${'z'.repeat(60)}`,
  },
  {
    name: 'unrelated question comes up',
    command: boxed({ askAfterMs: 40 }),
    share: 60,
    each: 1,
    text: plain,
  },
  {
    name: 'unrelated question, a bit later',
    command: boxed({ askAfterMs: 80 }),
    share: 60,
    each: 1,
    text: plain,
  },
  // Suggestions that Enter would take in the caller's name.
  {
    name: 'dim ghost text, every column',
    command: boxed({ ghost: 'dim' }),
    share: 80,
    each: 4,
    text: column,
  },
  {
    name: 'gray ghost text, full rows',
    command: boxed({ ghost: 'gray' }),
    share: 60,
    each: 3,
    text: lastColumns,
  },
  {
    name: 'ghost text behind a drawn caret',
    command: boxed({ ghost: 'reverse' }),
    share: 60,
    each: 3,
    text: lastColumns,
  },
  {
    name: 'ghost text that stays',
    command: boxed({ ghost: 'dim', ghostStays: true }),
    share: 40,
    each: 1,
    text: lastColumns,
  },
  {
    name: 'ghost text, the caret stays in the row',
    command: boxed({ ghost: 'dim', caret: 'stay' }),
    share: 40,
    each: 2,
    text: lastColumns,
  },
  {
    name: 'ghost text behind a drawn cursor',
    command: boxed({ ghost: 'reverse', drawn: true, look: 'rules' }),
    share: 40,
    each: 2,
    text: lastColumns,
  },
  {
    name: 'ghost text between rules',
    command: boxed({ ghost: 'dim', look: 'rules' }),
    share: 40,
    each: 2,
    text: lastColumns,
  },
  // A person types at the same time.
  { name: 'a person types into the box', command: boxed(), share: 80, each: 4, text: plain, person: true },
  {
    name: 'a person types into the line',
    command: lines('reads'),
    share: 60,
    each: 4,
    text: plain,
    person: true,
  },
  // Programs that read lines, or pretend to.
  { name: 'reads lines', command: lines('reads'), share: 100, each: 10, text: plain, takes: true },
  {
    name: 'reads lines and answers',
    command: lines('answers'),
    share: 60,
    each: 6,
    text: plain,
    takes: true,
  },
  {
    name: 'several lines for a reader of lines',
    command: lines('reads'),
    share: 40,
    each: 1,
    text: (id) => `${id} one\n${id} two\n${id} three`,
    takes: true,
  },
  { name: 'reads a line and works', command: lines('works'), share: 40, each: 2, text: words, takes: true },
  { name: 'reads without echo', command: lines('silent'), share: 50, each: 5, text: plain, takes: true },
  {
    name: 'reads without a prompt',
    command: lines('no-prompt'),
    share: 50,
    each: 5,
    text: plain,
    takes: true,
  },
  { name: 'reads one line and ends', command: lines('once'), share: 40, each: 1, text: words, takes: true },
  { name: 'reads one line and fails', command: lines('fails'), share: 30, each: 1, text: words },
  { name: 'crashes on the line', command: lines('crashes'), share: 40, each: 1, text: words },
  { name: 'prompt that nobody reads', command: lines('prompt-asleep'), share: 60, each: 1, text: words },
  { name: 'nobody reads, no prompt', command: lines('asleep'), share: 20, each: 1, text: words },
  { name: 'throws its input away', command: lines('flushes'), share: 40, each: 1, text: words },
  { name: 'stops reading after a line', command: lines('stops'), share: 30, each: 2, text: words },
  { name: 'begins to read late', command: lines('slow'), share: 40, each: 2, text: words, takes: true },
  { name: 'starts another program', command: lines('execs'), share: 20, each: 1, text: words, takes: true },
  { name: 'wakes up and does not read', command: lines('signals'), share: 30, each: 1, text: words },
  { name: 'reads four bytes', command: lines('bytes'), share: 30, each: 1, text: words },
  { name: 'sh', command: ['sh', '-i'], share: 60, each: 6, text: appending, takes: true },
  { name: 'bash', command: ['bash', '--norc', '-i'], share: 60, each: 6, text: appending, takes: true },
  {
    name: 'no check was asked for',
    command: boxed({ enter: 'swallow' }),
    share: 20,
    each: 1,
    text: words,
    options: { verifyEnter: false },
  },
];
