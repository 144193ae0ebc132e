import { basename } from 'node:path';
import { allNodes, type ScreenNode, type StyledScreen } from '../../screen/index.js';
import { selectableRoles } from '../input/select-option.js';
import { textBefore } from '../input/wait-for-echo.js';
import { placeOf, treeOf } from '../locators/by-role.js';
import { isWithin } from '../locators/screen-grid.js';
import type { Secret } from '../secret.js';
import type { Action, CodegenStep, ElementQuery, TestPlan, TextQuery } from './action.js';
import { findWaits } from './find-waits.js';
import { gridOf, matchesOf } from './locate.js';
import type { MouseEvent } from './read-input.js';
import type { Moment, Recording } from './recording.js';
import { Secrets } from './secrets.js';
import { steadyParts } from './steady-text.js';

/**
 * What a test does to repeat a session: keys as actions, and for each of them what shows that it has worked.
 *
 * @param secrets learns what was typed that nobody may read
 */
export function planTest(recording: Recording, secrets: Secrets = new Secrets()): TestPlan {
  const done = new Planning(recording, secrets).run();
  const { exit } = recording;
  const first = recording.moments[0]?.screen ?? recording.screen;
  const change = { program: basename(recording.command[0] ?? ''), isPublic: secrets.isPublic };
  const steps = done.steps.map(({ forms, before, typed }, at): CodegenStep => {
    const after = done.steps[at + 1]?.before ?? recording.screen;
    return { forms, waits: findWaits({ ...change, before, after, typed }) };
  });
  return {
    begin: findWaits({ ...change, before: undefined, after: first }),
    steps,
    exit: exit && { kind: 'exit', code: exit.code },
    notes: done.notes,
  };
}

interface Done {
  readonly forms: readonly Action[];
  readonly before: StyledScreen;
  readonly typed?: string;
}

/** One key at a time: a character, or the name of a key. */
type Unit =
  | { readonly kind: 'char'; readonly text: string; readonly moment: Moment }
  | { readonly kind: 'key'; readonly key: string; readonly moment: Moment }
  | { readonly kind: 'other'; readonly moment: Moment };

class Planning {
  readonly #units: readonly Unit[];
  readonly #program: string;
  readonly #end: StyledScreen;
  readonly #secrets: Secrets;
  readonly #steps: Done[] = [];
  readonly #notes: string[] = [];
  #at = 0;

  constructor({ moments, command, screen }: Recording, secrets: Secrets) {
    this.#units = moments.flatMap(unitsOf);
    this.#program = basename(command[0] ?? '');
    this.#end = screen;
    this.#secrets = secrets;
  }

  run(): { readonly steps: readonly Done[]; readonly notes: readonly string[] } {
    for (let unit = this.#units[this.#at]; unit; unit = this.#units[this.#at]) {
      if (unit.kind === 'char') this.#text();
      else if (unit.kind === 'other') this.#other(unit.moment);
      else if (NAVIGATION.has(unit.key)) this.#navigation();
      else this.#press(unit.moment.screen, [unit.key], 1);
    }
    return { steps: this.#steps, notes: this.#notes };
  }

  /** The screen before the key at an index. */
  #screenAt(at: number): StyledScreen {
    return this.#units[at]?.moment.screen ?? this.#end;
  }

  #add(step: Done, used: number): void {
    this.#steps.push(step);
    this.#at += used;
  }

  #press(before: StyledScreen, keys: readonly string[], used: number): void {
    this.#add({ forms: [{ kind: 'press', keys }], before }, used);
  }

  /** Characters, up to a key that is none. Corrections are left out. */
  #text(): void {
    const run: Extract<Unit, { kind: 'char' }>[] = [];
    let end = this.#at;
    for (let unit = this.#units[end]; unit; unit = this.#units[++end]) {
      if (unit.kind === 'char') run.push(unit);
      else if (unit.kind === 'key' && unit.key === 'BSpace' && run.length > 0) run.pop();
      else break;
    }
    const used = end - this.#at;
    const [first] = run;
    if (!first) {
      this.#at += used;
      return;
    }
    const before = first.moment.screen;
    const after = this.#screenAt(end);
    const text = run.map((unit) => unit.text).join('');
    const isEntered = this.#isKey(end, 'Enter');
    const isPassword = run.some(({ moment }) => moment.kernel?.kind === 'password');
    if (isPassword || isMasked(after, text) || !this.#secrets.isPublic(text)) {
      this.#typed(this.#secrets.learn(text, before), before, isEntered, used);
      return;
    }
    const isLine = first.moment.kernel?.kind === 'line' && isEntered;
    const echoed = isLine ? text : echoOf(after, text);
    const keys = run.slice(0, run.length - [...echoed].length);
    this.#characters(keys);
    if (echoed === '') this.#at += used - keys.length;
    else this.#typed(echoed, this.#screenAt(this.#at), isEntered, used - keys.length);
  }

  #typed(text: string | Secret, before: StyledScreen, isEntered: boolean, used: number): void {
    const typed = typeof text === 'string' ? text : undefined;
    const kind = isEntered ? 'fill' : 'type';
    const entered: Done = {
      forms: [{ kind, text }],
      before,
      ...(typed !== undefined && isEntered && { typed }),
    };
    this.#add(entered, used + (isEntered ? 1 : 0));
  }

  /** Characters that are no text, but commands: `dd`, `j`. Those between which nothing has changed belong together. */
  #characters(run: readonly Extract<Unit, { kind: 'char' }>[]): void {
    let group: (typeof run)[number][] = [];
    const flush = (): void => {
      const [first] = group;
      if (first)
        this.#press(
          first.moment.screen,
          group.map(({ text }) => keyOf(text)),
          group.length,
        );
      group = [];
    };
    for (const unit of run) {
      const last = group.at(-1);
      const isSame = last && (last.text === unit.text || looksSame(last.moment.screen, unit.moment.screen));
      if (!isSame) flush();
      group.push(unit);
    }
    flush();
  }

  /** Arrows and tabs: with Enter or Space behind them they choose what is highlighted then. */
  #navigation(): void {
    const keys: string[] = [];
    let end = this.#at;
    for (
      let unit = this.#units[end];
      unit?.kind === 'key' && NAVIGATION.has(unit.key);
      unit = this.#units[++end]
    )
      keys.push(unit.key);
    const before = this.#screenAt(this.#at);
    const isSpace = this.#isChar(end, ' ') && !this.#isChar(end + 1);
    const element =
      this.#isKey(end, 'Enter') || isSpace ? this.#chosen(before, this.#screenAt(end), isSpace) : undefined;
    if (!element) {
      this.#press(before, keys, keys.length);
      return;
    }
    const pressed = [...keys, isSpace ? 'Space' : 'Enter'];
    this.#add(
      {
        forms: [
          { kind: 'select', element },
          { kind: 'press', keys: pressed },
        ],
        before,
      },
      keys.length + 1,
    );
  }

  /** The one element that has the highlight now, and had not before. */
  #chosen(before: StyledScreen, now: StyledScreen, isSpace: boolean): ElementQuery | undefined {
    const [old, grid] = [gridOf(before, this.#program), gridOf(now, this.#program)];
    const focused = [...allNodes(treeOf(grid))].filter(
      ({ role, state, confidence }) =>
        confidence !== 'guess' && state.includes('focused') && selectableRoles.has(role),
    );
    // A list may keep its highlight while a button below it has the focus.
    const moved = focused.filter((node) => !isFocused(old, node));
    const [node] = moved.length === 1 ? moved : focused.length === 1 ? focused : [];
    const isMark = node?.role === 'checkbox' || node?.role === 'radio';
    if (!node || node.name === '' || isSpace !== isMark || !this.#secrets.isPublic(node.name))
      return undefined;
    const { role, name } = node;
    return [
      { role, name },
      { role, name, exact: true },
    ].find((query) => matchesOf(old, query).length === 1);
  }

  #other({ input, screen }: Moment): void {
    if (input.kind === 'resize')
      this.#add({ forms: [{ kind: 'resize', size: input.size }], before: screen }, 1);
    else if (input.kind === 'mouse') this.#mouse(input.event, screen);
    else if (input.kind === 'bytes') {
      this.#add({ forms: [{ kind: 'type', text: input.bytes }], before: screen }, 1);
    }
  }

  #mouse(event: MouseEvent, before: StyledScreen): void {
    if (event.type === 'wheel') {
      let times = 0;
      while (this.#isWheel(this.#at + times, event)) times++;
      const { direction, at } = event;
      this.#add({ forms: [{ kind: 'wheel', direction, at, times }], before }, times);
      return;
    }
    let end = this.#at + 1;
    while (this.#mouseAt(end)?.type === 'move') end++;
    const release = this.#mouseAt(end);
    if (event.type !== 'press' || release?.type !== 'release') {
      this.#at += 1;
      return;
    }
    const { at, button } = event;
    if (release.at.join() !== at.join()) {
      this.#notes.push(
        `The mouse was dragged from ${at.join(',')} to ${release.at.join(',')}: a test has no words for that.`,
      );
      this.#at = end + 1;
      return;
    }
    const targets = [this.#named(before, at), undefined].filter((target, i) => i === 1 || target);
    this.#add(
      { forms: targets.map((target) => ({ kind: 'click', target, at, button })), before },
      end + 1 - this.#at,
    );
  }

  /** The smallest element with a name at a place, else the words there. */
  #named(
    screen: StyledScreen,
    [column, row]: readonly [number, number],
  ): ElementQuery | TextQuery | undefined {
    const grid = gridOf(screen, this.#program);
    const point = [{ row, from: column, to: column + 1 }];
    const nodes = [...allNodes(treeOf(grid))]
      .filter(
        ({ confidence, name, bounds }) =>
          confidence !== 'guess' && name !== '' && isWithin(point, placeOf(bounds)),
      )
      .sort((a, b) => a.bounds.width * a.bounds.height - b.bounds.width * b.bounds.height);
    const elements = nodes.flatMap(({ role, name }) => [
      { role, name },
      { role, name, exact: true },
    ]);
    const words = steadyParts(grid.text([{ row, from: 0, to: screen.width }])).flatMap((text) => [
      text,
      ...text.split(/\s+/),
    ]);
    const texts = words.filter((text) => text.length > 1).map((text) => ({ text, exact: true }));
    return [...elements, ...texts].find((query) => {
      const [match, ...more] = matchesOf(grid, query);
      const isPublic = this.#secrets.isPublic('text' in query ? query.text : query.name);
      return isPublic && match && more.length === 0 && isWithin(point, match.place);
    });
  }

  #mouseAt(at: number): MouseEvent | undefined {
    const input = this.#units[at]?.moment.input;
    return input?.kind === 'mouse' ? input.event : undefined;
  }

  #isWheel(at: number, { direction }: { readonly direction: 'up' | 'down' }): boolean {
    const event = this.#mouseAt(at);
    return event?.type === 'wheel' && event.direction === direction;
  }

  #isKey(at: number, key: string): boolean {
    const unit = this.#units[at];
    return unit?.kind === 'key' && unit.key === key;
  }

  #isChar(at: number, text?: string): boolean {
    const unit = this.#units[at];
    return unit?.kind === 'char' && (text === undefined || unit.text === text);
  }
}

const NAVIGATION: ReadonlySet<string> = new Set([
  ...['Up', 'Down', 'Left', 'Right', 'Tab', 'BTab', 'Home', 'End', 'PageUp', 'PageDown'],
]);

function unitsOf(moment: Moment): Unit[] {
  const { input } = moment;
  if (input.kind === 'key') return [{ kind: 'key', key: input.key, moment }];
  if (input.kind !== 'text') return [{ kind: 'other', moment }];
  return [...input.text].map((text) => ({ kind: 'char', text, moment }));
}

function keyOf(text: string): string {
  if (text === ' ') return 'Space';
  return text === '\n' ? 'C-j' : text;
}

/** The longest end of a text that stands before the cursor. */
function echoOf(screen: StyledScreen, text: string): string {
  const shown = textBefore(screen);
  for (let from = 0; from < text.length; from++) {
    if (shown.endsWith(text.slice(from))) return text.slice(from);
  }
  // Full-screen fields may leave out the blank at the end, and long texts scroll in them.
  return shown.trimEnd().endsWith(text.trimEnd()) ? text : '';
}

/** Whether there are stars for the characters that were typed. */
function isMasked(screen: StyledScreen, text: string): boolean {
  const { length } = [...text];
  const shown = [...textBefore(screen).trimEnd()].slice(-length);
  return (
    length > 1 &&
    shown.length === length &&
    shown.every((one) => /[*•●∙·◦]/u.test(one)) &&
    !/^[*•●∙·◦]+$/u.test(text)
  );
}

function looksSame(a: StyledScreen, b: StyledScreen): boolean {
  return (
    a === b ||
    (a.rows.join('\n') === b.rows.join('\n') && a.cursor.x === b.cursor.x && a.cursor.y === b.cursor.y)
  );
}

function isFocused(grid: ReturnType<typeof gridOf>, { role, name, bounds }: ScreenNode): boolean {
  return [...allNodes(treeOf(grid))].some(
    (one) =>
      one.role === role &&
      one.name === name &&
      one.bounds.row === bounds.row &&
      one.state.includes('focused'),
  );
}
