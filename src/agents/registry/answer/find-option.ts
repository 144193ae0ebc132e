import { MuxError } from '../../../model/index.js';
import type { Menu, MenuOption } from '../../../screen/index.js';

/**
 * Which option is meant by a number, or by its words: the whole label, else its beginning, else a part of it that only
 * one has. Fails with `OPTION_NOT_FOUND`, which lists the options.
 *
 * @returns its index in `menu.options`
 */
export function findOption(menu: Menu, wanted: string): number {
  const { options } = menu;
  const word = plain(wanted);
  if (/^\d+$/.test(word)) {
    const byNumber = options.findIndex(({ number }) => number === Number(word));
    if (byNumber >= 0) return byNumber;
    // Options without numbers are counted as a person would.
    const index = Number(word) - 1;
    if (options.every(({ number }) => number === undefined) && options[index]) return index;
  }
  const fits: readonly ((label: string) => boolean)[] = [
    (label) => label === word,
    (label) => label.startsWith(word),
    (label) => label.includes(word),
  ];
  for (const isMeant of word === '' ? [] : fits) {
    const found = options.flatMap(({ label }, index) => (isMeant(plain(label)) ? [index] : []));
    if (found.length === 1 && found[0] !== undefined) return found[0];
    if (found.length > 1) throw notFound(menu, wanted, 'more than one option fits');
  }
  throw notFound(menu, wanted, 'no option fits');
}

/** The option behind which words of one's own can be given. Fails with `OPTION_NOT_FOUND`. */
export function findOther(menu: Menu): number {
  for (const pattern of otherLabels) {
    const index = menu.options.findIndex(({ label }) => pattern.test(label));
    if (index >= 0) return index;
  }
  throw notFound(menu, 'Other', 'none of them takes words of your own');
}

const otherLabels = [
  /^other\b/i,
  /^type (?:something|your|an? )/i,
  /\b(?:something else|write your own|enter your own|your own (?:answer|words)|custom (?:answer|response|text))\b/i,
  /\btell \w+(?: \w+)? what to do\b/i,
  /\bsuggest (?:changes|something)\b/i,
  /^none of (?:these|the above)\b/i,
];

export function optionText({ number, label }: MenuOption): string {
  return number === undefined ? label : `${number}. ${label}`;
}

function plain(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}

function notFound(menu: Menu, wanted: string, why: string): MuxError {
  const options = menu.options.map(optionText);
  return new MuxError('OPTION_NOT_FOUND', `'${wanted}' is not an option of "${menu.title}": ${why}.`, {
    suggestion: `Give the number or the words of one: ${options.join(' | ')}.`,
    details: { wanted, title: menu.title, options },
  });
}
