import { describe, expect, it } from 'vitest';
import { sessionHasOtherWorkers, type WorkersState } from './session-has-other-workers.js';

const worker = (
  name: string,
  session: string,
  socket: string | null = null,
  host?: string,
): WorkersState['workers'][number] => ({
  name,
  tmux: { session, window: name, socket },
  ...(host !== undefined && { host }),
});

describe('other workers in a session', () => {
  it('are those of another name in the same session [W24]', () => {
    const one = { workers: [worker('w1', 'swarm-abc'), worker('w3', 'swarm-abc1')] };
    expect(sessionHasOtherWorkers(one, 'swarm-abc', 'w1')).toBe(false);
    const two = { workers: [...one.workers, worker('w2', 'swarm-abc')] };
    expect(sessionHasOtherWorkers(two, 'swarm-abc', 'w1')).toBe(true);
    expect(sessionHasOtherWorkers(two, 'swarm-abc', 'unknown')).toBe(true);
    expect(sessionHasOtherWorkers({ workers: [] }, 'swarm-abc', 'w1')).toBe(false);
  });

  it('are on the same socket, and no socket is one of its own [W25]', () => {
    const state = { workers: [worker('w1', 'swarm-abc'), worker('w2', 'swarm-abc', 'test')] };
    expect(sessionHasOtherWorkers(state, 'swarm-abc', 'w1')).toBe(false);
    expect(sessionHasOtherWorkers(state, 'swarm-abc', 'w1', null)).toBe(false);
    expect(sessionHasOtherWorkers(state, 'swarm-abc', 'w1', 'test')).toBe(true);
    expect(sessionHasOtherWorkers(state, 'swarm-abc', 'w2', 'test')).toBe(false);
  });

  it('are on the same host, where hosts are known', () => {
    const workers = [worker('w1', 's', null, 'local'), worker('w2', 's', null, 'docker://box')];
    expect(sessionHasOtherWorkers({ workers }, 's', 'w1')).toBe(false);
    workers.push(worker('w3', 's', null, 'local'));
    expect(sessionHasOtherWorkers({ workers }, 's', 'w1')).toBe(true);
  });
});
