import { describe, expect, it } from 'vitest';
import { screenFromCapture } from '../screen/screen-from-capture.js';
import { replyBetween } from './reply-between.js';

const header = 'some-agent 1.0\n──────────────\n';
const footer = '╭────────────────╮\n│ > Ask me       │\n╰────────────────╯\n help · quit\n';

describe('replyBetween', () => {
  it('gives what is new, without the prompt and what was there before', () => {
    const before = screenFromCapture(`${header}\n${footer}`);
    const after = screenFromCapture(
      `${header}\n> What is it?\n\n It is a test.\n\n And it passes.\n\n${footer}`,
    );
    expect(replyBetween(before, after, { prompt: 'What is it?' })).toBe(' It is a test.\n\n And it passes.');
  });

  it('takes boxes away', () => {
    const before = screenFromCapture(header);
    const after = screenFromCapture(`${header}╭──────────╮\n│ Hello.   │\n╰──────────╯\n`);
    expect(replyBetween(before, after)).toBe('Hello.');
  });

  it('finds the prompt where it goes over several rows', () => {
    const prompt = 'Please tell me everything that you know about terminals and their history.';
    const before = screenFromCapture(header);
    const after = screenFromCapture(
      `${header}> Please tell me everything that you know\n  about terminals and their history.\nThere were teletypes.\n`,
    );
    expect(replyBetween(before, after, { prompt })).toBe('There were teletypes.');
  });

  it('is empty where nothing happened', () => {
    const screen = screenFromCapture(header + footer);
    expect(replyBetween(screen, screen)).toBe('');
  });
});
