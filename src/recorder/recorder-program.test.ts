import { describe, expect, it } from 'vitest';
import { redactionRules } from '../redaction/redaction-rules.js';
import { recorderLimits } from './recorder-limits.js';
import { recorderProgram } from './recorder-program.js';
import type { RecorderSettings } from './recorder-settings.js';

const settings: RecorderSettings = {
  id: 'abc123',
  folder: '/runs',
  startNonce: '0123456789abcdef'.repeat(2),
  exitNonce: 'fedcba9876543210'.repeat(2),
  format: 'text',
  rules: redactionRules(),
  maxBytes: 0,
  keepSegments: 3,
};

describe.each(['perl', 'awk'] as const)('recorderProgram for %s', (dialect) => {
  it('leaves nothing to be filled in, and no comments', () => {
    const program = recorderProgram(dialect, settings);
    expect(program).not.toMatch(/<<[A-Z_]+>>/);
    expect(program).not.toMatch(/^\s*#/m);
  });

  it('is plain ASCII and fits into a FIFO, also with rules of other scripts', () => {
    const rules = redactionRules({ secrets: ['pässwörd', '密码'], redactors: [/ключ=\S+/u] });
    const program = recorderProgram(dialect, { ...settings, rules });
    expect(program).toMatch(/^[\n -~]*$/);
    expect(program.length).toBeLessThan(recorderLimits.programBytes);
  });

  it('refuses rules that make it too long for a FIFO', () => {
    const secrets = Array.from({ length: 3000 }, (_, i) => `secret number ${i} of very many`);
    expect(() => recorderProgram(dialect, { ...settings, rules: redactionRules({ secrets }) })).toThrow(
      /bytes long; the maximum is 61440/,
    );
  });

  it.each([
    ['an id', { id: "x'; rm -rf /" }],
    ['a nonce', { startNonce: 'short' }],
    ['another nonce', { exitNonce: 'z'.repeat(32) }],
  ])('refuses %s that could become a part of the program', (_what, wrong) => {
    expect(() => recorderProgram(dialect, { ...settings, ...wrong })).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    );
  });
});
