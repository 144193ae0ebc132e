// A full-screen program with a framed input box that misbehaves as its settings say. What it really took is written to
// the file TRUTH, one JSON object a line, before it is painted.
import { appendFileSync } from 'node:fs';

const settings = {
  /** 'frame': a closed box; 'rules': between two lines; 'prompt': a line behind '> ', without a box. */
  look: 'frame',
  /** What Enter does: submit, swallow, drop, newline, scatter, menu, crash, kill, quit, report, late, move. */
  enter: 'submit',
  /** How many presses of Enter are swallowed first. */
  swallow: 0,
  /** Milliseconds after the last text within which Enter is a line break. */
  burstMs: 0,
  /** What happens to text: keep, twice, headless, crash, mask, stop. */
  text: 'keep',
  /** Ghost text behind the caret: never, dim, gray, reverse. Enter takes it, too; Escape removes it. */
  ghost: 'never',
  /** Whether Escape has no effect on ghost text. */
  ghostStays: false,
  /** Rows of the box that are visible. */
  rows: 8,
  transcript: true,
  /** Whether the text is shown in a row above the box while it is typed. */
  preview: false,
  /** Paints everything again so often, with a clock. */
  repaintMs: 0,
  /** Milliseconds until it reads and paints anything. */
  startMs: 0,
  /** Milliseconds until text is shown. */
  echoMs: 0,
  /** A question without any connection to the text comes up so many milliseconds after the first of it. */
  askAfterMs: -1,
  /** Shows that it works for so long after each text. */
  workMs: 0,
  /** Asks for bracketed paste. */
  bracketed: true,
  /** A word that Enter completes. */
  complete: undefined,
  /** Where the caret is behind a full row: 'wrap', in the next row; 'stay', behind the last column of it. */
  caret: 'wrap',
  /** Whether it hides the cursor and draws its own. */
  drawn: false,
  /** Columns of the text in the box. */
  columns: 76,
  ...JSON.parse(process.argv[2] ?? '{}'),
};

const out = process.stdout;
const state = {
  text: '',
  shown: '',
  transcript: ['A program for the receipt lab.'],
  ghost: false,
  menu: undefined,
  typedAt: 0,
  frame: 0,
  swallow: settings.swallow,
  bytes: 0,
  shift: 0,
  workingUntil: 0,
  hadText: false,
};
const GHOST = ' and delete everything';

function record(event) {
  appendFileSync(process.env.TRUTH, `${JSON.stringify({ at: Date.now(), ...event })}\n`);
}

function chunks(line) {
  const all = [];
  for (let at = 0; at === 0 || at < line.length; at += settings.columns)
    all.push(line.slice(at, at + settings.columns));
  // A full row: the caret goes to the next one.
  if (line.length > 0 && line.length % settings.columns === 0) all.push('');
  return all;
}

function boxRows() {
  const { columns } = settings;
  const typed = state.shown.split('\n').flatMap(chunks);
  const at = { row: typed.length - 1, column: typed.at(-1).length };
  const caretAt = { ...at };
  if (settings.caret === 'stay' && at.column === 0 && at.row > 0 && typed.at(-2).length === columns) {
    caretAt.row -= 1;
    caretAt.column = columns;
  }
  const styled = typed.map((text) => ({ text, ghost: '' }));
  if (state.ghost) {
    let rest = GHOST;
    for (let row = at.row; rest !== ''; row++) {
      styled[row] ??= { text: '', ghost: '' };
      const room = columns - styled[row].text.length;
      styled[row].ghost = rest.slice(0, room);
      rest = rest.slice(room);
    }
  }
  const from = Math.max(0, styled.length - settings.rows);
  return { rows: styled.slice(from), caret: { row: caretAt.row - from, column: caretAt.column } };
}

function ghostStyle(text, isFirst) {
  if (text === '') return '';
  if (settings.ghost === 'gray') return `\x1b[90m${text}\x1b[0m`;
  if (settings.ghost === 'reverse' && isFirst)
    return `\x1b[7m${text[0]}\x1b[0m\x1b[2m${text.slice(1)}\x1b[0m`;
  return `\x1b[2m${text}\x1b[0m`;
}

function paint() {
  const { rows = 24 } = out;
  const { columns, look } = settings;
  const width = columns + 4;
  const lines = [];
  let caret = { row: 0, column: 0 };
  if (state.menu) {
    lines.push(
      `╭${'─'.repeat(width - 2)}╮`,
      '│ What should be done about it?',
      '│ ❯ 1. Yes, go ahead',
      '│   2. No, stop',
    );
    lines.push(`╰${'─'.repeat(width - 2)}╯`, ' Enter to select · Esc to cancel');
  } else {
    const box = boxRows();
    const working = Date.now() < state.workingUntil;
    if (working) lines.push(`${'⠋⠙⠹⠸'[state.frame % 4]} Thinking (esc to interrupt)`);
    if (settings.preview && state.shown) lines.push(`preview: ${state.shown.slice(0, 60)}`);
    if (look === 'frame') lines.push(`╭${'─'.repeat(width - 2)}╮`);
    if (look === 'rules') lines.push('─'.repeat(width));
    const top = lines.length;
    for (const [index, { text, ghost }] of box.rows.entries()) {
      const isDrawn = settings.drawn && index === box.caret.row && ghost === '';
      const caretCell = isDrawn && text.length < columns ? '\x1b[7m \x1b[0m' : '';
      const body =
        text +
        caretCell +
        ghostStyle(ghost, index === box.caret.row) +
        ' '.repeat(Math.max(0, columns - text.length - ghost.length - (caretCell ? 1 : 0)));
      const mark = index === 0 ? '>' : ' ';
      lines.push(look === 'frame' ? `│${mark} ${body}│` : `${mark} ${body}`);
    }
    caret = { row: top + box.caret.row, column: box.caret.column + (look === 'frame' ? 3 : 2) };
    if (look === 'frame') lines.push(`╰${'─'.repeat(width - 2)}╯`);
    if (look === 'rules') lines.push('─'.repeat(width));
    if (look !== 'prompt') lines.push('  ? for help');
  }
  const clock = settings.repaintMs > 0 ? [`frame ${state.frame} ${Date.now()}`] : [];
  const room = rows - lines.length - clock.length - 1 - state.shift;
  const above = state.transcript.flatMap((line) => line.match(/.{1,90}/gu) ?? ['']).slice(-Math.max(1, room));
  const all = [...clock, ...above];
  let frame = '\x1b[?25l\x1b[H';
  frame += [...all, ...lines].map((line) => `${line}\x1b[K`).join('\r\n');
  frame += '\x1b[J';
  if (!state.menu)
    frame += `\x1b[${all.length + caret.row + 1};${caret.column + 1}H${settings.drawn ? '' : '\x1b[?25h'}`;
  out.write(frame);
}

function end(code) {
  out.write('\x1b[?2004l\x1b[?1049l\x1b[?25h');
  process.exit(code);
}

function take(text) {
  record({ type: 'took', text });
  if (settings.transcript) state.transcript.push(...`« ${text}`.split('\n'), '');
  if (settings.workMs > 0) state.workingUntil = Date.now() + settings.workMs;
  state.text = '';
  show();
}

function show() {
  const shown = () => {
    state.shown = settings.text === 'mask' ? '•'.repeat(state.text.length) : state.text;
    state.ghost = settings.ghost !== 'never' && state.text !== '';
    paint();
  };
  if (settings.echoMs > 0) setTimeout(shown, settings.echoMs);
  else shown();
}

function add(text) {
  state.typedAt = Date.now();
  if (settings.text === 'crash') end(1);
  if (settings.text === 'stop') {
    state.bytes += text.length;
    if (state.bytes > 20) {
      process.stdin.pause();
      setInterval(() => {}, 1_000);
      return;
    }
  }
  if (settings.askAfterMs >= 0 && !state.hadText) setTimeout(ask, settings.askAfterMs);
  state.hadText = true;
  if (settings.text === 'twice') state.text += [...text].map((one) => one + one).join('');
  else if (settings.text === 'headless' && state.text === '') state.text = text.slice(1);
  else state.text += text;
  show();
}

function ask() {
  state.menu = { seen: false };
  record({ type: 'asks' });
  paint();
  // The terminal answers when it has the question on its screen: keys that come before that were on their way.
  out.write('\x1b[6n');
}

function answer(type) {
  record({ type: state.menu.seen ? type : 'raced' });
  state.menu = undefined;
  paint();
}

function enter() {
  record({ type: 'enter', menu: state.menu !== undefined });
  if (state.menu) return answer('approved');
  if (Date.now() - state.typedAt < settings.burstMs) return add('\n');
  if (state.swallow > 0) {
    state.swallow -= 1;
    return paint();
  }
  if (settings.complete && state.text.endsWith(settings.complete[0])) {
    state.text = state.text.slice(0, -settings.complete[0].length) + settings.complete[1];
    return show();
  }
  const text = state.ghost ? state.text + GHOST : state.text;
  if (text.trim() === '') return paint();
  switch (settings.enter) {
    case 'swallow':
      return paint();
    case 'drop':
      state.text = '';
      return show();
    case 'newline':
      return add('\n');
    case 'scatter':
      // Something else changes, and the text stays.
      state.transcript.push(`Tip ${state.frame++}: press F1 for help`);
      return paint();
    case 'move':
      state.shift = (state.shift + 3) % 9;
      state.transcript.push('');
      return paint();
    case 'menu':
      // In one paint: nothing but the menu is ever seen behind the text.
      state.menu = { seen: false };
      take(text);
      return ask();
    case 'crash':
      return end(1);
    case 'kill':
      return process.kill(process.pid, 'SIGKILL');
    case 'quit':
      return end(0);
    case 'report':
      out.write('\x1b[?2004l\x1b[?1049l\x1b[?25h');
      out.write(`Error: unexpected input\r\n  at parse (${text})\r\n« ${text}\r\n`);
      return process.exit(1);
    case 'late':
      // It hangs, and reads what came in the meantime afterwards.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
      return take(text);
    default:
      return take(text);
  }
}

let pending = '';
let pasted;
function read(data) {
  pending += data;
  while (pending !== '') {
    if (pasted !== undefined) {
      const at = pending.indexOf('\x1b[201~');
      if (at < 0) {
        pasted += pending.slice(0, -6);
        pending = pending.slice(-6);
        return;
      }
      const text = pasted + pending.slice(0, at);
      pending = pending.slice(at + 6);
      pasted = undefined;
      add(text.replaceAll('\r', '\n'));
    } else if (pending.startsWith('\x1b[200~')) {
      pasted = '';
      pending = pending.slice(6);
    } else if (pending.startsWith('\x1b[') || pending.startsWith('\x1bO')) {
      const match = /^\x1b(?:\[[0-9;?]*[A-Za-z~]|O[A-Z])/.exec(pending);
      if (!match) return;
      pending = pending.slice(match[0].length);
      if (match[0].endsWith('R') && state.menu) state.menu.seen = true;
    } else {
      const one = String.fromCodePoint(pending.codePointAt(0));
      pending = pending.slice(one.length);
      key(one);
    }
  }
}

function key(one) {
  if (one === '\r') return enter();
  if (one === '\x1b') {
    if (state.menu) return answer('denied');
    if (!settings.ghostStays) state.ghost = false;
    return paint();
  }
  if (state.menu) {
    if (one === '1' || one === 'y') answer('approved');
    return;
  }
  if (one === '\x15') {
    state.text = '';
    return show();
  }
  if (one === '\x7f') {
    state.text = state.text.slice(0, -1);
    return show();
  }
  if (one === '\n' || one === '\t' || one >= ' ') add(one);
}

function start() {
  process.stdin.setRawMode(true);
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', read);
  process.stdin.on('end', () => process.exit(0));
  out.on('resize', paint);
  out.write(`\x1b[?1049h${settings.bracketed ? '\x1b[?2004h' : ''}`);
  if (settings.repaintMs > 0 || settings.workMs > 0) {
    setInterval(() => {
      state.frame += 1;
      paint();
    }, settings.repaintMs || 80);
  }
  paint();
  record({ type: 'ready' });
}

if (settings.startMs > 0) setTimeout(start, settings.startMs);
else start();
