import { expect, it } from 'vitest';
import { ProgramNotes } from './program-notes.js';

it('finds what became of a program, however the output is cut', () => {
  const output = Buffer.from('a\x18\x1b]7770;test;n1;start\x1b\\hello\x18\x1b]7770;test;n1;exit;130\x1b\\');
  const whole = [{ kind: 'started' }, { kind: 'ended', code: 130 }];
  expect(new ProgramNotes('n1').read(output)).toEqual(whole);
  const notes = new ProgramNotes('n1');
  expect([...output].flatMap((byte) => notes.read(Buffer.from([byte])))).toEqual(whole);
});

it('takes a note of another program for output', () => {
  expect(new ProgramNotes('n1').read(Buffer.from('\x1b]7770;test;n2;exit;0\x1b\\'))).toEqual([]);
  expect(new ProgramNotes('n1').read(Buffer.from('\x1b]7770;test;n1;no-program\x1b\\'))).toEqual([
    { kind: 'refused', why: 'no-program' },
  ]);
});
