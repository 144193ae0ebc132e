import { describe, expect, it } from 'vitest';
import { claudeExtractor } from './claude-extractor.js';
import { extract, secretPatterns } from './extract.js';
import type { Extractor } from './extractor.js';
import { githubExtractor } from './github-extractor.js';

const token = `sk-ant-oat01-${'Zq9_'.repeat(23)}-AA`;
const url = `https://claude.ai/oauth/authorize?code=true&client_id=9d1c&state=${'s'.repeat(90)}`;

describe('extract', () => {
  it('gives named values of the tools it comes with [A74]', () => {
    const claude = extract(claudeExtractor, `Use the url below to sign in:\n\n${url}\n\n ${token}\n`);
    expect(claude).toEqual({
      token: { value: token, secret: true, printed: [token] },
      url: { value: url, secret: false, printed: [url] },
    });
    const github = extract(githubExtractor, [
      '! First copy your one-time code: A1B2-C3D4',
      'Press Enter to open https://github.com/login/device in your browser... ',
      '✓ Logged in as octo-cat',
    ]);
    expect(values(github)).toEqual({
      code: 'A1B2-C3D4',
      url: 'https://github.com/login/device',
      account: 'octo-cat',
    });
  });

  it('takes an extractor of the caller, with a pattern or a function [A74]', () => {
    const own: Extractor = {
      tool: 'own',
      description: 'A pin.',
      values: [
        { name: 'pin', pattern: /pin is (\d+)/, group: 1, secret: true },
        { name: 'last', find: (lines) => lines.at(-1) },
        { name: 'none', find: () => undefined },
      ],
    };
    expect(values(extract(own, 'the pin is 12\nthe pin is 34, the pin is 56\nbye'))).toEqual({
      pin: '56',
      last: 'bye',
    });
    expect(secretPatterns([own, githubExtractor])).toEqual([/pin is (\d+)/, expect.any(RegExp)]);
  });

  it('does not mind colours, carriage returns and columns that were jumped to', () => {
    const coloured = `\x1b[33m${token.slice(0, 30)}\x1b[1m${token.slice(30)}\x1b[0m\r\n`;
    expect(extract(claudeExtractor, coloured).token?.value).toBe(token);
    expect(values(extract(githubExtractor, 'Logged\x1b[8Gin\x1b[11Gas\x1b[14Gocto'))).toEqual({
      account: 'octo',
    });
  });

  it('keeps apart what a full-screen program draws in different places', () => {
    const drawn = `\x1b[?1049h\x1b[2J\x1b[5;3H${token}\x1b[6;3HNext\x1b[7dDone\x1b[?1049l$ `;
    expect(extract(claudeExtractor, drawn, { columns: 200 }).token?.value).toBe(token);
  });

  it.each([
    ['the terminal', token.match(/.{1,40}/g) ?? [], 40],
    ['a tool that pads', (token.match(/.{1,38}/g) ?? []).map((piece) => ` ${piece}`), 40],
    ['a box', (token.match(/.{1,36}/g) ?? []).map((piece) => `│ ${piece.padEnd(36)} │`), 40],
    ['nobody knows what', token.match(/.{1,25}/g) ?? [], undefined],
  ])('puts together what %s broke over lines', (_, lines, columns) => {
    const printed = ['Your token:', '', ...lines, '', 'Store it.'];
    const found = extract(claudeExtractor, printed, columns === undefined ? {} : { columns }).token;
    expect(found?.value).toBe(token);
    expect(found?.printed).toEqual(lines.map((line) => line.replace(/[│ ]/g, '')));
  });

  it('finds a value behind its label, broken over lines', () => {
    const label = 'Token: ';
    const lines = `${label}${token}`.match(/.{1,50}/g) ?? [];
    const found = extract(claudeExtractor, lines, { columns: 50 }).token;
    expect(found).toMatchObject({
      value: token,
      printed: [lines[0]?.slice(label.length), ...lines.slice(1)],
    });
  });

  it('does not take the next word for a part of it', () => {
    expect(extract(claudeExtractor, `${token}\nStore this token securely.`).token?.value).toBe(token);
    for (const columns of [20, 80, 200]) {
      expect(extract(claudeExtractor, `${token}\nDone`, { columns }).token?.value).toBe(token);
    }
    const broken = [...(token.match(/.{1,40}/g) ?? []), 'Done'];
    expect(extract(claudeExtractor, broken, { columns: 40 }).token?.value).toBe(token);
  });

  it('finds nothing in other text, and nothing that is only begun', () => {
    expect(extract(claudeExtractor, 'export TOKEN=sk-ant-oat01-... https://claude.ai/docs')).toEqual({});
    expect(extract(githubExtractor, '')).toEqual({});
  });
});

function values(found: ReturnType<typeof extract>): Record<string, string> {
  return Object.fromEntries(Object.entries(found).map(([name, { value }]) => [name, value]));
}
