import { describe, expect, it, vi } from 'vitest';
import { answersOf, giveAnswer, isInAnsweredRow } from '../../../src/runs/answered.js';
import { ANSWERED_OPTION } from '../../../src/runs/run-option.js';
import { sendInput } from '../../../src/runs/send-input.js';
import type { Screen } from '../../../src/screen/screen.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import type { Command } from '../../../src/tmux/quote.js';
import { openRuns } from './open-runs.js';

/** So long that the kernel would have been asked several times in between. */
const SLOW_MS = 1_000;

describe('an answer that takes a while to be sent', () => {
  it.each([
    ['by the kernel', []],
    ['by a detector', [/sure\?/i]],
  ])(
    'is no reason to ask for it again, where the prompt is known %s [A48]',
    async (_how, promptDetectors) => {
      await using runs = await openRuns({ address: 'local', options: { timeoutMs: 60_000 } });
      const script = 'stty -echo; printf "Sure? "; read x; echo; printf "Really sure? "; read y; exit "$x$y"';
      const run = await runs.automation.start(runs.tmux, script, { interactive: false, promptDetectors });
      const request = runs.tmux.request.bind(runs.tmux);
      vi.spyOn(runs.tmux, 'request').mockImplementation(async (commands, options) => {
        // Between the decision to answer and the answer.
        if (commands.some((command) => command.includes(ANSWERED_OPTION) && command[0] === 'set-option'))
          await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
        return request(commands, options);
      });
      const told: unknown[] = [];
      const answers = ['1', '2'];
      for await (const event of run) {
        if (event.type === 'status') told.push(event.status.state);
        if (event.type !== 'prompt') continue;
        told.push(event.prompt);
        await run.send(answers.shift() ?? 'too much');
      }
      expect(told).toEqual([
        'running',
        'waiting-for-input',
        'Sure?',
        'running',
        'waiting-for-input',
        'Really sure?',
        'running',
        'finished',
      ]);
      expect(await run.finished()).toMatchObject({ code: 12 });
    },
  );
});

it('is remembered for the prompt that was looked at, also where the program has printed more since', async () => {
  await using server = await isolatedTmux();
  const { tmux } = server;
  const session = await tmux.ensureSession('work');
  const command = ['sh', '-c', 'stty -echo; printf "Sure? "; read x; seq 100; printf "Sure? "; read y'];
  const place = { tmux, pane: await session.newWindow({ command }) };
  const { pane } = place;
  const asked = await pane.waitForCursorLine(/^Sure\?$/);
  const isAnswered = async (screen: Screen): Promise<boolean> => {
    const answers = await answersOf(place);
    return answers !== undefined && isInAnsweredRow(answers, screen);
  };
  expect(await answersOf(place)).toEqual({ count: 0, row: undefined });
  expect(await isAnswered(asked)).toBe(false);
  expect(await giveAnswer(place, undefined, (behind) => pane.sendText('\n', { behind }))).toBe(1);
  const next = await pane.waitForText(/^100\nSure\?$/m);
  expect(await isAnswered(asked)).toBe(true);
  expect(await isAnswered(next)).toBe(false);
  expect(await answersOf(place)).toMatchObject({ count: 1 });
});

it('is announced before it is sent, and taken back where it cannot be', async () => {
  await using server = await isolatedTmux();
  const { tmux } = server;
  const session = await tmux.ensureSession('work');
  const place = { tmux, pane: await session.newWindow({ command: ['cat'] }) };
  const told: string[] = [];
  const account = {
    answered: async (answers: number) => void told.push(`answered ${answers}`),
    takenBack: async (answers: number) => void told.push(`taken back ${answers}`),
  };
  const fails = giveAnswer(place, account, async () => {
    told.push('sent');
    throw new Error('It broke.');
  });
  await expect(fails).rejects.toThrow('It broke.');
  expect(told).toEqual(['answered 1', 'sent', 'taken back 1']);
  expect(await answersOf(place)).toMatchObject({ count: 0 });
  for (const send of [
    (behind: readonly Command[]) => sendInput(tmux, place.pane, 'one', {}, behind),
    (behind: readonly Command[]) => sendInput(tmux, place.pane, 'two', { enter: false }, behind),
    (behind: readonly Command[]) =>
      sendInput(tmux, place.pane, 'three', { enter: false, secret: true }, behind),
    (behind: readonly Command[]) =>
      sendInput(tmux, place.pane, 'x'.repeat(100_000), { enter: false }, behind),
  ])
    await giveAnswer(place, account, send);
  expect(told.slice(3)).toEqual(['answered 1', 'answered 2', 'answered 3', 'answered 4']);
  expect(await answersOf(place)).toMatchObject({ count: 4 });
});
