import { describe, expect, it, onTestFinished } from 'vitest';
import { openServer } from './open-server.js';

const MANY = 40;

describe('many callers of one server at the same time', () => {
  it('leave no warning of Node behind', async () => {
    const warnings: string[] = [];
    const note = (warning: Error): number => warnings.push(warning.stack ?? warning.message);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    await using served = await openServer();
    const { here } = served;
    const session = await here.tmux.ensureSession('many');
    for (let at = 0; at < 14; at++) await session.newWindow({ command: ['cat'] });
    const times = <T>(work: () => Promise<T>): Promise<T[]> =>
      Promise.all(Array.from({ length: MANY }, () => work()));

    const lists = await times(() => served.call('pane.list', { host: here.host }));
    expect(lists).toHaveLength(MANY);
    await times(() => served.call('inbox.list', {}));
    await times(() => served.call('run.list', {}));
    await times(() => served.call('worker.list', {}));

    const stop = new AbortController();
    const panes = await here.tmux.panes();
    const watch = async (name: string, input: object): Promise<string[]> => {
      const types: string[] = [];
      for await (const { type } of here.stream(name, input, stop.signal)) {
        types.push(type);
        if (types.length === 1) started();
      }
      return types;
    };
    let begun = 0;
    let allBegun = (): void => {};
    const begin = new Promise<void>((resolve) => {
      allBegun = resolve;
    });
    const started = (): void => {
      if (++begun === 2 * panes.length) allBegun();
    };
    const watches = panes.flatMap(({ id }) => [
      watch('pane.watch', { target: id, host: here.host }),
      watch('pane.activity', { hosts: [here.host] }),
    ]);
    await Promise.race([begin, Promise.all(watches)]);
    stop.abort();
    await Promise.all(watches);
    expect(warnings).toEqual([]);
  });
});
