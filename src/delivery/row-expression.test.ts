import { describe, expect, it } from 'vitest';
import { rowExpression } from './row-expression.js';

describe('rowExpression', () => {
  it('leaves words and alternatives as they are', () => {
    expect(rowExpression(/Do you want|Would you like/u)).toBe('Do you want|Would you like');
    expect(rowExpression(/proceed (?:now|later)/u)).toBe('proceed (now|later)');
  });

  it('writes what POSIX does not know in its words', () => {
    expect(rowExpression(/\bstep\s*\d+ of\b/u)).toBe('step.*[0-9]+ of');
    expect(rowExpression(/password[^:]{0,60}:/u)).toBe('password[^:]*:');
    expect(rowExpression(/Esc.*?cancel/u)).toBe('Esc.*cancel');
  });

  it('fits more rather than hold a character of the format language', () => {
    expect(rowExpression(/Allow, or #1 \[deny\]/u)).toBe('Allow. or .1 .deny.');
    expect(rowExpression(/^\[ [!.] \] Action/u)).toBe('^. [!.] . Action');
  });

  it('gives up on what looks around, and on what says nothing', () => {
    expect(rowExpression(/^■ (?!Conversation)/u)).toBeUndefined();
    expect(rowExpression(/^─{3}/u)).toBeUndefined();
    expect(rowExpression(/Allow(?:\b|x)/u)).toBeUndefined();
  });
});
