import { basename } from 'node:path';
import { isMuxError } from '../../model/index.js';
import { createExpect } from '../expect/expect.js';
import { ScreenGrid } from '../locators/screen-grid.js';
import { newCells } from '../terminal/new-cells.js';
import { Terminal } from '../terminal/terminal.js';
import { waitUntil } from '../terminal/wait-until.js';
import type { Action, Wait } from './action.js';
import { locatorOf, matchesOf } from './locate.js';
import { terminalOptions } from './record-session.js';
import type { SessionPlan } from './recording.js';

const expect = createExpect();

/** A new terminal with the program of a session. */
export async function startReplay(plan: SessionPlan, timeout: number): Promise<Terminal> {
  const terminal = new Terminal({ ...terminalOptions(plan), timeout });
  try {
    await terminal.run(plan.command);
    return terminal;
  } catch (error) {
    await terminal.close();
    throw error;
  }
}

/** Does what the line of a test does. */
export async function perform(terminal: Terminal, action: Action): Promise<void> {
  switch (action.kind) {
    case 'press':
      await terminal.press(...action.keys);
      return;
    case 'type':
      await terminal.type(action.text);
      return;
    case 'fill':
      await terminal.fill(action.text);
      return;
    case 'select':
      await locatorOf(terminal, action.element).select();
      return;
    case 'click': {
      const { target, at, button } = action;
      if (target) await locatorOf(terminal, target).click({ button });
      else await terminal.mouse.click(at, { button });
      return;
    }
    case 'wheel':
      await terminal.mouse.wheel(action.direction, { at: action.at, times: action.times });
      return;
    case 'resize':
      await terminal.resize(...action.size);
  }
}

/**
 * Waits as the line of a test does.
 *
 * @param timeout milliseconds (default: those of the terminal)
 */
export async function expectWait(terminal: Terminal, wait: Wait, timeout?: number): Promise<void> {
  const options = timeout === undefined ? {} : { timeout };
  switch (wait.kind) {
    case 'role':
      return expect(locatorOf(terminal, wait.element)).toBeVisible(options);
    case 'text':
      return expect(locatorOf(terminal, wait.text)).toBeVisible({ new: wait.isNew ?? false, ...options });
    case 'gone':
      return expect(locatorOf(terminal, wait.text)).not.toBeVisible(options);
    case 'title':
      return expect(terminal).toHaveTitle(wait.title, options);
    case 'exit':
      return expect(terminal).toHaveExited({
        ...(wait.code !== undefined && { code: wait.code }),
        ...options,
      });
  }
}

/** Whether it fails for what it says about the terminal, and not because something is broken here. */
export function isFinding(error: unknown): error is Error {
  return isMuxError(
    error,
    'EXPECTATION_FAILED',
    'LOCATOR_NOT_FOUND',
    'LOCATOR_AMBIGUOUS',
    'SCREEN_CHANGED',
    'PANE_BUSY',
    'PANE_DEAD',
    'MOUSE_OFF',
    'OPTION_NOT_CHOSEN',
    'SEND_UNCONFIRMED',
    'INVALID_ARGUMENT',
    'PANE_NOT_FOUND',
  );
}

/** Whether it holds on the screen as it is. */
export async function holdsNow(terminal: Terminal, wait: Wait): Promise<boolean> {
  const { state } = terminal;
  const screen = await state.screen();
  const { program, screenAtAction, started } = state;
  const isNew = screenAtAction ? newCells(screenAtAction, screen) : () => true;
  const grid = new ScreenGrid(screen, isNew, basename(program.command[0] ?? ''));
  switch (wait.kind) {
    case 'role':
      return matchesOf(grid, wait.element).length === 1;
    case 'text': {
      const query = locatorOf(terminal, wait.text).query;
      return (wait.isNew ? query.painted() : query).locate(grid).matches.length === 1;
    }
    case 'gone':
      return matchesOf(grid, wait.text).length === 0;
    case 'title':
      return screen.title === wait.title;
    case 'exit':
      return (
        started?.feed.exit !== undefined && (wait.code === undefined || started.feed.exit.code === wait.code)
      );
  }
}

/** Waits until the program waits for input, has ended, or shows nothing new for long. */
export async function untilAtRest(terminal: Terminal, timeoutMs: number): Promise<void> {
  await waitUntil(
    terminal.state,
    ({ kernel, exit, quiet }) => ({
      pass: exit !== undefined || (quiet && kernel?.state === 'waiting' && kernel.steady),
      expected: 'a program at rest',
      received: '',
    }),
    { needsKernel: true, timeoutMs, patienceMs: 0 },
  );
}
