import fc from 'fast-check';

const number = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc.integer({ min: 0, max: 8 }).map(String),
  fc.constantFrom('19', '20', '21', '100'),
);
const two = fc.tuple(number, number).map((numbers) => numbers.join(';'));

const words = fc.constantFrom(
  'a',
  'word',
  'two words',
  ' ',
  '   ',
  'x'.repeat(20),
  '0123456789'.repeat(3),
  'lqkx',
  '~`{0',
);
const wide = fc.constantFrom('日', '日本語', 'é', 'e\u0301', '🙂', '─│', 'ｗ', '\u0301', 'a\u200bb');
const control = fc.constantFrom(
  '\r',
  '\n',
  '\r\n',
  '\b',
  '\t',
  '\v',
  '\f',
  '\x0e',
  '\x0f',
  '\x07',
  '\x7f',
  '\0',
);
const moving = fc
  .tuple(two, fc.constantFrom(...'ABCDEFGHdf`'))
  .map(([numbers, final]) => `\x1b[${numbers}${final}`);
const changing = fc
  .tuple(number, fc.constantFrom(...'@JKLMPSTXZbg'))
  .map(([count, final]) => `\x1b[${count}${final}`);
const region = fc.oneof(
  two.map((numbers) => `\x1b[${numbers}r`),
  fc.constant('\x1b[2;4r'),
  fc.constant('\x1b[r'),
);
const short = fc.constantFrom(
  '\x1bD',
  '\x1bE',
  '\x1bM',
  '\x1bH',
  '\x1b7',
  '\x1b8',
  '\x1b(0',
  '\x1b(B',
  '\x1b)0',
  '\x1b)B',
  '\x1b=',
  '\x1b>',
  '\x1b#8',
  '\x1bc',
  '\x1b[s',
  '\x1b[u',
);
const mode = fc
  .tuple(
    fc.constantFrom(
      '4',
      '?1',
      '?3',
      '?6',
      '?7',
      '?25',
      '?1000',
      '?1002',
      '?1006',
      '?47',
      '?1047',
      '?1049',
      '?6;7',
      '20',
      '?2004',
    ),
    fc.constantFrom('h', 'l'),
  )
  .map((parts) => `\x1b[${parts.join('')}`);
const style = fc
  .array(
    fc.constantFrom(
      '',
      '0',
      '1',
      '2',
      '3',
      '4',
      '7',
      '9',
      '21',
      '22',
      '23',
      '24',
      '27',
      '29',
      '31',
      '39',
      '44',
      '49',
      '95',
      '103',
      '38;5;3',
      '38;5;200',
      '48;2;1;2;3',
      '38:2::1:2:3',
      '38:5:9',
      '4:3',
      '4:0',
      '58;5;2',
      '59',
      '5',
      '8',
      '53',
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((codes) => `\x1b[${codes.join(';')}m`);
const title = fc.constantFrom(
  '\x1b]0;a title\x07',
  '\x1b]2;other\x1b\\',
  '\x1b]2;cut\x1b[1m',
  '\x1bPq#0\x1b[1m\x1b\\',
  '\x1b_x\x07y\x1b\\',
  '\x1b]8;;u\x1b\\',
  '\x1b[?1$p',
  '\x1b[1?m',
  '\x1b[3\x18',
  '\x1b[\n2C',
  '\x1b[1:2H',
  '\x1b[99999999999A',
  '\x1bXhidden\x07\x1b\\',
);

/** Output that knows all that the model knows, on a screen of 20 columns and 6 rows. */
export const output = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: words },
      { weight: 3, arbitrary: wide },
      { weight: 5, arbitrary: control },
      { weight: 5, arbitrary: moving },
      { weight: 5, arbitrary: changing },
      { weight: 1, arbitrary: region },
      { weight: 2, arbitrary: short },
      { weight: 2, arbitrary: mode },
      { weight: 3, arbitrary: style },
      { weight: 1, arbitrary: title },
    ),
    { minLength: 1, maxLength: 40 },
  )
  .map((pieces) => pieces.join(''));
