import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { rowText } from '../../../src/vt/styled-rows.js';
import { sized } from '../../soak.js';
import { modelScreen } from './model-screens.js';
import { expectSame, screenModelSuite } from './suite.js';
import { tmuxScreens } from './tmux-screens.js';

const size = { width: 80, height: 24 };

describe('a model of a screen', () => {
  screenModelSuite(isolatedTmux, sized(1_500, 20_000));

  it('shows what tmux shows of full-screen programs', async () => {
    const outputs = await Promise.all([
      printedBy('vim -u NONE -nN +"syntax on" +"set nu" package.json', 'jjj:split\r/name\rdd:vs\r:q!\r'),
      printedBy('vim -u NONE -nN +"set wrap" README.md', '\x06\x06G:10\rixyz日本\x1bo\x1b'),
      printedBy('less -R README.md', '  bb/tmux\rnG'),
      printedBy('top -n 1', ''),
      printedBy('ls --color=always -C / /usr /etc', ''),
    ]);
    for (const output of outputs) expect(output).not.toBe('');
    const cut = outputs.flatMap((output) => [
      output,
      output.slice(0, output.length / 2),
      output.slice(0, output.length / 3),
    ]);
    await expectSame(isolatedTmux, size, cut);
  });

  it('gives characters the columns that tmux gives them', async () => {
    await using server = await isolatedTmux();
    const codes = someCodes();
    const groups = Array.from({ length: Math.ceil(codes.length / PER_SCREEN) }, (_, at) =>
      codes.slice(at * PER_SCREEN, (at + 1) * PER_SCREEN),
    );
    // Where the letters behind it stand, and which of them is written over, tells the width.
    const outputs = groups.map((group) =>
      group.map((code) => `a${String.fromCodePoint(code)}bcd\x1b[4Ge\r\n`).join(''),
    );
    const screens = await tmuxScreens(server, size, outputs);
    const differing = screens.flatMap(({ screen }, index) => {
      const ours = modelScreen(size, outputs[index] ?? '').rows.map(rowText);
      // What its C library does not know, tmux does not print.
      return ours.filter((row, y) => row !== screen.rows[y] && screen.rows[y] !== 'abce');
    });
    expect(differing).toEqual([]);
  });
});

const PER_SCREEN = 22;

/** The blocks with marks, formats, symbols, wide characters and emoji; tmux keeps a ZWJ for the character behind it. */
function someCodes(): number[] {
  const blocks = [
    [0xa0, 0x33ff],
    [0xa900, 0xabff],
    [0xd7a0, 0xd7ff],
    [0xfb00, 0xfffd],
    [0x16fe0, 0x17010],
    [0x1f000, 0x1faff],
    [0x20000, 0x20010],
  ] as const;
  const codes = blocks.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
  return codes.filter(
    (code) => code !== 0x200d && /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cf}]$/u.test(String.fromCodePoint(code)),
  );
}

/** What a program prints on a terminal of that size, when it is given some keys. */
async function printedBy(command: string, keys: string): Promise<string> {
  const typed = [...keys].map((key) => `sleep 0.05; printf '%b' '${octal(key)}';`).join(' ');
  const script = `{ sleep 0.5; ${typed} sleep 0.5; } | script -qec 'stty rows ${size.height} cols ${size.width}; TERM=screen-256color LC_ALL=C.UTF-8 exec timeout 10 ${command}' /dev/null; true`;
  const { stdout } = await promisify(execFile)('sh', ['-c', script], {
    encoding: 'buffer',
    maxBuffer: 2 ** 24,
  });
  // Its answer would be taken for that to our own question.
  return stdout.toString().replaceAll('\x1b[6n', '');
}

function octal(text: string): string {
  return [...Buffer.from(text)].map((byte) => `\\0${byte.toString(8)}`).join('');
}
