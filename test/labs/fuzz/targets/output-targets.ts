import { PictureFilter } from '../../../../src/cli/foreground/picture-filter.js';
import { TerminalFilter } from '../../../../src/cli/foreground/terminal-filter.js';
import { readableText } from '../../../../src/mcp/readable-text.js';
import { classifyScreen } from '../../../../src/panes/profiles/classify-screen.js';
import { loadProfiles } from '../../../../src/panes/profiles/load-profiles.js';
import { SentinelReader } from '../../../../src/recorder/sentinel.js';
import { SentinelFilter } from '../../../../src/recorder/sentinel-filter.js';
import { LiveRedactor } from '../../../../src/redaction/live-redactor.js';
import { RedactingStream } from '../../../../src/redaction/redacting-stream.js';
import { redactionRules } from '../../../../src/redaction/redaction-rules.js';
import { Redactor } from '../../../../src/redaction/redactor.js';
import { findInput } from '../../../../src/screen/input-box.js';
import { findMenu } from '../../../../src/screen/menu.js';
import { questionOn } from '../../../../src/screen/question.js';
import { screenFromCapture } from '../../../../src/screen/screen-from-capture.js';
import { MarkScanner } from '../../../../src/shells/mark-scanner.js';
import { ProgramStatusScanner } from '../../../../src/status/program-status.js';
import { WireParser } from '../../../../src/tmux/wire-parser.js';
import { ScreenModel } from '../../../../src/vt/screen-model.js';
import { emptyScreen } from '../../../../src/vt/screen-state.js';
import type { FuzzTarget } from '../fuzz-target.js';

const SEQUENCES = [
  '\x1b[',
  '\x1b[31m',
  '\x1b[2J',
  '\x1b[999999999C',
  '\x1b]0;t\x07',
  '\x1bP',
  '\x1b\\',
  '\x18',
  '\x1b[?1049h',
  ';',
  'm',
];
const OUTPUT = [
  '\x1b[1;31mred\x1b[0m plain\r\n\x1b[2;3Hx\x1b[K\x1b]2;title\x07',
  'token=ghp_0123456789012345678901234567890123456 eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc\n-----BEGIN PRIVATE KEY-----\n',
  '\x1b]7501;state=working\x1b\\\x1b]133;A\x07$ \x1b]133;B\x07ls\x18\x1b]7770;x;exit;0\x1b\\',
  '\x1bPtmux;\x1b\x1b]52;c;aGk=\x07\x1b\\\x1b(0lqqk\x1b(B 日本\u200d',
];
const SECRETS = [
  'ghp_',
  'eyJ',
  '.',
  'password=',
  'hunter2',
  'correct horse ',
  '-----BEGIN PRIVATE KEY-----\n',
  'mux_',
];
const redactor = new Redactor(redactionRules({ secrets: ['hunter2', 'correct horse battery'] }));
const profiles = await loadProfiles();
const SCREENS = [
  '╭────────────╮\n│ > hi       │\n╰────────────╯\n  ? for shortcuts',
  ' Do you want to proceed?\n ❯ 1. Yes\n   2. No, and tell it\n\n Esc to cancel',
  '\x1b[7mSave modified buffer?\x1b[0m\n Y Yes\n N No  ^C Cancel',
];

const SILENT = { block: () => {}, notification: () => {}, output: () => {}, stray: () => {} };

/** In pieces, as output comes. */
function pieces(input: Buffer, size = 1 + ((input[0] ?? 0) % 64)): Buffer[] {
  return Array.from({ length: Math.ceil(input.length / size) }, (_, n) =>
    input.subarray(n * size, (n + 1) * size),
  );
}

/** What programs print, through everything that reads it. None of these may refuse anything. */
export const outputTargets: readonly FuzzTarget[] = [
  {
    name: 'the connection to tmux',
    seeds: ['%begin 1 2 0\nx\n%end 1 2 0\n%output %1 hi\\033[31m\n', '%begin 1 2 0\n%error 1 2 0\n%exit\n'],
    tokens: ['%begin 1 2 0\n', '%end 1 2 0\n', '%error ', '%output %1 ', '\n', '\\033', '%'],
    take: (input) => {
      const parser = new WireParser(SILENT);
      for (const piece of pieces(input)) parser.feed(piece);
    },
  },
  {
    name: 'signs of programs in output',
    seeds: OUTPUT,
    tokens: SEQUENCES,
    take: (input) => {
      const scanner = new ProgramStatusScanner();
      const sentinels = new SentinelReader({ startNonce: 'a', exitNonce: 'b' });
      const marks = new MarkScanner('n', { output: () => {}, mark: () => {} });
      const filter = new SentinelFilter();
      for (const piece of pieces(input)) {
        scanner.push(piece);
        sentinels.push(piece);
        marks.feed(piece);
        filter.push(String(piece));
      }
    },
  },
  {
    name: "output for a person's terminal",
    seeds: OUTPUT,
    tokens: SEQUENCES,
    take: (input) => {
      const terminal = new TerminalFilter();
      const picture = new PictureFilter();
      for (const piece of pieces(input)) {
        terminal.push(piece);
        picture.push(String(piece));
      }
      terminal.end();
    },
  },
  {
    name: 'secrets in lines',
    seeds: OUTPUT,
    tokens: [...SECRETS, ...SEQUENCES],
    take: (input) => redactor.text(String(input)),
  },
  {
    name: 'secrets in output that comes in pieces',
    seeds: OUTPUT,
    tokens: [...SECRETS, ...SEQUENCES],
    take: (input) => {
      const live = new LiveRedactor({ secrets: ['hunter2', 'correct horse battery'] });
      const output = new RedactingStream(live);
      for (const piece of pieces(input, 64)) output.push(String(piece));
      output.end();
    },
  },
  {
    name: 'a terminal of our own',
    seeds: OUTPUT,
    tokens: SEQUENCES,
    take: (input) => {
      const terminal = new ScreenModel(emptyScreen(80, 24), { styled: true });
      for (const piece of pieces(input)) terminal.feed(String(piece));
      terminal.styledRows();
    },
  },
  {
    name: 'a screen: boxes, menus, questions, states of agents',
    seeds: SCREENS,
    tokens: ['╭', '─', '│', '╰', '❯', '1. ', '(y/n)', '?', '\n', '> ', '\x1b[7m', '● ', '   '],
    take: (input) => {
      const screen = screenFromCapture(String(input), { cursor: { x: 1, y: 1, visible: true } });
      findMenu(screen);
      findInput(screen);
      questionOn(screen);
      for (const profile of profiles) classifyScreen(profile, screen);
    },
  },
  {
    name: 'an answer for a model',
    seeds: ['state: x\n<<untrusted-1\n', '"quoted"'],
    tokens: ['\n', '<<untrusted-', '>>', '"', '\u{e0041}', '- '],
    take: (input) => readableText({ text: String(input), lines: String(input).split('\n') }),
  },
];
