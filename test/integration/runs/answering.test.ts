import { describe, expect, it, vi } from 'vitest';
import { isAnswered, rememberAnswer } from '../../../src/runs/answered.js';
import { ANSWERED_OPTION } from '../../../src/runs/run-option.js';
import type { RunPlace } from '../../../src/runs/run-place.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
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
  const pane = await session.newWindow({ command });
  const place = { tmux, pane } as Partial<RunPlace> as RunPlace;
  const asked = await pane.waitForCursorLine(/^Sure\?$/);
  expect(await isAnswered(place, asked)).toBe(false);
  await rememberAnswer(place);
  await pane.sendText('\n');
  const next = await pane.waitForText(/^100\nSure\?$/m);
  expect(await isAnswered(place, asked)).toBe(true);
  expect(await isAnswered(place, next)).toBe(false);
});
