import { setTimeout as delay } from 'node:timers/promises';
import { extractVerificationSnippet } from '../../src/screen/verification-snippet.js';
import { spawned } from './spawned.js';

/**
 * The recipe that is usual for text into a TUI, each step a process: type, wait a time that was found by trying, dismiss
 * what looks like ghost text, Enter, and look whether the text has gone; if not, Enter again.
 *
 * @param tmux the words before a tmux command
 * @returns whether it believes that the text was taken
 */
export async function sendWithFixedDelay(
  tmux: readonly string[],
  pane: string,
  text: string,
): Promise<boolean> {
  const capture = (): Promise<string> => spawned([...tmux, 'capture-pane', '-p', '-e', '-t', pane]);
  const press = (key: string): Promise<string> => spawned([...tmux, 'send-keys', '-t', pane, key]);
  await spawned([...tmux, 'send-keys', '-t', pane, '-l', '--', text]);
  await delay(BASE_MS + Math.floor(Math.max(0, text.length - 200) / 10));
  const before = await dismissGhost(capture, press);
  const snippet = extractVerificationSnippet(text);
  for (let attempt = 0; attempt <= RETRIES; attempt++) {
    if (attempt > 0) await dismissGhost(capture, press);
    await press('Enter');
    await delay(CHECK_MS);
    const after = await capture();
    if (snippet === null ? after !== before : !plain(after).includes(snippet)) return true;
  }
  return false;
}

const BASE_MS = 120;
const CLEAR_MS = 200;
const CHECK_MS = 150;
const RETRIES = 3;

async function dismissGhost(
  capture: () => Promise<string>,
  press: (key: string) => Promise<string>,
): Promise<string> {
  const screen = await capture();
  const lastLines = screen.trimEnd().split('\n').slice(-3).join('\n');
  if (!/\x1b\[(?:2|90)m/.test(lastLines)) return screen;
  await press('Escape');
  await delay(CLEAR_MS);
  return capture();
}

function plain(screen: string): string {
  return screen.replace(/\x1b\[[\d;:]*m/g, '');
}
