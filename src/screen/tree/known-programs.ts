import type { ProgramTreeProfile } from './tree-facts.js';

/**
 * What is known about the screens of a program by its name. Pagers and editors show texts of all kinds, and only their
 * own lines at the edges are theirs.
 */
export function knownProgram(name: string | undefined): ProgramTreeProfile | undefined {
  return name === undefined ? undefined : programs.get(name.replace(/^.*\//, ''));
}

const texts: ProgramTreeProfile = {
  without: [
    'dialog',
    'option',
    'listbox',
    'menu',
    'button',
    'checkbox',
    'radio',
    'tab',
    'link',
    'textbox',
    'progressbar',
    'table',
  ],
};
const editor: ProgramTreeProfile = {
  without: ['dialog', 'option', 'listbox', 'menu', 'checkbox', 'radio', 'tab', 'link'],
};
const browser: ProgramTreeProfile = { underlinesLinks: true };

const programs: ReadonlyMap<string, ProgramTreeProfile> = new Map([
  ...['less', 'more', 'man', 'most', 'pager', 'cat', 'tail', 'watch'].map((name) => [name, texts] as const),
  ...['vim', 'vi', 'nvim', 'nano', 'micro'].map((name) => [name, editor] as const),
  ...['w3m', 'elinks'].map((name) => [name, browser] as const),
]);
