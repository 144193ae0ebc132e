import { describe, expect, it } from 'vitest';
import { PaintMarks } from './paint-marks.js';

const shown = { x: 0, y: 0, visible: true };
const hidden = { ...shown, visible: false };

describe('PaintMarks', () => {
  it('knows that a synchronised update has begun and not ended', () => {
    const marks = new PaintMarks();
    marks.push(Buffer.from('\x1b[?2026hhalf'));
    expect(marks.isHalfPainted(shown)).toBe(true);
    marks.push(Buffer.from('the rest\x1b[?2026l'));
    expect(marks.isHalfPainted(shown)).toBe(false);
  });

  it('finds marks that come in two pieces', () => {
    const marks = new PaintMarks();
    for (const piece of ['x\x1b[?20', '26h', 'y']) marks.push(Buffer.from(piece));
    expect(marks.isHalfPainted(shown)).toBe(true);
    for (const piece of ['\x1b', '[?2026l']) marks.push(Buffer.from(piece));
    expect(marks.isHalfPainted(shown)).toBe(false);
  });

  it('takes a hidden cursor for a paint only where the program shows it at rest', () => {
    const marks = new PaintMarks();
    expect(marks.isHalfPainted(hidden)).toBe(false);
    marks.rest(shown);
    expect(marks.isHalfPainted(hidden)).toBe(true);
    expect(marks.isHalfPainted(shown)).toBe(false);
    marks.rest(hidden);
    expect(marks.isHalfPainted(hidden)).toBe(false);
  });
});
