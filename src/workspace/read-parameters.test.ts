import { describe, expect, it } from 'vitest';
import { capabilityActions } from './capability-actions.js';
import { readAction, readParameters } from './read-parameters.js';

describe('parameters', () => {
  it('have the defaults of the table, and their types whether they come as text or not', () => {
    expect(readParameters('read', { action: 'read' })).toEqual({
      pane: '0.0',
      lines: 100,
      all: false,
      since: false,
    });
    const given = { pane: '1.2', lines: 50, all: false, since: true };
    expect(readParameters('read', given)).toEqual(given);
    expect(readParameters('read', { pane: ' 1.2', lines: '50', all: 'false', since: 'TRUE' })).toEqual(given);
    expect(readParameters('split', { direction: 'Vertical' })).toMatchObject({
      window: 0,
      direction: 'vertical',
    });
    expect(readParameters('kill', { window: '2' })).toEqual({ pane: undefined, window: 2 });
  });

  it.each(Object.keys(capabilityActions))('of %s are refused where they are none', (action) => {
    expect(() => readParameters(readAction(action), { nosuch: 1 })).toThrow(/Unknown parameter 'nosuch'/);
  });

  it('are shown printable and short in errors', () => {
    expect(() => readParameters('read', { pane: `\x1b[31m${'x'.repeat(500)}` })).toThrow(
      /'\\u001b\[31mx{75}…'/,
    );
    expect(() => readAction({ a: 1 })).toThrow(/'\{"a":1\}'/);
  });
});
