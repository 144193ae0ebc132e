import { describe, expect, it } from 'vitest';
import { checkWorkerName } from './worker-name.js';

describe('names of workers', () => {
  it.each(['a', 'worker1', 'A-b_C', '007', '_x', 'x'.repeat(64)])('may be %s', (name) => {
    expect(checkWorkerName(name)).toBe(name);
  });

  it.each([
    ['my worker', "Use 'my-worker'."],
    ['../../etc', "Use 'etc'."],
    ['-rf', "Use 'rf'."],
    ['api.v2', "Use 'api-v2'."],
    ['👷', "Use a word such as 'worker1'."],
    ['', "Use a word such as 'worker1'."],
    ['\u001b[31mred', "Use '31mred'."],
    ['x'.repeat(65), `Use '${'x'.repeat(64)}'.`],
  ])('may not be %j, and the error has a better one', (name, suggestion) => {
    expect(() => checkWorkerName(name)).toThrow(
      expect.objectContaining({ code: 'INVALID_NAME', suggestion }),
    );
  });

  it('are not repeated whole where they are huge', () => {
    const bad = (): string => checkWorkerName('🙂'.repeat(500_000));
    expect(bad).toThrow(/characters; the maximum is 64/);
    expect(bad).not.toThrow(/.{500}/s);
  });
});
