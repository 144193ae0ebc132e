import { expect, it } from 'vitest';
import { toolNaming } from './tool-names.js';

it('names operations as tools, and nothing else', () => {
  const named = toolNaming(['run.start', 'worker.kill', 'worker.kill-orphans']);
  expect(named('Use run.start, worker.kill-orphans or worker.kill.')).toBe(
    'Use run_start, worker_kill-orphans or worker_kill.',
  );
  expect(named('sh ./run.start.sh my.run.start run.starter a/run.start')).toBe(
    'sh ./run.start.sh my.run.start run.starter a/run.start',
  );
});
