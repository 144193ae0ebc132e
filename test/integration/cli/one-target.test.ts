import { describe, expect, it } from 'vitest';
import { muxHere } from '../operations/mux-here.js';
import { openOperations } from '../operations/open-operations.js';

describe('a target', () => {
  it('is the same for every command: a worker by its name, a pane by its id, a run by its own', async () => {
    await using open = await openOperations({ started: false });
    const program = 'printf "Name: "; read -r name; echo "Hello $name."; exec cat';
    expect(await muxHere('spawn', 'api', '--', 'sh', '-c', program)).toMatchObject({ code: 0 });
    const { runId } = await (await open.runtime.store()).workers
      .get('api')
      .then((worker) => worker ?? never());
    const { paneId } = await open.call('worker.status', { name: 'api' });
    const shown = async (): Promise<string> => (await muxHere('peek', 'api')).stdout;
    await expect.poll(shown).toContain('Name:');
    expect(await muxHere('input', 'api', 'Ada')).toMatchObject({ code: 0 });
    await expect.poll(shown).toContain('Hello Ada.');
    for (const target of ['api', paneId, runId]) {
      expect((await muxHere('output', target)).stdout).toContain('Hello Ada.');
      expect((await muxHere('logs', target)).stdout).toContain('Hello Ada.');
      expect(await muxHere('explain', target)).toMatchObject({ code: 0 });
      expect(await muxHere('status', target)).toMatchObject({ code: 0 });
    }
    expect(await muxHere('stop', 'api')).toMatchObject({ code: 0 });
    expect((await muxHere('status', 'api')).stdout).not.toContain('running');
  });

  it('that is a pane without a run is refused with what to do instead', async () => {
    await using open = await openOperations();
    const session = await open.tmux.ensureSession('plain');
    const pane = await session.newWindow({ command: 'cat' });
    const answer = await muxHere('input', pane.id, 'hello', '--host', open.host);
    expect(answer).toMatchObject({ code: 1 });
    expect(answer.stderr).toContain(`There is no run in pane ${pane.id}`);
    expect(answer.stderr).toContain('mux send');
    const missing = await muxHere('stop', '%4711', '--host', open.host);
    expect(missing).toMatchObject({ code: 1 });
    expect(missing.stderr).toContain('%4711');
    expect(missing.stderr).not.toContain('There is no run');
  });
});

function never(): never {
  throw new Error('There is no such worker.');
}
