import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Runtime } from '../../../src/operations/runtime.js';
import { type OpenOperations, openOperations } from './open-operations.js';

const secret = 'correct-horse-battery';

describe('a text that was sent as a secret', () => {
  it('is in no answer, error or stream about its pane, of this process or another', async () => {
    await using here = await openOperations();
    // A terminal echoes what is typed, and this program prints it once more, in pieces and in colours.
    const pane = await inPane(here, [
      'sh',
      '-c',
      `read s; printf '%s' "$s" | sed 's/horse/\\x1b[31mhorse\\x1b[0m/'; echo; echo "again $s"; cat`,
    ]);
    const target = { target: pane, host: here.host };
    const controller = new AbortController();
    const items = here.stream('pane.watch', target, controller.signal);
    await items.next();
    const sent = await here.call('pane.send', { ...target, text: secret, secret: true });
    expect(sent).toMatchObject({ via: 'line', status: 'typed' });
    await here.call('pane.wait', { ...target, text: 'again' });
    let watched = '';
    while (!watched.includes('again ****')) watched += (await items.next()).value?.data ?? '';
    controller.abort();
    await items.return();
    expect(watched).not.toContain('horse');
    for (const by of [here.runtime, here.another()]) {
      const seen = await everythingAbout(here, target, by);
      expect(seen).toContain('****');
      expect(seen).not.toMatch(/horse/);
    }
    const messages = await here.tmux.command('show-messages');
    expect(messages.join('\n')).not.toContain('horse');
    expect((await here.tmux.command('list-buffers')).join('\n')).not.toContain('horse');
  });

  it('is hidden where the terminal breaks it over two rows, in text and in pictures', async () => {
    await using here = await openOperations();
    const print = `stty -echo; echo ready; read s; printf '%072d%s\\n' 0 "$s"; echo over; cat`;
    const pane = await inPane(here, ['sh', '-c', print]);
    const target = { target: pane, host: here.host };
    await here.call('pane.wait', { ...target, text: 'ready' });
    await here.call('pane.send', { ...target, text: secret, secret: true });
    await here.call('pane.wait', { ...target, text: 'over' });
    const screen = await here.tmux.pane(pane).screen();
    expect(screen.rows.join('\n')).not.toContain(secret);
    expect(screen.lines.join('\n')).toContain(secret);
    for (const format of ['text', 'ansi', 'svg']) {
      const { text, image } = await here.call('pane.screen', { ...target, format });
      const shown = `${text} ${(image?.data ?? '').replace(/<[^>]*>/g, '')}`;
      expect(shown).toContain('****');
      expect(shown).not.toMatch(/correct|horse|battery/);
    }
  });

  it('is hidden in all that is told about its run, whoever sends it and whoever reads', async () => {
    await using here = await openOperations();
    for (const send of ['pane.send', 'run.input'] as const) {
      const command = `stty echo; read s; echo "it was $s"; read more`;
      const { id } = await here.call('run.start', {
        command,
        host: here.host,
        interactive: false,
        login: false,
      });
      await here.call('run.wait', { run: id, until: 'prompt' });
      const to = send === 'pane.send' ? { target: id } : { run: id };
      await here.call(send, { ...to, text: secret, secret: true });
      const line = await here.call('run.wait', { run: id, until: 'text', text: 'it was' });
      expect(line.line).toBe('it was ****');
      for (const by of [here.runtime, here.another()]) {
        const answers = [
          await here.call('run.output', { run: id, partial: true }, { by }),
          await here.call('run.explain', { run: id }, { by }),
          await here.fails('run.wait', { run: id, until: 'text', text: 'never', timeoutMs: 50 }, { by }),
          await everythingAbout(here, { target: id }, by),
        ];
        expect(JSON.stringify(answers.map(told))).not.toContain('horse');
        expect(JSON.stringify(answers.map(told))).toContain('it was ****');
      }
      await here.call('run.end', { run: id });
      const events = [];
      for await (const event of here.stream('run.follow', { run: id }, new AbortController().signal))
        events.push(event);
      expect(JSON.stringify(events)).not.toContain('horse');
      expect(events.at(-1)).toMatchObject({ type: 'exit' });
    }
    await here.runtime.close();
    expect(await databaseOf(here)).not.toContain('horse');
  });

  it('is hidden as well as all the others that were sent at the same time', async () => {
    await using here = await openOperations();
    const start = { command: 'cat', host: here.host, login: false, interactive: false };
    const { id } = await here.call('run.start', start);
    const words = Array.from({ length: 8 }, (_, n) => `${secret}-${n}`);
    const others = [here.another(), here.another()];
    await Promise.all(
      words.map((text, n) => {
        const options = { by: others[n % 2] ?? here.runtime };
        return n < 4
          ? here.call('pane.send', { target: id, text, secret: true }, options)
          : here.call('run.input', { run: id, text, secret: true }, options);
      }),
    );
    await here.call('run.wait', { run: id, until: 'prompt' });
    const by = here.another();
    const answers = [
      await here.call('pane.read', { target: id, all: true }, { by }),
      await here.call('run.output', { run: id }, { by }),
    ];
    expect(JSON.stringify(answers)).toContain('****');
    expect(JSON.stringify(answers)).not.toContain('horse');
  });

  it('is hidden in the error where it cannot be sent', async () => {
    await using here = await openOperations();
    const target = { host: here.host, text: secret, secret: true };
    for (const to of ['%99', 'nobody', secret]) {
      const error = await here.fails('pane.send', { ...target, target: to });
      expect(JSON.stringify(told(error))).not.toContain('horse');
    }
    const far = await here.fails('pane.send', {
      ...target,
      target: 'x',
      host: `ssh://${secret}@127.0.0.1:1`,
    });
    expect(JSON.stringify(told(far))).not.toContain('horse');
  });
});

async function inPane(here: OpenOperations, command: string[]): Promise<string> {
  const session = await here.tmux.ensureSession('main');
  return (await session.newWindow({ command })).id;
}

/** All that the operations of the family tell about a pane, in one text. */
async function everythingAbout(here: OpenOperations, target: object, by: Runtime): Promise<string> {
  const answers = [
    await here.call('pane.screen', target, { by }),
    await here.call('pane.screen', { ...target, format: 'ansi' }, { by }),
    await here.call('pane.screen', { ...target, format: 'svg' }, { by }),
    await here.call('pane.read', target, { by }),
    await here.call('pane.read', { ...target, all: true }, { by }),
    await here.call('pane.wait', { ...target, quietMs: 20 }, { by }),
    await here.fails('pane.wait', { ...target, text: 'never', timeoutMs: 50 }, { by }),
    await here.call('pane.list', { host: here.host }, { by }),
  ];
  return JSON.stringify(answers.map(told));
}

/** An answer or an error with everything in it. */
function told(answer: unknown): unknown {
  if (!(answer instanceof Error)) return answer;
  return { ...answer, message: answer.message, stack: answer.stack, cause: String(answer.cause) };
}

async function databaseOf({ folder }: OpenOperations): Promise<string> {
  const state = join(folder, 'state');
  const names = (await readdir(state)).filter((name) => name.includes('.db'));
  expect(names.length).toBeGreaterThan(0);
  return (await Promise.all(names.map((name) => readFile(join(state, name), 'latin1')))).join('');
}
