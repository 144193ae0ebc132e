import fc from 'fast-check';
import { expect, it } from 'vitest';
import { paneUri, readResourceUri, runUri } from './resource-address.js';

it('has an address for whatever a target, a host or a run is called', () => {
  const name = fc.string({ minLength: 1, unit: 'grapheme' });
  fc.assert(
    fc.property(name, fc.option(name, { nil: undefined }), (target, host) => {
      const read = readResourceUri(paneUri(target, host));
      expect(read).toEqual({ kind: 'pane', target, host: host === 'local' ? undefined : host });
      expect(readResourceUri(runUri(target, host))).toEqual({ kind: 'run', run: target, cursor: host });
    }),
  );
});

it('is a pane id in the form that the template asks for', () => {
  expect(paneUri('%7', 'docker://box')).toBe('muxwright://pane/%257/screen?host=docker%3A%2F%2Fbox');
});

it.each([
  'file:///etc/passwd',
  'muxwright://pane//screen',
  'muxwright://pane/%7/screen',
  'muxwright://run/a/screen',
  'muxwright://pane/../../etc/screen',
  'x'.repeat(1_000_000),
])('refuses what is no address, number %#', (uri) => {
  expect(() => readResourceUri(uri)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
});
