import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { compiledProgram } from '../compiled-source.js';

const program = await compiledProgram(new URL('./fixtures/stopped-reader.ts', import.meta.url));
/** tmux lets go of output after three seconds without a reader. */
const STOPPED_MS = 4_500;

describe('a reader that was stopped during a flood', () => {
  it('hears of what it missed, and then of everything again, though nobody says anything', async () => {
    await using server = await isolatedTmux();
    const reader = spawn(process.execPath, [program, server.address], { stdio: ['pipe', 'pipe', 'inherit'] });
    try {
      const lines = createInterface({ input: reader.stdout })[Symbol.asyncIterator]();
      const said = async (...words: string[]): Promise<string> => {
        for (;;) {
          const { value, done } = await lines.next();
          if (done) throw new Error(`The reader ended before it said ${words.join(' or ')}.`);
          if (words.some((word) => value.startsWith(word))) return value;
        }
      };
      const [, id = ''] = (await said('READY')).split(' ');
      const pane = server.tmux.pane(id);
      reader.kill('SIGSTOP');
      await pane.sendKeys('Enter');
      await pause(STOPPED_MS);
      reader.kill('SIGCONT');
      await said('GAP', 'FLOOD-OVER');
      await pane.waitForText('FLOOD-OVER', { timeoutMs: 120_000 });
      await pane.sendKeys('Enter');
      expect(await said('WORD')).toBe('WORD');
    } finally {
      reader.stdin.end();
      reader.kill('SIGCONT');
      await once(reader, 'exit');
    }
  });
});
