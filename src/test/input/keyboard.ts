import { MuxError } from '../../model/index.js';
import { keyCommands, typeCommands } from '../../tmux/index.js';
import type { LocatorQuery } from '../locators/locator-query.js';
import { type Secret, textOf } from '../secret.js';
import type { ActionEntry, Receipt } from '../terminal/action-record.js';
import type { TerminalState } from '../terminal/terminal-state.js';
import { type InputOptions, type SentInput, sendInput } from './send-input.js';
import { waitForEcho } from './wait-for-echo.js';

export interface FillOptions extends InputOptions {
  /**
   * Whether Enter is pressed once the text is on the screen.
   * @default true
   */
  readonly submit?: boolean;
}

export interface InputContext {
  readonly state: TerminalState;
  readonly source: string | undefined;
  readonly target?: LocatorQuery | undefined;
}

/** Presses keys by their tmux names, one after another: each when the program is ready for it. */
export async function pressKeys(
  { state, source, target }: InputContext,
  keys: readonly string[],
  options: InputOptions,
): Promise<Receipt[]> {
  if (keys.length === 0) throw nothing('press', "Name at least one key, e.g. press('Enter').");
  const receipts: Receipt[] = [];
  for (const key of keys) {
    const { receipt, entry, kernel } = await sendInput(state, {
      name: 'press',
      detail: key,
      source,
      target: receipts.length === 0 ? target : undefined,
      // The terminal itself acts on them, whatever the program does.
      options: SIGNALS.has(key) ? { ...options, force: true } : options,
      commands: ({ pane }) => ({ commands: keyCommands(pane.id, [key], pane.tmux.version), bytes: 1 }),
    });
    if (kernel?.kind === 'password') hideKey(state, entry);
    receipts.push(receipt);
  }
  return receipts;
}

/** A letter of a password that is pressed key by key: all of them together are what nobody may read. */
function hideKey({ hidden }: TerminalState, entry: ActionEntry): void {
  if ([...entry.detail].length !== 1) return hidden.endOfKeys();
  hidden.addKey(entry.detail);
  entry.detail = '*';
}

const SIGNALS: ReadonlySet<string> = new Set(['C-c', 'C-z', 'C-\\', '^C', '^Z', '^\\']);

/** Types text exactly, when the program is ready for it. */
export async function typeText(
  context: InputContext,
  text: string | Secret,
  options: InputOptions,
): Promise<Receipt> {
  return (await typed(context, 'type', text, options, false)).receipt;
}

/**
 * Waits until the program reads its terminal, types a text, waits until it is shown, and presses Enter. Where the terminal
 * does not show what is typed, there is nothing to see, and the text is hidden wherever it may appear.
 */
export async function fillText(
  context: InputContext,
  text: string | Secret,
  { submit = true, ...options }: FillOptions,
): Promise<Receipt> {
  const { state, source } = context;
  const { kernel, receipt, entry } = await typed(context, 'fill', text, options, true);
  if (kernel?.kind !== 'password') {
    receipt.echoed = await waitForEcho(state, { text, source, entry, ...options });
  }
  if (!submit) return receipt;
  await sendInput(state, {
    name: 'press',
    detail: 'Enter',
    source,
    options,
    commands: ({ pane }) => ({ commands: keyCommands(pane.id, ['Enter'], pane.tmux.version), bytes: 1 }),
  });
  return receipt;
}

async function typed(
  { state, source, target }: InputContext,
  name: string,
  text: string | Secret,
  options: InputOptions,
  needsReader: boolean,
): Promise<SentInput> {
  const { value, shown } = textOf(text);
  if (value === '') throw nothing(name, `Give ${name} a text, or press('Enter') for an empty answer.`);
  if (typeof text !== 'string') state.hidden.add(value);
  const sent = await sendInput(state, {
    name,
    detail: shown,
    source,
    target,
    needsReader,
    options,
    commands: ({ pane }) => ({ commands: typeCommands(pane.id, value), bytes: Buffer.byteLength(value) }),
  });
  if (sent.kernel?.kind === 'password') state.hidden.add(value);
  return sent;
}

function nothing(method: string, suggestion: string): MuxError {
  return new MuxError('INVALID_ARGUMENT', `${method} was given nothing to send.`, { suggestion });
}
